import { serializePayload } from '#shared/activation/payload.ts'
import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import type { ApprovedHosts, Customization } from '#shared/customization/contract.ts'
import { isApprovedCertificate } from '#shared/customization/rules.ts'
import type { Sku } from '#shared/sku/contract.ts'
import type { BrandContact } from '#shared/verdict/contract.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import { type HeadlineInput, summaryOf } from '#shared/verify/result/headline.ts'

type PreviewOptions = {
  /** The draft to show; without it, the published page. */
  customization?: Customization | null
  hosts?: ApprovedHosts
  /** A recall to show, and the contact of the brand that the page would show. */
  recall?: { message: string; at: string; contact: BrandContact | null }
}

/** Builds the response to a scan of a code of this product after its activation, while anchoring is pending. */
export function buildPreviewResponse(product: Sku, options: PreviewOptions = {}): VerifyResponse {
  const { sku_details, sku_details_order, images, verify_url } = product.details
  const certificates = product.certificates.filter(isApprovedCertificate)
  const about = {
    batch: '',
    time: '',
    merchant: product.business_name,
    trademark: product.trademark.registration_name,
    product: product.name,
    sku: product.sku,
    keys: '',
  }
  const details = { facts: sku_details, order: sku_details_order, images, certificates }
  // The digest of a rest is not shown.
  const payload = serializePayload({ about, ...details, sha256: () => '' }).text
  const saved = product.details.customization as Customization | undefined
  const { recall, customization: draft = publishedOf(saved) } = options
  // The brand's content is not shown for a recalled product.
  const customization = recall ? null : draft
  const chip = { state: 'PENDING', network: null } as const
  const [picture = null] = images
  const checked: HeadlineInput = {
    hasPhotos: images.length > 0,
    verdict: 'genuine',
    item: {
      level: 'first',
      checks: 1,
      isFirst: true,
      countries: 0,
      fired: [],
      recall: recall ? { message: recall.message, at: recall.at } : null,
    },
    customization,
    product: {
      name: product.name,
      sku: product.sku,
      brand: product.business_name,
      trademark: product.trademark.registration_name,
      picture: picture && { hash: picture.hash, ext: picture.ext },
    },
  }
  return {
    ...checked,
    summary: summaryOf(checked, 'enUS'),
    damage: null,
    hasPhotos: images.length > 0,
    verified: true,
    scratch: null,
    tap: null,
    partnerReports: [],
    officialHost: location.host,
    expired: false,
    transaction: { message: { type: 500, payload }, transactionInfo: { id: null } },
    contact: recall?.contact ?? null,
    verifiedBusiness: true,
    verifiedTrademark: product.trademark.status === 'Approved',
    frameHosts: recall ? [] : (options.hosts?.embed ?? []),
    sensorsData: [],
    delivered: false,
    logisticLoggingEnded: false,
    delivery: null,
    logisticSensorData: [],
    logisticSensorLimit: null,
    logisticSensorMinimum: null,
    logisticSensorSummary: null,
    productDetailOrder: sku_details_order,
    passport: null,
    verifyStatus: { catapult: chip, bitcoin: chip },
    verify_url: parsePublicUrl(customization?.website || verify_url)?.href ?? null,
    autoRedirect: false,
  }
}

const publishedOf = (saved: Customization | undefined) => (saved?.isDraft === false ? saved : null)
