import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { bitcoinText } from './bitcoin/bitcoin-text.ts'
import { type BlockCheck, blocksOf } from './bitcoin/check-block.ts'
import { digitsOfWork } from './bitcoin/main-network.ts'
import { faultText } from './fault-text.ts'
import { findingsText } from './findings-text.ts'
import type { OtsReading } from './ots/read-ots.ts'
import type { ProofFinding, VerifiedProof } from './verify-proof-archive.ts'
import type { TimestampFinding } from './verify-timestamp.ts'

type FindingWord = keyof typeof findingsText.enUS | keyof typeof faultText.enUS | keyof typeof bitcoinText.enUS
type FormatFinding = (word: FindingWord, values?: Record<string, string | number>) => string

const words: Record<Language, Readonly<Record<FindingWord, string>>> = {
  enUS: { ...findingsText.enUS, ...faultText.enUS, ...bitcoinText.enUS },
  ruRU: { ...findingsText.ruRU, ...faultText.ruRU, ...bitcoinText.ruRU },
}

export const createFindingFormatter =
  (language: Language): FormatFinding =>
  (word, values) =>
    fill(words[language][word], values)

/**
 * The findings about files that a person chose. `unfinished`: the check was stopped. `alone`: a file .ots without the file that it
 * is for.
 */
export type FileFinding =
  | ProofFinding
  | TimestampFinding
  | { outcome: 'unread'; fault: 'unfinished' | 'alone'; file?: string }

/** A finding in plain words, for the page and for the command line. */
type FindingReport = {
  tone: 'good' | 'unsure' | 'bad'
  title: string
  lead: string
  sections: { title: string; lines: string[] }[]
  /** The payload, one fact a line. */
  statement: [name: string, value: string][]
}

export function describeFinding(finding: FileFinding, language: Language): FindingReport {
  const say = createFindingFormatter(language)
  const nothing = { sections: [], statement: [] }
  switch (finding.outcome) {
    case 'unread': {
      const reason = say(faultWord('zip', finding.fault), { file: visibleText(finding.file ?? '') })
      return { ...nothing, tone: 'unsure', title: say('unread'), lead: `${reason} ${say('unreadLead')}` }
    }
    case 'broken':
      return { ...nothing, tone: 'bad', title: say('broken'), lead: `${say(finding.error)} ${say('brokenLead')}` }
    case 'foreign': {
      const lead = say('foreignLead', { log: visibleText(finding.log), trusted: finding.trusted.join('”, “') })
      return { ...nothing, tone: 'unsure', title: say('foreign'), lead }
    }
    case 'timestamp':
      return { ...nothing, tone: 'unsure', title: say('timestamp'), lead: say('timestampLead') }
    case 'genuine': {
      const fault = finding.bitcoin?.fault
      const parts = provenParts(finding, say, language)
      if (finding.files?.some(({ isNamed }) => !isNamed)) {
        return { tone: 'bad', title: say('otherFile'), lead: say('otherFileLead'), ...parts }
      }
      return fault
        ? { tone: 'unsure', title: say('otsDamaged'), lead: say('otsDamagedLead'), ...parts }
        : { tone: 'good', title: say('genuine'), lead: say('genuineLead'), ...parts }
    }
    case 'unwitnessed': {
      const [title, lead] = [say('unwitnessed'), say('unwitnessedLead')]
      return { tone: 'unsure', title, lead, ...provenParts(finding, say, language) }
    }
  }
}

/** The key of the text about a fault. */
function faultWord<Kind extends 'zip' | 'ots', Name extends string>(kind: Kind, fault: Name) {
  return `${kind}${fault[0]!.toUpperCase()}${fault.slice(1)}` as `${Kind}${Capitalize<Name>}`
}

/** Letters that look like those of another name, and invisible ones, as numbers. */
const visibleText = (text: string): string =>
  text.replace(/[^ -~]/gu, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`)

function provenParts(
  proven: VerifiedProof,
  say: FormatFinding,
  language: Language,
): Pick<FindingReport, 'sections' | 'statement'> {
  const { entry, code, log, index, logSize, witnesses, facts, files = [] } = proven
  const merchant = entry.merchant.name
  const seen = witnesses.map(({ name, time }) => say('whoWitness', { name, time: timeText(time, language) }))
  const first = Math.min(...witnesses.map(({ time }) => time))
  const isStated = facts.v === 2
  const sections = [
    {
      title: say('whatTitle'),
      lines: [say(isStated ? 'what' : 'whatOld', { merchant, code, batch: entry.batch })],
    },
    {
      title: say('whoTitle'),
      lines: [
        say('whoLog', { log, index: index + 1, size: logSize }),
        ...(seen.length > 0 ? seen : [say('whoNone')]),
        ...(isStated && typeof facts.merchantKey === 'string' ? [say('whoKey', { key: facts.merchantKey })] : []),
      ],
    },
    {
      title: say('whenTitle'),
      lines: [
        say('when', { time: timeText(Date.parse(entry.time) / 1000, language) }),
        ...(witnesses.length > 0 ? [say('whenWitness', { time: timeText(first, language) })] : []),
      ],
    },
    ...(files.length > 0
      ? [
          {
            title: say('filesTitle'),
            lines: files.map(({ name, isNamed }) => say(isNamed ? 'fileNamed' : 'fileOther', { name })),
          },
        ]
      : []),
    { title: say('notTitle'), lines: [say('notItem'), say('notTrue'), say('notName', { merchant })] },
  ]
  return { sections, statement: Object.entries(facts).map(([name, value]) => [name, valueText(value)]) }
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The facts about the Bitcoin file. `check`: undefined before there was a header. */
export function describeBitcoin(
  bitcoin: OtsReading | undefined,
  check: BlockCheck | undefined,
  language: Language,
): string[] {
  const say = createFindingFormatter(language)
  if (!bitcoin) return [say('bitcoinNone')]
  if (bitcoin.fault) return [say(faultWord('ots', bitcoin.fault))]
  const blocks = blocksOf(bitcoin)
  if (bitcoin.attestations.length === 0) return [say('bitcoinNoBlock')]
  if (blocks.length === 0) return [say('bitcoinPending')]
  const heights = [...new Set(blocks.map(({ height }) => height))].join(', ')
  const isPending = bitcoin.attestations.some(({ height }) => height === null)
  const unchecked = blocks.length > 1 ? 'bitcoinUncheckedSome' : 'bitcoinUnchecked'
  const lines = check ? blockLines(check, heights, say, language) : [say(unchecked, { heights })]
  return isPending ? [...lines, say('bitcoinAlsoPending')] : lines
}

function blockLines(check: BlockCheck, heights: string, say: FormatFinding, language: Language): string[] {
  if (check.outcome === 'unreachable') return [say('bitcoinUnreachable')]
  if (check.outcome === 'none') return [say('bitcoinWrong', { heights })]
  const { height, header } = check
  const values = { height, hash: header.hash, time: timeText(header.time, language), digits: digitsOfWork(header) - 1 }
  switch (check.outcome) {
    case 'refused':
      return [say(refusalWords[check.refusal], values)]
    case 'uncompared':
      return [say('bitcoinUncompared', values), say('bitcoinCompare', values)]
    case 'different':
      return [say('bitcoinDifferent', { ...values, trusted: check.trusted })]
    case 'confirmed':
      return [say('bitcoinConfirmed', { ...values, source: check.source })]
  }
}

const refusalWords = {
  limit: 'refusedLimit',
  work: 'refusedWork',
  time: 'refusedTime',
  version: 'refusedVersion',
  future: 'refusedFuture',
} as const

/** A time in UTC, so that two readers see the same one. */
function timeText(seconds: number, language: Language): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(languageTags[language], options).format(seconds * 1000)} UTC`
}
