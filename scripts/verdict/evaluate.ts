import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { copiedLabel, type Market, markets, type Pace, paces, type Scale, scales } from './copied-labels.ts'
import { honestScenarios } from './honest-scenarios.ts'
import type { SimulatedScan } from './shoppers.ts'
import { type Rates, ratesOf, simulateItem } from './simulate-item.ts'

export type Evaluation = {
  /** Results of honest items by scenario, and of all together by their shares. */
  honest: Record<string, Rates>
  falseAlarm: Rates
  /** Results of copied labels by number of scans, each over all markets and durations by their shares. */
  copies: Record<Scale, Rates>
  /** Results of copied labels with 20 scans, by market and duration. */
  hard: Record<string, Rates>
  /** Results of copied labels with 20 or more scans: the worst of the numbers of scans. */
  detection: number
}

/** Labels with this number of scans or more are simulated a tenth as often: they take long, and almost all are detected. */
const long = 50

/**
 * Number of simulations of each honest scenario, and of each kind of copy. Warnings for honest items are rare, so honest
 * scenarios need more.
 */
type Items = { honest: number; copies: number }

export function evaluate(items: Items): Evaluation {
  const chance = new SeededRandom(2026)
  const lives = (count: number, story: (chance: SeededRandom) => SimulatedScan[]) =>
    ratesOf(Array.from({ length: count }, () => simulateItem(story(chance), defaultSettings)))

  const honest = Object.entries(honestScenarios).map(([name, { share, story }]) => ({
    name,
    share,
    rates: lives(items.honest, story),
  }))
  const cases = scales.flatMap((scale) =>
    sales.map(({ market, pace, share }) => ({
      scale,
      market,
      pace,
      share,
      rates: lives(scale < long ? items.copies : Math.ceil(items.copies / 10), (own) =>
        copiedLabel(own, scale, market, pace),
      ),
    })),
  )
  const copies = Object.fromEntries(
    scales.map((scale) => [scale, mean(cases.filter((one) => one.scale === scale))]),
  ) as Record<Scale, Rates>
  return {
    honest: Object.fromEntries(honest.map(({ name, rates }) => [name, rates])),
    falseAlarm: mean(honest),
    copies,
    hard: Object.fromEntries(
      cases.filter(({ scale }) => scale === 20).map(({ market, pace, rates }) => [`${market}, ${pace}`, rates]),
    ),
    detection: Math.min(...scales.filter((scale) => scale >= 20).map((scale) => copies[scale].whole)),
  }
}

const sales = (Object.keys(markets) as Market[]).flatMap((market) =>
  (Object.keys(paces) as Pace[]).map((pace) => ({ market, pace, share: markets[market] * paces[pace][1] })),
)

function mean(parts: readonly { share: number; rates: Rates }[]): Rates {
  const total = parts.reduce((sum, { share }) => sum + share, 0)
  const words = Object.keys(parts[0]!.rates) as (keyof Rates)[]
  return Object.fromEntries(
    words.map((word) => [word, parts.reduce((sum, { share, rates }) => sum + share * rates[word], 0) / total]),
  ) as Rates
}
