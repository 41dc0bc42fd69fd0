import type { Target } from './target.ts'

/** A finding of a probe, with a text: `figure` is compared with `bound`. */
export type ProbeFinding = { figure: string; bound: string; passed: boolean }

/** The extent of a probe: `quick` is a part of `npm test` and takes seconds. */
export type Effort = 'full' | 'quick'

export type Probe = (target: Target, effort: Effort) => Promise<ProbeFinding | readonly ProbeFinding[]>

/** This machine lacks a requirement of the probe: the probe is reported as skipped. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** A finding with an upper bound. */
export function boundedFinding(value: number, bound: number, unit: string, about = ''): ProbeFinding {
  const digits = Number.isInteger(value) ? 0 : 2
  return { figure: `${about}${value.toFixed(digits)} ${unit}`, bound: `≤ ${bound} ${unit}`, passed: value <= bound }
}

/** A finding that counts forbidden events: its bound is zero. */
export function zeroFinding(found: readonly string[], asked: number, what: string): ProbeFinding {
  const examples = found.length > 0 ? `: ${found.slice(0, 3).join('; ').slice(0, 300)}` : ''
  return {
    figure: `${found.length} of ${asked} ${what}${examples}`,
    bound: '0',
    passed: found.length === 0 && asked > 0,
  }
}
