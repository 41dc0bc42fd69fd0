import type { ReactNode } from 'react'
import { mailto } from '#client/core/format/mailto.ts'
import { type PageModel, type PageText, redirectHref } from '#client/verify/model.ts'
import type { BrandContact } from '#shared/verdict/contract.ts'
import { shouldShowDefaultButton } from '#shared/verify/rules.ts'

/** Text after a phone number, which is displayed but not dialed. */
const extension = /\p{L}.*$/u

export const phoneLink = (phone: string): string => `tel:${phone.replace(extension, '').replace(/[^+\d]/g, '')}`

/** Ways to reach the brand, shown with a warning. */
export function Contact({ model, t }: { model: PageModel; t: PageText }) {
  const { contact, verify_url: url } = model.answer
  if (!contact) return null
  return (
    <ContactList contact={contact} t={t}>
      {url && shouldShowDefaultButton(model.answer, model.code !== '') && (
        <li>
          {t('website')}:{' '}
          <a href={redirectHref(model)} rel="noopener">
            {new URL(url).host}
          </a>
        </li>
      )}
    </ContactList>
  )
}

type ListProps = { contact: BrandContact; children?: ReactNode; t: PageText }

export function ContactList({ contact: { email, phone }, children, t }: ListProps) {
  return (
    <ul className="contact" aria-label={t('contact')}>
      {email && (
        <li>
          <a href={mailto(email)}>{email}</a>
        </li>
      )}
      {phone && (
        <li>
          <a href={phoneLink(phone)}>{phone}</a>
        </li>
      )}
      {children}
    </ul>
  )
}
