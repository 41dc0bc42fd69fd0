import type { MailContent } from '#server/core/mail/mail.ts'
import { type KeyScope, scopedResources } from '#shared/core/api/scopes.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { languageTags } from '#shared/core/i18n/language.ts'
import { keyMailText } from '#shared/key/mail-text.ts'
import { apiKeyText } from '#shared/key/text.ts'

type Made = { name: string; scopes: readonly KeyScope[]; by: string; at: string; hours: number | null }

/** A key that was made, or replaced if `hours` are given. */
export const keyMail =
  ({ name, scopes, by, at, hours }: Made): MailContent =>
  (language) => {
    const t = textIn(keyMailText, language)
    const words = textIn(apiKeyText, language)
    const format = new Intl.DateTimeFormat(languageTags[language], {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
    const facts = { email: by, name, time: `${format.format(new Date(at))} UTC` }
    const allowed = scopedResources.flatMap((resource) => {
      const may = (['read', 'write'] as const).filter((word) => scopes.includes(`${resource}:${word}`))
      return may.length > 0 ? [`${words(resource)} (${may.map((word) => words(word)).join(', ')})`] : []
    })
    return {
      subject: t(hours === null ? 'madeSubject' : 'replacedSubject'),
      paragraphs: [
        hours === null ? t('made', facts) : t('replaced', { ...facts, hours }),
        t('scopes', { scopes: allowed.join('; ') }),
        t('known'),
        t('unknown'),
      ],
      action: { label: t('action'), path: '/settings/keys' },
    }
  }
