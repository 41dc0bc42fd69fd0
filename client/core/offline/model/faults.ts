import fc from 'fast-check'

/**
 * Faults of a request.
 * - lost: never arrives · unanswered: arrives, its response does not · twice: arrives twice · late: fails here, and
 *   arrives later, after other requests · 500: fails before the commit, 500 after: fails after the commit
 * - 401, 413, 429 · portal: a captive portal responds 200 with its own page · crash: the tab dies after the request was
 *   sent
 */
const faults = [
  'lost',
  'unanswered',
  'twice',
  'late',
  '500',
  '500 after',
  '401',
  '413',
  '429',
  'portal',
  'crash',
] as const
type Fault = (typeof faults)[number]

/** The index of the request of a sync that the fault applies to. */
export type FaultPlan = { request: number; fault: Fault } | undefined
export const faultPlan: fc.Arbitrary<FaultPlan> = fc.option(
  fc.record({ request: fc.nat({ max: 3 }), fault: fc.constantFrom(...faults) }),
  { nil: undefined, freq: 3 },
)

export class SimulatedCrashError extends Error {
  override name = 'SimulatedCrashError'
}
