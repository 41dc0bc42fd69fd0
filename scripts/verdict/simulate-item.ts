import { assess, type RuleName } from '#shared/verdict/rules.ts'
import type { VerdictSettings } from '#shared/verdict/settings.ts'
import { addVisit, emptyVisitLog, type Visit } from '#shared/verdict/visits/visit-log.ts'
import { locate, networkOf } from './network.ts'
import { dayMinutes, type SimulatedScan } from './shoppers.ts'

/** Number of groups into which networks are hashed. */
const groups = 64

/** The server's stored data of a scan: hashes that change with the day or the code, and the location of the address. */
function scanToVisit({ minute, address, browser, version }: SimulatedScan, code: string): Visit {
  const { country, lat, lng } = locate(address)
  const visitor = hash32(`${Math.floor(minute / dayMinutes)} ${address} ${browser} ${version}`)
  const network = hash32(`${code} ${networkOf(address)}`) % groups
  return { minute, visitor, kind: hash32(browser) & 0xffff, version, country, place: { lat, lng }, network }
}

/** FNV-1a with a final mix: fast, and sufficient for a simulation. */
function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Rules that evaluate observations. The others repeat a statement of the brand about the item. */
const reportedRules = ['visitors', 'travel', 'market'] as const satisfies RuleName[]
type ReportedRule = (typeof reportedRules)[number]

/** The result of one item: all rules that fired at any of its scans. */
type ItemResult = { rules: Set<RuleName>; suspected: boolean }

/**
 * Simulates one item scan by scan, as the server would process it. It is sold only in the country of its first scan.
 */
export function simulateItem(seen: SimulatedScan[], settings: VerdictSettings): ItemResult {
  const rules = new Set<RuleName>()
  let suspected = false
  let trail = emptyVisitLog
  let markets: string[] | undefined
  const ordered = seen.toSorted((a, b) => a.minute - b.minute)
  const code = `${ordered[0]?.minute} ${ordered[0]?.address}`
  for (const look of ordered) {
    const visit = scanToVisit(look, code)
    markets ??= [visit.country]
    trail = addVisit(trail, visit)
    const { fired, level } = assess(trail, {}, { ...settings, markets }, look.minute)
    for (const { rule } of fired) rules.add(rule)
    suspected ||= level === 'suspected_copy'
  }
  return { rules, suspected }
}

/** Shares of many items. `whole`: a rule of the default settings fired; the default settings name no markets. */
export type Rates = Record<ReportedRule | 'whole' | 'suspected', number>

export function ratesOf(outcomes: readonly ItemResult[]): Rates {
  const share = (holds: (outcome: ItemResult) => boolean) => outcomes.filter(holds).length / outcomes.length
  return {
    visitors: share(({ rules }) => rules.has('visitors')),
    travel: share(({ rules }) => rules.has('travel')),
    whole: share(({ rules }) => rules.has('visitors') || rules.has('travel')),
    market: share(({ rules }) => rules.has('market')),
    suspected: share(({ suspected }) => suspected),
  }
}
