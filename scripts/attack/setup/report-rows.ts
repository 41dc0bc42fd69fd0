import { type Effort, type Probe, Unavailable } from './probe.ts'
import type { Target } from './target.ts'

/** One finding as it is printed: what was found, its bound, and the result. */
export type ReportRow = {
  probe: string
  outcome: 'passed' | 'failed' | 'skipped'
  figure: string
  bound: string
  /** Seconds since the start of the probe. */
  seconds: number
}

/** Timeout of a probe. The longest one sends a million calls. */
const maxMs = 480_000

/** A probe that crashes or times out counts as a failure. */
export async function runProbe(
  { name: probe, run }: { name: string; run: Probe },
  target: Target,
  effort: Effort,
  ms = maxMs,
): Promise<ReportRow[]> {
  const startedAt = performance.now()
  const row = (outcome: ReportRow['outcome'], figure: string, bound = ''): ReportRow => ({
    probe,
    outcome,
    figure,
    bound,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  })
  try {
    const found = [await withinTime(run(target, effort), ms)].flat()
    return found.map(({ figure, bound, passed }) => row(passed ? 'passed' : 'failed', figure, bound))
  } catch (error) {
    if (error instanceof Unavailable) return [row('skipped', error.message)]
    return [row('failed', `crashed: ${(error as Error).stack ?? error}`)]
  }
}

function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`timed out after ${ms / 1000} s`)), ms)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}

export function countOutcomes(rows: readonly ReportRow[]) {
  const count = (outcome: ReportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

const marks = { passed: '✓', failed: '✗', skipped: '–' }

export function formatRow({ probe, outcome, figure, bound, seconds }: ReportRow): string {
  return `${marks[outcome]} ${probe.padEnd(17)} ${figure}${bound && `; bound ${bound}`}: ${outcome} (${seconds} s)`
}

/** All findings as a table. Lines that are too long are cut. */
export function formatTable(rows: readonly ReportRow[]): string[] {
  const cells = [
    ['probe', 'figure', 'bound', 'outcome'],
    ...rows.map(({ probe, figure, bound, outcome }) => [probe, cut(figure), bound, outcome]),
  ]
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)))
  return cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
}

const maxLetters = 110
const cut = (text: string) => {
  const line = text.split('\n')[0]!
  return line.length > maxLetters ? `${line.slice(0, maxLetters - 1)}…` : line
}
