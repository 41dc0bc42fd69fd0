import { type PageModel, type PageText, pageFileUrl, payloadOf } from '#client/verify/model.ts'
import { payloadFiles } from '#shared/verify/rules.ts'

type CertificateImage = { src: string; name: string }

/** The logos of the certificates: those that the brand chose, otherwise the anchored ones. */
export function Certificates({ model, t }: { model: PageModel; t: PageText }) {
  const custom = model.answer.customization
  const shown: CertificateImage[] = custom
    ? custom.certificates.map((file) => ({ src: pageFileUrl(model, file), name: certificateName(file) }))
    : payloadFiles(payloadOf(model.answer), 'certs', 'document').map(({ src, name }) => ({
        src,
        name: withoutExtension(name),
      }))
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="certificates">
      <h2 id="certificates">{t('certificates')}</h2>
      <ul className="certificates">
        {shown.map(({ src, name }) => (
          <li key={src + name}>
            <a href={src}>
              {src.endsWith('.pdf') ? <span className="pdf">PDF</span> : <img src={src} alt="" loading="lazy" />}
              <span>{name || t('document')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function certificateName({ type, title }: { type: string; title: string }): string {
  return title.toLowerCase().includes(type.toLowerCase()) ? title : `${type} · ${title}`
}

/** The payload has the name of the file alone. */
const withoutExtension = (name: string): string => name.replace(/\.(jpe?g|png|webp|avif|hei[cf]|pdf)$/i, '')
