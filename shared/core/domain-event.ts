import type { z } from 'zod'

/** A kind of domain event, named `<aggregate>.<past tense>`. `data` is what it says besides its merchant and its subject. */
export type EventType<N extends string = string, S extends z.ZodObject = z.ZodObject> = { name: N; data: S }

/**
 * Declares what a domain tells the others. The name and the data are kept: events may wait in the database during an upgrade.
 *
 * @example
 * import { z } from 'zod'
 * const orderFinished = defineEvent('order.finished', z.object({ number: z.string() }))
 * orderFinished.name // => 'order.finished'
 */
export const defineEvent = <const N extends `${string}.${string}`, S extends z.ZodObject>(
  name: N,
  data: S,
): EventType<N, S> => ({ name, data })

/** An event as subscribers get it. `subject` is the id of the aggregate, and `at` the time of the transaction. */
export type DomainEvent<T extends EventType> =
  T extends EventType<infer N, infer S>
    ? { name: N; merchantId: string; subject: string; data: z.output<S>; at: Date }
    : never
