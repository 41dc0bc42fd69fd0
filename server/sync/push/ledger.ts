import type { Tx } from '#server/core/db/database.ts'
import { violatedConstraint } from '#server/core/db/database-error.ts'
import { nullableArray, recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { SyncCall } from '#server/sync/entity.ts'
import { compactEntry } from '#server/sync/retention/compact-ledger.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { withoutNulls } from '#shared/core/without-nulls.ts'
import type { OpResult } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'

export type HashedOperation = Operation & { hash: string }
/**
 * The ledger's entry of a decided operation: the result, and the fields that identify the operation. A compacted entry has
 * only the result, without `seq`.
 */
export type LedgerEntry = {
  hash?: string
  sentAs?: Pick<Operation, 'deviceId' | 'n' | 'supersedes'>
  result: OpResult & { status: 'applied' | 'merged' | 'rejected' }
}

/** The number of locks. Copies of a push that arrive together are decided in turn; devices with the same lock wait for each other too. */
const locks = 64

/** Waits until no other transaction decides operations of these devices. Later transactions wait for this one. */
export async function lockDevices(tx: Tx, merchantId: string, operations: readonly HashedOperation[]): Promise<void> {
  const devices = [...new Set(operations.map(({ deviceId }) => deviceId))]
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(concat_ws(' ', 'sync', ${merchantId}::text, hashtext(device::text) & ${locks - 1}), 0) as key
      from unnest(${uuidArray(devices)}) as device order by key) as locks`)
}

type EntryRow = { [K in 'hash' | 'sentAs']: LedgerEntry[K] | null } & LedgerEntry['result']
const columns = sql.raw(`
  entry.op_id as "opId", encode(entry.hash, 'hex') as hash, entry.status, entry.ver, entry.seq::float8 as seq,
  entry.code, entry.message, entry.details,
  jsonb_strip_nulls(jsonb_build_object('deviceId', device_id, 'n', n, 'supersedes', supersedes)) as "sentAs"`)

const compactColumns = sql`entry.op_id as "opId", null as hash, entry.status, entry.ver, null::float8 as seq, null as code, null as message,
  null::jsonb as details, null::jsonb as "sentAs"`

function entryOf({ hash, sentAs, ...result }: EntryRow): LedgerEntry {
  return { ...(hash !== null && { hash }), ...(sentAs && { sentAs }), result: withoutNulls(result) }
}

/**
 * The entries of the caller's operations that were decided before. `limit 1` makes PostgreSQL look each one up by its key,
 * at any size of the ledger.
 */
export async function findLedgerEntries(
  { tx, merchantId, actor }: Pick<SyncCall, 'tx' | 'merchantId' | 'actor'>,
  ids: readonly string[],
): Promise<Map<string, LedgerEntry>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<EntryRow>(sql`
    select ${columns} from unnest(${uuidArray(ids)}) as wanted (id) cross join lateral (
      select * from sync_op where merchant_id = ${merchantId} and op_id = wanted.id limit 1) as entry
    union all
    select ${compactColumns} from unnest(${uuidArray(ids)}) as wanted (id)
    cross join lateral ${compactEntry(merchantId, sql`${actor.id}`, sql`wanted.id`)} as entry`)
  return new Map(rows.map((row) => [row.opId, entryOf(row)]))
}

/**
 * For each operation, the applied operation that it supersedes, directly or through rejected ones. Only operations of the
 * same user on the same record count, because an operation id of another user is no proof of a relation.
 */
export async function appliedPredecessors(
  tx: Tx,
  merchantId: string,
  operations: readonly Operation[],
): Promise<Map<string, LedgerEntry>> {
  if (operations.length === 0) return new Map()
  const roots = operations.map(({ opId, userId, entity, recordId, supersedes }) => {
    return { root: opId, userId, entity, recordId, supersedes }
  })
  const types = 'root uuid, "userId" uuid, entity text, "recordId" uuid, supersedes uuid'
  const isSame = sql`entry.merchant_id = ${merchantId} and entry.op_id = chain.op_id and entry.user_id = chain.user_id
    and entry.entity = chain.entity and entry.record_id = chain.record_id`
  const { rows } = await tx.execute<EntryRow & { root: string }>(sql`
    with recursive chain (root, user_id, entity, record_id, op_id) as (
      select root, "userId", entity, "recordId", supersedes from ${recordset(roots, types)}
      union
      select root, chain.user_id, chain.entity, chain.record_id, entry.supersedes
      from chain join sync_op entry on ${isSame} and entry.status = 'rejected')
    select chain.root, ${columns} from chain join sync_op entry on ${isSame} and entry.status <> 'rejected'
    union all
    select chain.root, ${compactColumns} from chain
    cross join lateral ${compactEntry(merchantId, sql`chain.user_id`, sql`chain.op_id`)} as entry
    where entry.record_id = chain.record_id`)
  return new Map(rows.map(({ root, ...row }) => [root, entryOf(row)]))
}

/** The ids of the operations that took effect themselves or through an operation of the same user that supersedes them. */
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
      (select status from sync_op where merchant_id = ${merchantId} and op_id = chain.op_id limit 1)
      union all
      select status from ${compactEntry(merchantId, sql`${userId}`, sql`chain.op_id`)} as compact) as entry
    where entry.status in ('applied', 'merged')`)
  return new Set(rows.map(({ root }) => root))
}

type Plain = keyof Pick<
  HashedOperation & OpResult,
  'opId' | 'hash' | 'deviceId' | 'n' | 'entity' | 'recordId' | 'kind' | 'supersedes' | 'status' | 'ver' | 'seq'
>

/**
 * Records the decided operations with the number of this transaction in the merchant's order of commits, and returns the
 * number. Every operation belongs to the caller (`validateOperations` rejects the others). From here on the merchant's
 * other writers wait. Undecided operations are not recorded, because devices send them again.
 */
export async function recordResults(
  { tx, merchantId, actor }: Pick<SyncCall, 'tx' | 'merchantId' | 'actor'>,
  operations: ReadonlyMap<string, HashedOperation>,
  results: readonly OpResult[],
): Promise<number | undefined> {
  const decided = results.filter(({ status }) => status !== 'blocked' && status !== 'retry')
  const entries = decided.map((result) => ({ ...operations.get(result.opId)!, ...result }))
  const column = (name: Plain) => nullableArray(entries.map((entry) => entry[name]))
  const withDetails = entries.flatMap(({ opId, code, message, details, ...operation }) => {
    const paths = changedPaths(operation, details)
    return code || details || paths ? [{ opId, code, message, details, paths }] : []
  })
  const inserted = tx.execute<{ place: number | null }>(sql`
    with place as materialized (select sync_place(${merchantId}) as seq)
    insert into sync_op (merchant_id, op_id, hash, device_id, n, user_id, entity, record_id, kind, supersedes, status, ver,
      seq, code, message, details, paths)
    select ${merchantId}, op_id, decode(hash, 'hex'), device_id, n, ${actor.id}, entity, record_id, kind, supersedes,
      case status when 'duplicate' then 'merged' else status end, ver,
      case when status in ('applied', 'merged') then place.seq else earlier end, code, message, details, paths
    from unnest(${column('opId')}::uuid[], ${column('hash')}::text[], ${column('deviceId')}::uuid[], ${column('n')}::bigint[],
      ${column('entity')}::text[], ${column('recordId')}::uuid[], ${column('kind')}::text[],
      ${column('supersedes')}::uuid[], ${column('status')}::text[], ${column('ver')}::int[], ${column('seq')}::bigint[])
      as entry (op_id, hash, device_id, n, entity, record_id, kind, supersedes, status, ver, earlier)
    left join ${recordset(withDetails, '"opId" uuid, code text, message text, details jsonb, paths text[]')} on op_id = listed."opId"
    cross join place
    returning (select seq::float8 from place) as place`)
  const { rows } = await inserted.catch(rejectIfAlreadyRecorded)
  return rows[0]?.place ?? undefined
}

/** Fields of one update that are stored at most. */
const maxPaths = 100

/** The fields that an update changed: without those in conflict, which kept their values. */
function changedPaths(
  { kind, patch }: Pick<Operation, 'kind' | 'patch'>,
  details: OpResult['details'],
): string[] | undefined {
  if (kind !== 'update') return undefined
  const clashes = details?.clashes ?? {}
  return Object.keys(patch)
    .filter((path) => !Object.hasOwn(clashes, path))
    .slice(0, maxPaths)
}

/** Another push recorded the same operation ids at the same moment: this push is undone, and the device sends it again. */
function rejectIfAlreadyRecorded(error: unknown): never {
  throw violatedConstraint(error) === 'sync_op_merchant_id_op_id_pk' ? new Problem(coreProblems.unavailable) : error
}
