import { type PageModel, type PageText, pageFileUrl } from '#client/verify/model.ts'
import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import type { Badge } from '#shared/customization/contract.ts'

/** The display names of the badges. The badge of the platform has the name of the product. */
const badgeNames: Record<Badge, string> = { '{product}': 'Assay', EcoTag: 'EcoTag', Halal: 'Halal' }

export function ResultToolbar({ model, t }: { model: PageModel; t: PageText }) {
  const { product, verifiedBusiness, verifiedTrademark, customization } = model.answer
  const brand = product?.brand ?? ''
  const social = parsePublicUrl(customization?.social_link ?? '')
  const network = customization?.social_icon ?? 'Other'
  return (
    <div className="toolbar">
      <span className="brand">
        {customization?.logo && <img src={pageFileUrl(model, customization.logo)} alt="" height="28" />}
        {brand}
        {verifiedBusiness && verifiedTrademark && <span className="tick"> ✓ {t('verifiedBrand')}</span>}
      </span>
      <span className="marks">
        {customization && customization.badge !== '' && (
          <span className="badge">
            <BadgeMark badge={customization.badge} />
            {badgeNames[customization.badge]}
          </span>
        )}
        {social && (
          <a className="social" href={social.href} rel="noopener nofollow">
            {network === 'Other' ? social.host : network}
            <span className="unseen"> · {brand}</span>
          </a>
        )}
      </span>
    </div>
  )
}

const marks: Record<Badge, string> = {
  '{product}': 'M3 8.5 6.5 12 13 4.5',
  EcoTag: 'M3 13C3 6 8 3 13 3c0 6-3 10-8 10M3 13c2-4 4-6 7-7',
  Halal: 'M11.5 12.2A5.4 5.4 0 1 1 11.5 3.8a4.3 4.3 0 1 0 0 8.4Z',
}

function BadgeMark({ badge }: { badge: Badge }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={marks[badge]} />
    </svg>
  )
}
