import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '#server/core/db/database.ts'
import { isLostConnection } from '#server/core/db/database-error.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { and, asc, eq, inArray, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { type GrowingPause, growingPauses } from '#server/core/growing-pauses.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import type { Services } from '#server/core/services.ts'
import type { DomainEvent, EventType } from '#shared/core/domain-event.ts'
import type { Subscriber } from './subscriber.ts'
import { domainEvent } from './table.ts'

/** Events of one transaction. Subscribers search at most as many subjects in a statement, and lock them until the commit. */
const maxDelivered = 20
const everyMs = 500
const pauses = growingPauses(1_000, 60_000)
const maxRetrySeconds = 300
/**
 * The server ends a statement of a subscriber after this time: before `openDatabase` counts it as a lost connection, after which the
 * session would go on and keep the lock.
 */
const statementTimeoutMs = 20_000

type EventRow = typeof domainEvent.$inferSelect

/** Delivers events in this process until stopped. Several workers may run it: one at a time delivers. */
export function startEventDelivery(services: Services, subscribers: readonly Subscriber[]): { stop(): Promise<void> } {
  const abort = new AbortController()
  const { signal } = abort
  const run = async () => {
    let failed: GrowingPause | undefined
    while (!signal.aborted) {
      try {
        await deliverEvents(services, subscribers, signal)
        failed = undefined
      } catch (error) {
        failed = (failed ?? pauses).next()
        services.log.warn({ err: error }, `events: ${loggedMessage(error)}`)
      }
      await pause(failed?.duration ?? everyMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      abort.abort()
      await running
    },
  }
}

/**
 * Delivers all events that are due, in batches. If a batch fails, its events are delivered one by one, so that an event that a
 * subscriber cannot handle delays later events of its own subject only.
 */
export async function deliverEvents(
  services: Services,
  subscribers: readonly Subscriber[],
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await hasDue(services, subscribers))) {
    const delivered = await deliverBatch(services, subscribers).catch((error) => {
      services.log.warn({ err: error }, 'events not handled together, each is delivered by itself')
      return undefined
    })
    if (delivered === 0) return
    if (delivered !== undefined) continue
    for (let n = 0; n < maxDelivered && !signal?.aborted && (await deliverNext(services, subscribers)); n++);
  }
}

/** The only statement while there are no events. */
async function hasDue({ db }: Services, subscribers: readonly Subscriber[]): Promise<boolean> {
  const { rows } = await db.read.execute<{ hasDue: boolean }>(sql`
    select exists (select from domain_event where ${isDue(subscribers)}) as "hasDue"`)
  return rows[0]!.hasDue
}

/** Leaves events that only another version of the server knows to its workers: both run during an upgrade. */
function isDue(subscribers: readonly Subscriber[]): SQL {
  const names = new Set(subscribers.flatMap(({ events }) => events.map(({ name }) => name)))
  return sql`due_at <= now() and name = any(${textArray([...names])})`
}

/** @returns the number of delivered events: 0 if another worker delivers, or if all wait for an earlier one that failed */
function deliverBatch(services: Services, subscribers: readonly Subscriber[]): Promise<number> {
  return services.db.system(async (tx) => {
    const rows = await takeDue(tx, subscribers, maxDelivered)
    for (const subscriber of subscribers) await handle(tx, rows, subscriber, services)
    await remove(tx, rows)
    return rows.length
  })
}

/**
 * Delivers one event to each subscriber apart. A failure that ends the transaction, such as a lost connection, is recorded in another one,
 * so that the event is not the next one again.
 *
 * @returns false if there is none
 */
async function deliverNext(services: Services, subscribers: readonly Subscriber[]): Promise<boolean> {
  let taken: EventRow[] = []
  try {
    await services.db.system(async (tx) => {
      taken = await takeDue(tx, subscribers, 1)
      for (const row of taken) await handleApart(tx, row, subscribers, services)
    })
  } catch (error) {
    const [row] = taken
    if (!row) throw error
    logFailure(services, row, error)
    await services.db.system((tx) => retryLater(tx, row, row.handledBy))
  }
  return taken.length > 0
}

async function handleApart(
  tx: Tx,
  row: EventRow,
  subscribers: readonly Subscriber[],
  services: Services,
): Promise<void> {
  const handledBy: string[] = []
  for (const subscriber of subscribers) {
    try {
      await tx.transaction((part) => handle(part, [row], subscriber, services))
      handledBy.push(subscriber.name)
    } catch (error) {
      // The others could not be called, either.
      if (isLostConnection(error)) throw error
      logFailure(services, row, error, subscriber.name)
    }
  }
  if (handledBy.length === subscribers.length) await remove(tx, [row])
  else await retryLater(tx, row, handledBy)
}

function logFailure({ log }: Services, { id, name, failures }: EventRow, error: unknown, subscriber?: string): void {
  log.error({ err: error, event: name, id, failures, subscriber }, 'event not handled')
}

/** The events that are due, in the order in which they happened. The lock lets one transaction at a time deliver. */
async function takeDue(tx: Tx, subscribers: readonly Subscriber[], most: number): Promise<EventRow[]> {
  const { rows } = await tx.execute<{ isAlone: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('events:deliver', 0)) as "isAlone",
      set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`)
  if (!rows[0]!.isAlone) return []
  return tx
    .select()
    .from(domainEvent)
    .where(
      sql`${isDue(subscribers)} and not exists (select from domain_event earlier where earlier.failures > 0
        and earlier.subject = ${domainEvent.subject} and earlier.id < ${domainEvent.id} and earlier.due_at > now())`,
    )
    .orderBy(asc(domainEvent.id))
    .limit(most)
}

async function handle(tx: Tx, rows: readonly EventRow[], subscriber: Subscriber, services: Services): Promise<void> {
  const types = new Map(subscriber.events.map((type) => [type.name, type]))
  const events = rows
    .filter(({ name, handledBy }) => types.has(name) && !handledBy.includes(subscriber.name))
    .map(({ name, merchantId, subject, data, createdAt: at }): DomainEvent<EventType> => {
      return { name, merchantId, subject, data: types.get(name)!.data.parse(data), at }
    })
  if (events.length > 0) await subscriber.handle(tx, events, services)
}

async function remove(tx: Tx, rows: readonly EventRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(domainEvent).where(inArray(domainEvent.id, ids))
}

/** Changes nothing if another worker has recorded a failure meanwhile. */
async function retryLater(tx: Tx, { id, failures }: EventRow, handledBy: string[]): Promise<void> {
  const seconds = Math.min(maxRetrySeconds, 2 ** Math.min(failures, 10))
  await tx
    .update(domainEvent)
    .set({ handledBy, failures: failures + 1, dueAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(domainEvent.id, id), eq(domainEvent.failures, failures)))
}
