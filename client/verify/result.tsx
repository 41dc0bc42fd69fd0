import { payloadFiles, productDetails, webUrl } from '#shared/verify/rules.ts'
import { Chains } from './chains.tsx'
import { type PageModel, payloadOf, type Say } from './model.ts'
import { Redirect } from './redirect.tsx'
import { Seal } from './seal.tsx'

/** A genuine code: the verdict first, then what the brand says, then what the chains say. */
export function Result({ model, say }: { model: PageModel; say: Say }) {
  const { answer, code } = model
  const custom = answer.customization
  const band = model.said?.band
  const payload = payloadOf(answer)
  const certificates = payloadFiles(payload, 'certs', 'document')
  const details = productDetails(payload, answer.productDetailOrder)
  const badge = (custom?.badge ?? '').replace('{product}', answer.product?.name ?? '')
  return (
    <article className="card">
      <Toolbar model={model} badge={badge} say={say} />
      <header className="verdict">
        <Seal code={code} tone={band ? 'wait' : 'pass'} />
        <h1>{band ? say('codeGenuine') : custom?.passMessage || say('pass')}</h1>
        <p className="lead">{band ? say('compare') : custom?.passDescription || say('genuine')}</p>
        {model.said?.history && <p className="history">{model.said.history}</p>}
        {answer.product && <p className="product">{answer.product.name}</p>}
      </header>
      <Pictures files={payloadFiles(payload, 'imgs', 'file')} say={say} name={answer.product?.name ?? ''} />
      <Redirect model={model} say={say} />
      <Chains model={model} say={say} />
      {certificates.length > 0 && (
        <section aria-labelledby="certificates">
          <h2 id="certificates">{say('certificates')}</h2>
          <ul className="certificates">
            {certificates.map(({ src, name }) => (
              <li key={src}>
                <a href={src}>{src.endsWith('.pdf') ? <span className="pdf">PDF</span> : <img src={src} alt="" />}</a>
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {details.length > 0 && (
        <section aria-labelledby="details">
          <h2 id="details">{say('details')}</h2>
          <dl className="details">
            {details.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section aria-labelledby="transaction">
        <h2 id="transaction">{say('transaction')}</h2>
        <p className="mono">{answer.transaction?.transactionInfo.id ?? say('transactionPending')}</p>
      </section>
      <p className="about">{say('aboutCode')}</p>
    </article>
  )
}

function Toolbar({ model, badge, say }: { model: PageModel; badge: string; say: Say }) {
  const { product, verifiedBusiness, verifiedTrademark, customization } = model.answer
  const social = webUrl(customization?.socialLink ?? '')
  const [logo] = payloadFiles({ logo: customization?.logo }, 'logo')
  return (
    <div className="toolbar">
      <span className="brand">
        {logo && <img src={logo.src} alt="" />}
        {product?.brand}
        {verifiedBusiness && verifiedTrademark && <span className="tick"> ✓ {say('verifiedBrand')}</span>}
      </span>
      {badge && <span className="badge">{badge}</span>}
      {social && (
        <a href={social.href} rel="noopener nofollow">
          {customization?.socialIcon || social.host}
        </a>
      )}
    </div>
  )
}

/** Boxes of 125 by 125 that scroll sideways; no script is needed. */
function Pictures({ files, name, say }: { files: { src: string; name: string }[]; name: string; say: Say }) {
  if (files.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard.
    <section className="pictures" aria-label={say('images')} tabIndex={0}>
      {files.map((file, i) => (
        <a key={file.src} href={file.src}>
          <img src={file.src} alt={file.name || `${name} ${i + 1}`} width="125" height="125" />
        </a>
      ))}
    </section>
  )
}
