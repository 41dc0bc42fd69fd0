import type { Tx } from '#server/core/db/database.ts'
import type { Services } from '#server/core/services.ts'
import type { DomainEvent, EventType } from '#shared/core/domain-event.ts'

/** How a domain reacts to events of others. */
export type Subscriber<T extends EventType = EventType> = {
  /** Of the domain. It marks the events that this subscriber has handled, so it is never used for another one. */
  name: string
  events: readonly T[]
  /**
   * Handles up to `maxDelivered` events in the order in which they happened, in the transaction that removes them. So what it writes
   * is written once, and what it locks is locked until then. It makes no network call: it enqueues a job with `tx`. It is called
   * again if the transaction does not commit.
   */
  handle(tx: Tx, events: readonly DomainEvent<T>[], services: Services): Promise<void>
}

export const defineSubscriber = <T extends EventType>(subscriber: Subscriber<T>): Subscriber => subscriber as Subscriber
