import fc from 'fast-check'

/**
 * What may happen to a request.
 * - lost: never arrives · unanswered: arrives, its answer does not · twice: arrives twice · late: is given up, and arrives
 *   when something else has happened already · 500: fails before, 500 after: fails when everything is committed
 * - 401, 413, 429 · portal: a hotel answers 200 with a page of its own · crash: the tab dies when the request is out
 */
export const faults = [
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
export type Fault = (typeof faults)[number]

/** Which request of a drain it happens to. */
export type FaultPlan = { request: number; fault: Fault } | undefined
export const faultPlan: fc.Arbitrary<FaultPlan> = fc.option(
  fc.record({ request: fc.nat({ max: 3 }), fault: fc.constantFrom(...faults) }),
  { nil: undefined, freq: 3 },
)

export class SimulatedCrash extends Error {
  override name = 'SimulatedCrash'
}
