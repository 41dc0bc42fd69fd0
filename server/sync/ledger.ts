import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import { brokenConstraint } from '#server/core/db-error.ts'
import { listed, tokens, uuids } from '#server/core/set.ts'
import { coreProblems, Problem } from '#shared/core/problem.ts'
import type { OpResult } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { SyncCall } from './entity.ts'

export type Hashed = Operation & { hash: string }
/** What the ledger keeps of an operation that was decided: what was answered, and what tells it from another. */
export type Entry = {
  hash: string
  sentAs: Pick<Operation, 'deviceId' | 'n' | 'supersedes'>
  result: OpResult & { status: 'applied' | 'merged' | 'rejected' }
}

/** Copies of a push arrive together: one after the other of each device, and of those that share its lock. */
const locks = 64

/** Waits until no other transaction decides operations of these devices, and keeps others waiting. */
export async function holdDevices(tx: Tx, merchantId: string, operations: readonly Hashed[]): Promise<void> {
  const devices = [...new Set(operations.map(({ deviceId }) => deviceId))]
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(concat_ws(' ', 'sync', ${merchantId}::text, hashtext(device::text) & ${locks - 1}), 0) as key
      from unnest(${uuids(devices)}) as device order by key) as locks`)
}

/** What was decided when these came before. The limit makes it a look into the key for each, however full the ledger is. */
export async function recall(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, Entry>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<Omit<Entry, 'result'> & Entry['result']>(sql`
    select op_id as "opId", encode(hash, 'hex') as hash, status, ver, seq::float8 as seq, code, message, details,
      jsonb_strip_nulls(jsonb_build_object('deviceId', device_id, 'n', n, 'supersedes', supersedes)) as "sentAs"
    from unnest(${uuids(ids)}) as wanted (id) cross join lateral (
      select * from sync_op where merchant_id = ${merchantId} and op_id = wanted.id limit 1) as entry`)
  return new Map(
    rows.map(({ hash, sentAs, ...result }) => [result.opId, { hash, sentAs, result: withoutNulls(result) }]),
  )
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

type Plain = keyof Pick<
  Hashed & OpResult,
  'opId' | 'hash' | 'deviceId' | 'n' | 'entity' | 'recordId' | 'kind' | 'supersedes' | 'status' | 'ver' | 'seq'
>

/**
 * Enters what was decided, with the number of this transaction among the merchant's commits, and answers the number. Every
 * operation is the caller's own (judge.ts lets no other pass). From here on the merchant's other writers wait. What was not
 * decided is not entered: it will come again.
 */
export async function conclude(
  { tx, merchantId, actor }: Pick<SyncCall, 'tx' | 'merchantId' | 'actor'>,
  operations: ReadonlyMap<string, Hashed>,
  results: readonly OpResult[],
): Promise<number | undefined> {
  const decided = results.filter(({ status }) => status !== 'blocked' && status !== 'retry')
  const entries = decided.map((result) => ({ ...operations.get(result.opId)!, ...result }))
  const column = (name: Plain) => tokens(entries.map((entry) => entry[name]))
  const told = entries.filter(({ code, details }) => code || details)
  const entered = tx.execute<{ place: number | null }>(sql`
    with place as materialized (select sync_place(${merchantId}) as seq)
    insert into sync_op (merchant_id, op_id, hash, device_id, n, user_id, entity, record_id, kind, supersedes, status, ver,
      seq, code, message, details)
    select ${merchantId}, op_id, decode(hash, 'hex'), device_id, n, ${actor.id}, entity, record_id, kind, supersedes,
      case status when 'duplicate' then 'merged' else status end, ver,
      case when status in ('applied', 'merged') then place.seq else earlier end, code, message, details
    from unnest(${column('opId')}::uuid[], ${column('hash')}::text[], ${column('deviceId')}::uuid[], ${column('n')}::bigint[],
      ${column('entity')}::text[], ${column('recordId')}::uuid[], ${column('kind')}::text[],
      ${column('supersedes')}::uuid[], ${column('status')}::text[], ${column('ver')}::int[], ${column('seq')}::bigint[])
      as entry (op_id, hash, device_id, n, entity, record_id, kind, supersedes, status, ver, earlier)
    left join ${listed(told, '"opId" uuid, code text, message text, details jsonb')} on op_id = listed."opId"
    cross join place
    returning (select seq::float8 from place) as place`)
  const { rows } = await entered.catch(undoneWhereEntered)
  return rows[0]?.place ?? undefined
}

/** Somebody sends operations under the numbers of another device at this moment: what this push did is undone. */
function undoneWhereEntered(error: unknown): never {
  throw brokenConstraint(error) === 'sync_op_merchant_id_op_id_pk' ? new Problem(coreProblems.unavailable) : error
}

function withoutNulls(result: Entry['result']): Entry['result'] {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null)) as Entry['result']
}
