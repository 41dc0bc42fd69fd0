import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import { listed, uuids } from '#server/core/set.ts'
import type { OpResult } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'

export type Hashed = Operation & { hash: string }
export type Entry = Omit<OpResult, 'status'> & { hash: string; status: 'applied' | 'merged' | 'rejected' }

const columns =
  '"opId" uuid, hash text, "deviceId" uuid, n bigint, "userId" uuid, entity text, "recordId" uuid, kind text, supersedes uuid'

/**
 * Enters operations; the ids returned are new. An operation that another transaction is deciding is waited for. In the
 * order of their ids, so that two pushes of the same operations never wait for each other.
 */
export async function enter(tx: Tx, merchantId: string, operations: readonly Hashed[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ op_id: string }>(sql`
    insert into sync_op (merchant_id, op_id, hash, device_id, n, user_id, entity, record_id, kind, supersedes)
    select ${merchantId}, "opId", decode(hash, 'hex'), "deviceId", n, "userId", entity, "recordId", kind, supersedes
    from ${listed(operations.map(entryOf), columns)}
    order by "opId"
    on conflict do nothing returning op_id`)
  return new Set(rows.map(({ op_id }) => op_id))
}

function entryOf({ opId, hash, deviceId, n, userId, entity, recordId, kind, supersedes }: Hashed) {
  return { opId, hash, deviceId, n, userId, entity, recordId, kind, supersedes }
}

/** What was decided when these came before. */
export async function recall(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, Entry>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<Entry>(sql`
    select op_id as "opId", encode(hash, 'hex') as hash, status, ver, seq::float8 as seq, code, message, details
    from sync_op where merchant_id = ${merchantId} and op_id = any(${uuids(ids)}) and status is not null`)
  return new Map(rows.map((row) => [row.opId, withoutNulls(row)]))
}

/** Which of these took effect, themselves or what replaced them. */
export async function effective(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ root: string }>(sql`
    with recursive chain (root, op_id) as (
      select id, id from unnest(${uuids(ids)}) as id
      union
      select chain.root, next.op_id from chain
      join sync_op next on next.merchant_id = ${merchantId} and next.supersedes = chain.op_id)
    select distinct chain.root from chain
    join sync_op entry on entry.merchant_id = ${merchantId} and entry.op_id = chain.op_id
    where entry.status in ('applied', 'merged')`)
  return new Set(rows.map(({ root }) => root))
}

/** Which of these were replaced by an operation that took effect. */
export async function replaced(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ supersedes: string }>(sql`
    select supersedes from sync_op where merchant_id = ${merchantId} and supersedes = any(${uuids(ids)})
      and status in ('applied', 'merged')`)
  return new Set(rows.map(({ supersedes }) => supersedes))
}

/** Writes what was decided, and forgets what was not: it will come again. */
export async function conclude(tx: Tx, merchantId: string, results: readonly OpResult[]): Promise<void> {
  const open = results.filter(({ status }) => status === 'blocked' || status === 'retry')
  const decided = results.filter(({ status }) => status !== 'blocked' && status !== 'retry')
  if (open.length > 0) {
    await tx.execute(sql`
      delete from sync_op where merchant_id = ${merchantId} and op_id = any(${uuids(open.map(({ opId }) => opId))})`)
  }
  if (decided.length > 0) {
    await tx.execute(sql`
      update sync_op set status = case listed.status when 'duplicate' then 'merged' else listed.status end, ver = listed.ver, seq = listed.seq, code = listed.code,
        message = listed.message, details = listed.details
      from ${listed(decided, '"opId" uuid, status text, ver int, seq bigint, code text, message text, details jsonb')}
      where merchant_id = ${merchantId} and op_id = listed."opId"`)
  }
}

function withoutNulls(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) as Entry
}
