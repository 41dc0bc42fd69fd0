import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { violatedConstraint } from '#server/core/db/database-error.ts'
import { nullableArray, recordset, uuidArray } from '#server/core/db/sql-params.ts'
import type { SyncCall } from '#server/sync/entity.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { withoutNulls } from '#shared/core/without-nulls.ts'
import type { OpResult } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'

export type HashedOperation = Operation & { hash: string }
/** What the ledger keeps of an operation that was decided: what was answered, and what tells it from another. */
export type LedgerEntry = {
  hash: string
  sentAs: Pick<Operation, 'deviceId' | 'n' | 'supersedes'>
  result: OpResult & { status: 'applied' | 'merged' | 'rejected' }
}

/** Copies of a push arrive together: one after the other of each device, and of those that share its lock. */
const locks = 64

/** Waits until no other transaction decides operations of these devices, and keeps others waiting. */
export async function lockDevices(tx: Tx, merchantId: string, operations: readonly HashedOperation[]): Promise<void> {
  const devices = [...new Set(operations.map(({ deviceId }) => deviceId))]
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(concat_ws(' ', 'sync', ${merchantId}::text, hashtext(device::text) & ${locks - 1}), 0) as key
      from unnest(${uuidArray(devices)}) as device order by key) as locks`)
}

type EntryRow = Omit<LedgerEntry, 'result'> & LedgerEntry['result']
const columns = sql.raw(`
  entry.op_id as "opId", encode(entry.hash, 'hex') as hash, entry.status, entry.ver, entry.seq::float8 as seq,
  entry.code, entry.message, entry.details,
  jsonb_strip_nulls(jsonb_build_object('deviceId', device_id, 'n', n, 'supersedes', supersedes)) as "sentAs"`)

function entryOf({ hash, sentAs, ...result }: EntryRow): LedgerEntry {
  return { hash, sentAs, result: withoutNulls(result) }
}

/** What was decided when these came before. The limit makes it a look into the key for each, however full the ledger is. */
export async function findLedgerEntries(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, LedgerEntry>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<EntryRow>(sql`
    select ${columns} from unnest(${uuidArray(ids)}) as wanted (id) cross join lateral (
      select * from sync_op where merchant_id = ${merchantId} and op_id = wanted.id limit 1) as entry`)
  return new Map(rows.map((row) => [row.opId, entryOf(row)]))
}

/**
 * What took effect of that which these replace, themselves or by way of others that were rejected. Of the same person and
 * record only: a number that somebody read elsewhere says nothing.
 */
export async function appliedPredecessors(
  tx: Tx,
  merchantId: string,
  operations: readonly Operation[],
): Promise<Map<string, LedgerEntry>> {
  if (operations.length === 0) return new Map()
  const given = operations.map(({ opId, userId, entity, recordId, supersedes }) => {
    return { root: opId, userId, entity, recordId, supersedes }
  })
  const types = 'root uuid, "userId" uuid, entity text, "recordId" uuid, supersedes uuid'
  const isSame = sql`entry.merchant_id = ${merchantId} and entry.op_id = chain.op_id and entry.user_id = chain.user_id
    and entry.entity = chain.entity and entry.record_id = chain.record_id`
  const { rows } = await tx.execute<EntryRow & { root: string }>(sql`
    with recursive chain (root, user_id, entity, record_id, op_id) as (
      select root, "userId", entity, "recordId", supersedes from ${recordset(given, types)}
      union
      select root, chain.user_id, chain.entity, chain.record_id, entry.supersedes
      from chain join sync_op entry on ${isSame} and entry.status = 'rejected')
    select chain.root, ${columns} from chain join sync_op entry on ${isSame} and entry.status <> 'rejected'`)
  return new Map(rows.map(({ root, ...row }) => [root, entryOf(row)]))
}

/** Which of these took effect (the limit as above), themselves or what their person replaced them with. */
export async function appliedOrSuperseded(
  tx: Tx,
  merchantId: string,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ root: string }>(sql`
    with recursive chain (root, op_id) as (
      select id, id from unnest(${uuidArray(ids)}) as id
      union
      select chain.root, next.op_id from chain
      join sync_op next on next.merchant_id = ${merchantId} and next.supersedes = chain.op_id and next.user_id = ${userId})
    select distinct chain.root from chain cross join lateral (
      select status from sync_op where merchant_id = ${merchantId} and op_id = chain.op_id limit 1) as entry
    where entry.status in ('applied', 'merged')`)
  return new Set(rows.map(({ root }) => root))
}

type Plain = keyof Pick<
  HashedOperation & OpResult,
  'opId' | 'hash' | 'deviceId' | 'n' | 'entity' | 'recordId' | 'kind' | 'supersedes' | 'status' | 'ver' | 'seq'
>

/**
 * Enters what was decided, with the number of this transaction among the merchant's commits, and answers the number. Every
 * operation is the caller's own (judge.ts lets no other pass). From here on the merchant's other writers wait. What was not
 * decided is not entered: it will come again.
 */
export async function recordResults(
  { tx, merchantId, actor }: Pick<SyncCall, 'tx' | 'merchantId' | 'actor'>,
  operations: ReadonlyMap<string, HashedOperation>,
  results: readonly OpResult[],
): Promise<number | undefined> {
  const decided = results.filter(({ status }) => status !== 'blocked' && status !== 'retry')
  const entries = decided.map((result) => ({ ...operations.get(result.opId)!, ...result }))
  const column = (name: Plain) => nullableArray(entries.map((entry) => entry[name]))
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
    left join ${recordset(told, '"opId" uuid, code text, message text, details jsonb')} on op_id = listed."opId"
    cross join place
    returning (select seq::float8 from place) as place`)
  const { rows } = await entered.catch(rejectIfAlreadyRecorded)
  return rows[0]?.place ?? undefined
}

/** Somebody sends operations under the numbers of another device at this moment: what this push did is undone. */
function rejectIfAlreadyRecorded(error: unknown): never {
  throw violatedConstraint(error) === 'sync_op_merchant_id_op_id_pk' ? new Problem(coreProblems.unavailable) : error
}
