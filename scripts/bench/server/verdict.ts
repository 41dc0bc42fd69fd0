import { type BenchEffort, type BenchResult, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { evaluate } from '#scripts/verdict/evaluate.ts'

/**
 * Percentage of copied labels with 20 or more scans that a rule detects, and the number of honest items per false
 * alarm; and the same for each rule. The simulated data does not depend on the rules (scripts/verdict).
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
