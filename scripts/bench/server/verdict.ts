import { type BenchEffort, type BenchResult, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { evaluate } from '#scripts/verdict/evaluate.ts'

/**
 * Copied labels with 20 scans or more that a rule notices, in percent, and honest items of which one is said wrongly;
 * beside each rule alone. The world they live in knows nothing of the rules (scripts/verdict).
 */
export async function verdict(_stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  const items = { honest: 4000, copies: 400 * rounds }
  const { falseAlarm, copies, detection } = evaluate(items)
  const percent = (share: number) => round(100 * share, 2)
  return {
    name: 'verdict',
    ours: percent(detection),
    floor: null,
    ratio: null,
    unit: '% of copies',
    rounds,
    items: items.copies,
    honestItems: items.honest,
    detection: percent(detection),
    falseAlarm: percent(falseAlarm.whole),
    visitorsDetection: percent(copies[20].visitors),
    visitorsFalseAlarm: percent(falseAlarm.visitors),
    travelDetection: percent(copies[20].travel),
    travelFalseAlarm: percent(falseAlarm.travel),
    marketDetection: percent(copies[20].market),
    marketFalseAlarm: percent(falseAlarm.market),
  }
}
