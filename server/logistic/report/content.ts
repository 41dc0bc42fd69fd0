import { hash } from 'node:crypto'
import type { WholeLog } from '#server/logistic/log/read.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { type ColdChainTextKey, coldChainText } from '#shared/logistic/cold-chain-text.ts'
import type { Logistic } from '#shared/logistic/contract.ts'
import { durationWords, journeyExcursions, journeySentence } from '#shared/sensor/journey-sentence.ts'

export type ReportInput = {
  shipment: Logistic
  log: WholeLog
  language: Language
  /** IANA name. */
  timeZone: string
  /** When the report is made. */
  at: Date
  /** The page with the report and its proof. */
  page: string
}

export const fileNameOf = ({ identifier }: Pick<Logistic, 'identifier'>): string => `${identifier}.pdf`

/** The content of the report, before it is drawn. */
export type ReportContent = {
  title: string
  heading: string
  sentence: string
  facts: [label: string, value: string][]
  figures: [label: string, value: string][]
  excursions: { heading: string; columns: string[]; rows: string[][]; more: string | null }
  notes: string[]
  ends: [string, string]
  page: (n: number, count: number) => string
}

/** The same log gives the same fingerprint, at any time and for any account. */
export const fingerprintOf = ({ readings }: Pick<WholeLog, 'readings'>): string =>
  hash('sha256', readings.map(({ at, temp }) => `${at.toISOString()},${temp}\n`).join(''))

/** Raised when the same readings give other figures, so that a new report is made instead of returning the earlier one. */
const figuresVersion = 2

/** SHA-256 of the whole content of the report, except its time. */
export function contentHashOf({ shipment, log, language, timeZone }: Omit<ReportInput, 'at' | 'page'>): Buffer {
  const { identifier, recipient, quantity, shipped_at, createdAt, delivered_at, receiver } = shipment
  const { manufacturer_id, startedAt, loggingEndedAt, maxlimit, minlimit, complete } = log
  const hashedContent = [
    ...[figuresVersion, language, timeZone, identifier, recipient, quantity, shipped_at ?? createdAt, delivered_at],
    ...[manufacturer_id, startedAt, loggingEndedAt, maxlimit, minlimit, complete, fingerprintOf(log)],
    // Reports of shipments without one stay the same reports.
    ...(receiver ? [receiver] : []),
  ]
  return hash('sha256', JSON.stringify(hashedContent), 'buffer')
}

export function reportContent({ shipment, log, language, timeZone, at, page }: ReportInput): ReportContent {
  const tag = languageTags[language]
  const say = (word: ColdChainTextKey, values: Record<string, unknown> = {}) =>
    fill(coldChainText[language][word], values)
  const moment = momentsOf(log, tag, timeZone)
  const time = (instant: string | Date | null) => (instant === null ? '–' : moment(new Date(instant)))
  const degrees = (value: number | null) =>
    value === null ? '–' : `${new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(value)} °C`
  const count = (n: number) => new Intl.NumberFormat(tag).format(n)
  const lasting = (from: string, to: string) => durationWords((Date.parse(to) - Date.parse(from)) / 1000, language)
  const { readings, statistics, maxlimit, minlimit, excursionCount } = log
  const { excursions, outOfRangeSeconds, unknownSeconds } = statistics
  const upper = maxlimit === null ? say('noLimit') : degrees(maxlimit)
  const limitsText = minlimit === null ? upper : `${degrees(minlimit)} – ${maxlimit === null ? '…' : upper}`
  return {
    title: say('title'),
    heading: say('shipment', { identifier: shipment.identifier }),
    sentence: sentenceOf(log, language) ?? say('noReadings'),
    facts: [
      [say('recipient'), shipment.recipient],
      [say('codes'), count(shipment.quantity)],
      [say('shipped'), time(shipment.shipped_at ?? shipment.createdAt)],
      [say('delivered'), shipment.delivered_at ? time(shipment.delivered_at) : say('notDelivered')],
      ...(shipment.receiver ? [[say('receiver'), shipment.receiver] as [string, string]] : []),
      [say('sensor'), log.manufacturer_id],
      [say('started'), time(log.startedAt)],
      [say('ended'), time(log.loggingEndedAt)],
      [say(minlimit === null ? 'limit' : 'limits'), limitsText],
    ],
    figures: [
      [say('readings'), count(readings.length)],
      [say('first'), time(readings[0]?.at ?? null)],
      [say('last'), time(readings.at(-1)?.at ?? null)],
      [say('min'), degrees(statistics.min)],
      [say('max'), degrees(statistics.max)],
      [say('mean'), degrees(statistics.mean)],
      [say('mkt'), degrees(statistics.mkt)],
      [say('out'), maxlimit === null && minlimit === null ? '–' : durationWords(outOfRangeSeconds, language)],
      ...(unknownSeconds > 0 ? [[say('unknown'), durationWords(unknownSeconds, language)] as [string, string]] : []),
    ],
    excursions: {
      heading: say('excursions', { count: count(excursionCount) }),
      columns: [say('from'), say('to'), say('duration'), say('peak')],
      rows: excursions.map(({ side, from, to, peak }) => [
        ...[time(from), time(to), lasting(from, to)],
        `${degrees(peak)}, ${say(side)}`,
      ]),
      more: excursionCount > excursions.length ? say('more', { count: count(excursions.length) }) : null,
    },
    notes: [
      say(log.complete ? 'complete' : 'incomplete'),
      say('notes', { zone: timeZone }),
      say('fingerprint', { hash: fingerprintOf(log) }),
      say('check', { name: fileNameOf(shipment), page }),
      say('made', { at: time(at) }),
    ],
    ends: [time(readings[0]?.at ?? null), time(readings.at(-1)?.at ?? null)],
    page: (n, pages) => say('page', { n, count: pages }),
  }
}

/**
 * Writes days and times of a log. If clocks of the zone were changed within it, with the difference from UTC: they show one hour twice when
 * they are put back.
 */
function momentsOf({ readings, statistics }: WholeLog, tag: string, timeZone: string): (at: Date) => string {
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' })
  const offsetOf = (at: Date) => zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value
  const ends = [readings[0], readings.at(-1)].flatMap((reading) => (reading ? [reading.at] : []))
  const turns = statistics.excursions.flatMap(({ from, to }) => [new Date(from), new Date(to)])
  const isChanged = new Set([...ends, ...turns].map(offsetOf)).size > 1
  return (at) => (isChanged ? `${moment.format(at)} ${offsetOf(at)}` : moment.format(at))
}

function sentenceOf(
  { statistics, maxlimit, minlimit, complete, excursionCount }: WholeLog,
  language: Language,
): string | undefined {
  const { min, max } = statistics
  if (min === null || max === null) return undefined
  const excursions = journeyExcursions({ ...statistics, count: excursionCount })
  const limits = { limit: maxlimit, minimum: minlimit }
  return journeySentence({ min, max, ...limits, excursions, unit: '°C', place: '', isOpen: !complete }, language)
}
