import type { MailContent } from '#server/core/mail/mail.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { alertReasonText } from '#shared/notification/alert-reason-text.ts'
import type { Notification } from '#shared/notification/contract.ts'
import { notificationMailText } from '#shared/notification/mail-text.ts'
import { notificationPath } from '#shared/notification/rules.ts'
import { notificationText } from '#shared/notification/text.ts'

type Event = Pick<Notification, 'kind' | 'event' | 'subject' | 'name' | 'detail' | 'reason'>

/** Events that a mail names. The console shows the others. */
const maxNamed = 20

/** One mail about several events. At least one. */
export const notificationMail =
  (events: readonly Event[]): MailContent =>
  (language, publicUrl) => {
    const t = textIn(notificationMailText, language)
    const named = events.slice(0, maxNamed)
    const titleOf = ({ event, name }: Event) => textIn(notificationText, language)(event, { name })
    const lines = named.map((event) =>
      [titleOf(event), ...(event.reason ? [alertReasonText(event.reason, language)] : [])].join('\n'),
    )
    const more = events.length - named.length
    const advice = advised.filter((word) => named.some(({ event }) => event === word)).map((word) => t(`${word}Advice`))
    const isAlert = events.every(({ kind }) => kind === 'alert')
    return {
      subject: events.length === 1 ? titleOf(events[0]!) : t('subject', { count: events.length }),
      paragraphs: [...lines, ...(more > 0 ? [t('more', { more })] : []), ...advice, t('change', { publicUrl })],
      action:
        events.length === 1
          ? { label: t(isAlert ? 'openAlert' : 'open'), path: pathOf(events[0]!) }
          : { label: t(isAlert ? 'openAlerts' : 'open'), path: isAlert ? '/alerts' : '/' },
    }
  }

/** Events for which a mail says what to do. */
const advised = ['caseOpened', 'reportReceived', 'patternFound'] as const

/** Without the name of the product: the id finds the case of an alert, and the screen is enough for other events. */
function pathOf(event: Event): string {
  const isCase = event.event === 'caseOpened' || event.event === 'reportReceived'
  return isCase ? `/alerts?search=${event.subject}` : notificationPath(event).replace(/\?search=.*$/, '')
}
