import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import type { BitcoinBlock } from './bitcoin-header.ts'
import { findingsText } from './findings-text.ts'
import type { ProofFinding, VerifiedProof } from './verify-proof-archive.ts'

type FindingWord = keyof typeof findingsText.enUS
export type FormatFinding = (word: FindingWord, values?: Record<string, string | number>) => string

export const createFindingFormatter =
  (language: Language): FormatFinding =>
  (word, values) =>
    fill(findingsText[language][word], values)

/** A finding in plain words, for the page and for the command line. */
export interface FindingReport {
  tone: 'good' | 'unsure' | 'bad'
  title: string
  lead: string
  sections: { title: string; lines: string[] }[]
  /** The payload, one fact a line. */
  statement: [name: string, value: string][]
}

export function describeFinding(finding: ProofFinding, language: Language): FindingReport {
  const say = createFindingFormatter(language)
  const nothing = { sections: [], statement: [] }
  switch (finding.outcome) {
    case 'broken':
      return { ...nothing, tone: 'bad', title: say('broken'), lead: `${say(finding.error)} ${say('brokenLead')}` }
    case 'foreign':
      return { ...nothing, tone: 'unsure', title: say('foreign'), lead: say('foreignLead', finding) }
    case 'genuine':
      return { tone: 'good', title: say('genuine'), lead: say('genuineLead'), ...provenParts(finding, say, language) }
    case 'unwitnessed': {
      const [title, lead] = [say('unwitnessed'), say('unwitnessedLead')]
      return { tone: 'unsure', title, lead, ...provenParts(finding, say, language) }
    }
  }
}

function provenParts(
  proven: VerifiedProof,
  say: FormatFinding,
  language: Language,
): Pick<FindingReport, 'sections' | 'statement'> {
  const { entry, code, log, index, logSize, witnesses, facts } = proven
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
    { title: say('notTitle'), lines: [say('notItem'), say('notTrue'), say('notName', { merchant })] },
  ]
  return { sections, statement: Object.entries(facts).map(([name, value]) => [name, valueText(value)]) }
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The facts about the Bitcoin part. `block`: undefined before a header was given, null for a wrong one. */
export function describeBitcoin(
  { bitcoin }: Pick<VerifiedProof, 'bitcoin'>,
  block: BitcoinBlock | null | undefined,
  language: Language,
): string[] {
  const say = createFindingFormatter(language)
  if (!bitcoin) return [say('bitcoinNone')]
  const { height } = bitcoin
  if (height === null) return [say('bitcoinPending')]
  if (block === undefined) return [say('bitcoinUnchecked', { height })]
  if (block === null) return [say('bitcoinWrong', { height })]
  const { hash, time } = block
  return [say('bitcoinHolds', { height, hash, time: timeText(time, language) }), say('bitcoinLocal')]
}

/** A time in UTC, so that two readers see the same one. */
function timeText(seconds: number, language: Language): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(languageTags[language], options).format(seconds * 1000)} UTC`
}
