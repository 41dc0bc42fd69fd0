import type { MailContent } from '#server/core/mail/mail.ts'
import { alarmMailText } from '#shared/alarm/mail-text.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { durationWords } from '#shared/sensor/journey-sentence.ts'
import { type LimitSide, moreExtremeValue } from '#shared/sensor/limits.ts'

/** A sensor with its location, or a shipment with its recipient. */
type AlarmSubject = { kind: 'sensor' | 'shipment'; id: string; name: string; place: string }
/** An alarm as it is stored when its mail is written. */
export type DueAlarm = AlarmSubject & {
  unit: string
  side: LimitSide
  limit: number
  from: Date | string
  to: Date | string
  peak: number
  isOpen: boolean
}

/** Groups of alarms that a mail names. The page of the alerts shows the others. */
const maxNamed = 20

/**
 * One mail about all new alarms of a merchant, in the order of time. At least one. Those of one subject on the same side are named
 * together; if there are no others, the mail leads to the log of their subject.
 */
export const alarmMail =
  (alarms: readonly DueAlarm[]): MailContent =>
  (language, publicUrl) => {
    const t = textIn(alarmMailText, language)
    const groups = [...Map.groupBy(alarms, ({ id, side }) => `${id} ${side}`).values()]
    if (groups.length === 1) {
      const { name } = alarms[0]!
      return {
        subject: t('subject', { name }),
        paragraphs: [lineOf(alarms, language), t('check')],
        action: { label: t('openLog'), path: logPath(alarms[0]!) },
      }
    }
    const named = groups.slice(0, maxNamed)
    const count = alarms.length
    const more = count - named.reduce((sum, group) => sum + group.length, 0)
    const lines = named.map((group) => `${lineOf(group, language)}\n${publicUrl}${logPath(group[0]!)}`)
    return {
      subject: t('subjectOfMany', { count }),
      paragraphs: [
        `${t('introOfMany', { count })} ${t('check')}`,
        ...lines,
        ...(more > 0 ? [t('more', { more })] : []),
      ],
      action: { label: t('openAlerts'), path: '/alerts' },
    }
  }

/** The alarms of one subject on the same side, in the order of time. At least one. */
function lineOf(alarms: readonly DueAlarm[], language: Language): string {
  const t = textIn(alarmMailText, language)
  const tag = languageTags[language]
  const { name, place, side, from, limit, unit, isOpen } = alarms.at(-1)!
  const amount = (value: number) => `${new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(value)} ${unit}`
  const dateFormat = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const lengths = alarms.map((alarm) => (new Date(alarm.to).getTime() - new Date(alarm.from).getTime()) / 1000)
  const time = durationWords(
    lengths.reduce((sum, one) => sum + one, 0),
    language,
  )
  return t(alarms.length > 1 ? `${side}Often` : side, {
    name,
    place: place || name,
    limit: amount(limit),
    count: alarms.length,
    from: `${dateFormat.format(new Date(from))} UTC`,
    time: isOpen ? t('soFar', { time }) : time,
    peak: amount(alarms.map(({ peak }) => peak).reduce((one, other) => moreExtremeValue(side, one, other))),
  })
}

const logPath = ({ kind, id, name }: AlarmSubject): string =>
  kind === 'shipment' ? `/logistic?log=${id}` : `/sensor?${new URLSearchParams({ sensorId: id, name }).toString()}`
