/** One line of the report. `ratio` is `ours` (measured) divided by `floor` (the baseline). The unit defines whether more or less is better. */
export type BenchResult = {
  name: string
  ours: number
  floor: number | null
  ratio: number | null
  unit: string
  rounds: number
} & Record<string, number | string | null>

/**
 * How long a benchmark may take: rounds of both sides, seconds of one measurement under load, codes that are generated, codes
 * that shoppers scan, codes of the large database of `growth`.
 */
export type BenchEffort = { rounds: number; duration: number; codes: number; scanned: number; grown: number }

type BothSides = { ours: number; floor: number }

/** Alternates both sides, so that other load affects both; returns the median of each. */
export async function runInterleaved(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<BothSides> {
  const measured: { ours: number[]; floor: number[] } = { ours: [], floor: [] }
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await ours())
    measured.floor.push(await floor())
  }
  return { ours: median(measured.ours), floor: median(measured.floor) }
}

/** The line of a benchmark with two sides. `digits`: of both sides, after the point. */
export function compareSides(
  { name, unit, rounds, digits = 0 }: { name: string; unit: string; rounds: number; digits?: number },
  { ours, floor }: BothSides,
): BenchResult {
  return { name, ours: round(ours, digits), floor: round(floor, digits), ratio: round(ours / floor), unit, rounds }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export async function measureSeconds(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return (performance.now() - startedAt) / 1000
}

export function round(value: number, digits = 3): number {
  return Number(value.toFixed(digits))
}
