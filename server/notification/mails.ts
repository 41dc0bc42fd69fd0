import type { MailContent } from '#server/core/mail/mail.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import type { Notification } from '#shared/notification/contract.ts'
import { notificationMailText } from '#shared/notification/mail-text.ts'
import { notificationPath } from '#shared/notification/rules.ts'
import { notificationText } from '#shared/notification/text.ts'

type Event = Pick<Notification, 'kind' | 'event' | 'name' | 'detail'>

/** Events that a mail names. The console shows the others. */
const maxNamed = 20

/** One mail about several events. At least one. */
export const notificationMail =
  (events: readonly Event[]): MailContent =>
  (language, publicUrl) => {
    const t = textIn(notificationMailText, language)
    const named = events.slice(0, maxNamed)
    const lines = named.map(({ event, name }) => textIn(notificationText, language)(event, { name }))
    const more = events.length - named.length
    return {
      subject: events.length === 1 ? lines[0]! : t('subject', { count: events.length }),
      paragraphs: [...lines, ...(more > 0 ? [t('more', { more })] : []), t('change', { publicUrl })],
      action: { label: t('open'), path: named.length === 1 ? pathOf(named[0]!) : '/' },
    }
  }

/** Without the name: the screen is enough. */
const pathOf = (event: Event): string => notificationPath(event).split('?')[0]!
