import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { pingType, type WebhookDeliveryState } from '#shared/webhook/contract.ts'
import { webhookStopped } from '#shared/webhook/events.ts'
import type { Claimed } from './claim.ts'
import type { Outcome } from './post.ts'
import { secondsUntilRepetition } from './schedule.ts'

/** An endpoint at which no message has arrived for this time is turned off. */
const longestFailureDays = 5

export type Attempted = Pick<Claimed, 'id' | 'webhookId' | 'attempts' | 'isFailing'> & {
  type: string
  outcome: Outcome
}

/**
 * Stores what became of attempts, and turns off endpoints that do not want or do not get messages any more. One statement while
 * everything arrives.
 */
export async function recordAttempts(tx: Tx, attempted: readonly Attempted[]): Promise<void> {
  if (attempted.length === 0) return
  await storeOutcomes(tx, attempted)
  const endpointsOf = (isMeant: (attempt: Attempted) => boolean) => [
    ...new Set(attempted.filter(isMeant).map(({ webhookId }) => webhookId)),
  ]
  const arrived = endpointsOf(({ outcome }) => outcome.failure === null)
  const recovered = endpointsOf(({ outcome, isFailing }) => outcome.failure === null && isFailing)
  // A ping that fails is answered to the person who sent it. Nothing waits because of it.
  const failing = endpointsOf(({ outcome, type }) => outcome.failure !== null && type !== pingType).filter(
    (id) => !arrived.includes(id),
  )
  const gone = endpointsOf(({ outcome }) => outcome.failure === 'gone')
  if (recovered.length > 0)
    await tx.execute(sql`update webhook set failing_since = null where id = any(${uuidArray(recovered)})`)
  if (failing.length > 0)
    await tx.execute(sql`
      update webhook set failing_since = now() where id = any(${uuidArray(failing)}) and failing_since is null`)
  if (failing.length + gone.length > 0) await stopEndpoints(tx, gone, failing)
}

async function storeOutcomes(tx: Tx, attempted: readonly Attempted[]): Promise<void> {
  const rows = attempted.map(({ id, attempts, type, outcome: { retryAfter, ...outcome } }) => {
    const isFinal = outcome.failure === 'address' || outcome.failure === 'gone' || type === pingType
    const pause = outcome.failure === null || isFinal ? undefined : secondsUntilRepetition(attempts, retryAfter)
    const state: WebhookDeliveryState =
      outcome.failure === null ? 'delivered' : pause === undefined ? 'failed' : 'waiting'
    return { id, attempts, state, pause: pause ?? 0, ...outcome }
  })
  // The attempt of a worker that was taken for dead counts only if the message has arrived.
  await tx.execute(sql`
    update webhook_delivery d set state = listed.state, due_at = now() + make_interval(secs => listed.pause), attempted_at = now(),
      status = listed.status, milliseconds = listed.milliseconds, failure = listed.failure, answer = listed.answer
    from ${recordset(
      rows,
      'id uuid, attempts int, state text, pause float8, status int, milliseconds int, failure text, answer text',
    )} where d.id = listed.id and (d.attempts = listed.attempts or listed.state = 'delivered')`)
}

async function stopEndpoints(tx: Tx, gone: readonly string[], failing: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string; merchantId: string; url: string }>(sql`
    update webhook set is_on = false, stopped_at = now(),
      stop = case when id = any(${uuidArray(gone)}) then 'gone' else 'failing' end
    where is_on and (id = any(${uuidArray(gone)}) or (id = any(${uuidArray(failing)})
      and failing_since < now() - make_interval(days => ${longestFailureDays})))
    returning id, merchant_id as "merchantId", url`)
  if (rows.length === 0) return
  await dropWaiting(
    tx,
    rows.map(({ id }) => id),
  )
  await emit(
    tx,
    webhookStopped,
    rows.map(({ id, merchantId, url }) => ({ merchantId, subject: id, data: { host: new URL(url).host } })),
  )
}

/** Gives up what waits for endpoints that were turned off. It can be sent again, as what happens meanwhile. */
export async function dropWaiting(tx: Tx, webhookIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update webhook_delivery set state = 'failed', failure = 'off'
    where webhook_id = any(${uuidArray(webhookIds)}) and state = 'waiting'`)
}
