import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { SyncCall } from '#server/sync/entity.ts'
import type { OpResult } from '#shared/sync/contract.ts'
import { clampDeviceTime } from '#shared/sync/device-time.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { ChangeAuthor, FieldConflict } from '#shared/sync/rules.ts'
import { uuid7Time } from '#shared/sync/uuid7.ts'

type Clashes = Record<string, FieldConflict>
type Wanted = { recordId: string; path: string | null }
type Found = Wanted & { opId: string; user: string; name: string; arrivedAt: Date }

const keyOf = ({ recordId, path }: Wanted) => `${recordId} ${path ?? ''}`

/** Adds to each conflict who wrote the value that was kept, and when. The ledger knows it of updates that came from devices. */
export async function withChangeAuthors(
  { tx, merchantId }: Pick<SyncCall, 'tx' | 'merchantId'>,
  operations: ReadonlyMap<string, Operation>,
  results: readonly OpResult[],
): Promise<OpResult[]> {
  const wanted = results.flatMap((result) => wantedOf(operations.get(result.opId)!, result))
  if (wanted.length === 0) return [...results]
  const { rows } = await tx.execute<Found>(sql`
    select "recordId", path, op.op_id as "opId", account.id as user, account.username as name, op.created_at as "arrivedAt"
    from ${recordset(wanted, '"recordId" uuid, path text')} cross join lateral (
      select op_id, user_id, created_at from sync_op
      where merchant_id = ${merchantId} and record_id = "recordId" and paths is not null and seq is not null
        and (path is null or path = any(paths))
      order by seq desc limit 1) as op
    join account on account.id = op.user_id and account.merchant_id = ${merchantId}`)
  const authors = new Map(
    rows.map(({ opId, user, name, arrivedAt, ...key }): [string, ChangeAuthor] => {
      const at = clampDeviceTime(uuid7Time(opId), new Date(arrivedAt))
      return [keyOf(key), { user, name, at: at.toISOString() }]
    }),
  )
  return results.map((result) => {
    const { recordId, kind } = operations.get(result.opId)!
    const by = kind === 'remove' ? authors.get(keyOf({ recordId, path: null })) : undefined
    const clashes = Object.entries((result.details?.clashes ?? {}) as Clashes).map(([path, clash]) => {
      const author = authors.get(keyOf({ recordId, path }))
      return [path, { ...clash, ...(author && { by: author }) }]
    })
    if (clashes.length > 0) return { ...result, details: { ...result.details, clashes: Object.fromEntries(clashes) } }
    return result.status === 'merged' && by ? { ...result, details: { ...result.details, by } } : result
  })
}

/** A removal that met a change is about the record, a conflict about its field. The server's own reasons have no author. */
function wantedOf({ recordId, kind }: Operation, { status, details }: OpResult): Wanted[] {
  if (kind === 'remove') return status === 'merged' ? [{ recordId, path: null }] : []
  const clashes = Object.entries((details?.clashes ?? {}) as Clashes)
  return clashes.flatMap(([path, { refused }]) => (refused ? [] : [{ recordId, path }]))
}
