import { mailto } from '#client/core/format/mailto.ts'
import { type PageModel, type PageText, redirectHref } from '#client/verify/model.ts'
import { shouldShowDefaultButton } from '#shared/verify/rules.ts'

/** Text after a phone number, which is displayed but not dialed. */
const extension = /\p{L}.*$/u

/** Contacts of the brand, shown with a warning. */
export function Contact({ model, t }: { model: PageModel; t: PageText }) {
  const { contact, verify_url: url } = model.answer
  if (!contact) return null
  const { name, email, phone } = contact
  return (
    <section className="contact" aria-labelledby="contact">
      <h2 id="contact">{t('contact')}</h2>
      <p>
        <strong>{name}</strong>
      </p>
      <ul>
        {email && (
          <li>
            <a href={mailto(email)}>{email}</a>
          </li>
        )}
        {phone && (
          <li>
            <a href={`tel:${phone.replace(extension, '').replace(/[^+\d]/g, '')}`}>{phone}</a>
          </li>
        )}
        {url && shouldShowDefaultButton(model.answer, model.code !== '') && (
          <li>
            {t('website')}:{' '}
            <a href={redirectHref(model)} rel="noopener">
              {new URL(url).host}
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}
