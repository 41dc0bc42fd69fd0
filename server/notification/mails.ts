import { defineMail, type MailData, type MailTemplate } from '#server/core/mail/mail.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Notification } from '#shared/notification/contract.ts'
import { notificationPath } from '#shared/notification/rules.ts'
import { notificationText } from '#shared/notification/text.ts'

type Event = Pick<Notification, 'kind' | 'event' | 'name' | 'detail'>

/** Events that a mail names. The console shows the others. */
const maxNamed = 20

const words: Record<Language, { subject: string; more: string; open: string; change: string }> = {
  enUS: {
    subject: 'New in Assay: {{count}}',
    more: 'And more: {{more}}',
    open: 'Open Assay',
    change: 'Choose which emails you get: {{publicUrl}}/settings/notifications',
  },
  ruRU: {
    subject: 'Новое в Assay: {{count}}',
    more: 'И ещё: {{more}}',
    open: 'Открыть Assay',
    change: 'Выбрать, о чём писать вам: {{publicUrl}}/settings/notifications',
  },
}

/** One mail about several events. Names are data, so that no name is read as a template. */
export function notificationMail(events: readonly Event[]): { template: MailTemplate; data: MailData } {
  const named = events.slice(0, maxNamed)
  const data: MailData = { count: events.length, more: events.length - named.length }
  for (const [index, { name }] of named.entries()) data[`name${index}`] = name
  const textOf = (language: Language) => {
    const { subject, more, open, change } = words[language]
    const lines = named.map(({ event }, index) =>
      notificationText[language][event].replace('{{name}}', `{{name${index}}}`),
    )
    return {
      subject: events.length === 1 ? lines[0]! : subject,
      paragraphs: [...lines, ...(events.length > named.length ? [more] : []), change],
      action: { label: open, url: `{{publicUrl}}${named.length === 1 ? linkOf(named[0]!) : '/'}` },
    }
  }
  return { template: defineMail({ enUS: textOf('enUS'), ruRU: textOf('ruRU') }), data }
}

/** Without the name, which is data: the screen is enough. */
const linkOf = (event: Event): string => notificationPath(event).split('?')[0]!
