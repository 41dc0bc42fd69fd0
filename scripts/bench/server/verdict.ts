import { type BenchEffort, type BenchResult, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { largest, largestAfter, type Measure, unitCounts } from '#scripts/verdict/evaluation/detection.ts'
import { rateOf } from '#scripts/verdict/evaluation/interval.ts'
import { drawSample, type SimulatedItem } from '#scripts/verdict/evaluation/sample.ts'
import { worlds } from '#scripts/verdict/worlds/all.ts'

const most = Math.max(...unitCounts)

const isWarned: Measure = ({ level }) => (level === 'caution' || level === 'suspected_copy' ? 1 : 0)
const isSuspected: Measure = ({ level }) => (level === 'suspected_copy' ? 1 : 0)

/**
 * Percentage of copied labels that the engine with its default settings notices until 20 items were scanned, and of honest
 * items that it ever warns about: in the world with the worst figure of each. `npm run verdict -- figures` has all figures.
 */
export async function verdict(_stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  const sizes = { honest: 400, copied: 10 * rounds, units: most }
  const samples = worlds.map((world, n) => drawSample(world, { ...sizes, isJudged: true }, 2026 + n))
  const percent = (shares: number[], worst: (...shares: number[]) => number) => round(100 * worst(...shares), 2)
  const detected = (measure: Measure) =>
    percent(
      samples.map(({ copied }) => shareOf(copied, ({ steps }) => largestAfter(steps, measure, most) > 0)),
      Math.min,
    )
  const warned = (measure: Measure) =>
    percent(
      samples.map(({ honest }) => shareOf(honest, ({ steps }) => largest(steps, measure) > 0)),
      Math.max,
    )
  return {
    name: 'verdict',
    ours: detected(isWarned),
    floor: null,
    ratio: null,
    unit: '% of copies',
    rounds,
    items: samples.reduce((sum, { copied }) => sum + copied.length, 0),
    honestItems: samples.reduce((sum, { honest }) => sum + honest.length, 0),
    detection: detected(isWarned),
    falseAlarm: warned(isWarned),
    suspectedDetection: detected(isSuspected),
    suspectedFalseAlarm: warned(isSuspected),
  }
}

const shareOf = (items: readonly SimulatedItem[], holds: (item: SimulatedItem) => boolean): number =>
  rateOf(items.map((item) => ({ weight: item.weight, holds: holds(item) }))).rate
