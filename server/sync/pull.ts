import type { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { cursorPattern, type Pull, type PulledRow, type PullResponse } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import type { SyncCall, SyncEntity, SyncRow } from './entity.ts'
import { historyPartOfEpoch, readableEntities, readSyncEpoch } from './epoch.ts'
import { isBelowFloor } from './retention/change-floor.ts'

type Changed = { entity: string; id: string; seq: number; ver: number; deleted: boolean }

/**
 * The next page of changed records. Each record is listed at its newest commit only, so the pages are no history: a record
 * that changes while pages are read appears again on a later page.
 */
export async function pull(
  { tx, merchantId, actor, features }: Pick<SyncCall, 'tx' | 'merchantId' | 'actor' | 'features'>,
  entities: readonly SyncEntity[],
  { epoch: known, since, limit }: z.output<typeof Pull>,
): Promise<PullResponse> {
  const readable = await readableEntities({ actor, features }, entities)
  const names = readable.map(({ name }) => name)
  // Read before the epoch: if a tombstone is missing here because it was just deleted, its floor has been raised then.
  const unread = await changesAfter(tx, merchantId, names, { since, limit: limit + 1 })
  const epoch = await readSyncEpoch(tx, merchantId, readable)
  const reset = await isOutdated(tx, merchantId, names, { known, epoch, since })
  const from = reset ? '0' : since
  const changes = reset ? await changesAfter(tx, merchantId, names, { since: from, limit: limit + 1 }) : unread
  const rows = await pageOf(tx, merchantId, entities, changes.slice(0, limit))
  const last = changes[rows.length - 1]
  return {
    epoch,
    reset,
    more: rows.length < changes.length,
    cursor: last ? `${last.seq}.${last.entity}.${last.id}` : from,
    serverTime: new Date().toISOString(),
    rows,
  }
}

type PullPosition = { known: string; epoch: string; since: string }

/** Whether a cursor belongs to another history, or tombstones that its device needs were deleted. */
async function isOutdated(
  tx: Tx,
  merchantId: string,
  names: readonly string[],
  { known, epoch, since }: PullPosition,
): Promise<boolean> {
  const cursor = parseCursor(since)
  // A cursor beyond the newest commit: an older state of the database was restored.
  if (historyPartOfEpoch(known) !== historyPartOfEpoch(epoch) || cursor.seq > (await newest(tx, merchantId)))
    return true
  // With the same floors, the device has pulled from the beginning since the tombstones were deleted, or had received them.
  return known !== epoch && (await isBelowFloor(tx, merchantId, names, cursor))
}

function parseCursor(cursor: string) {
  const [, seq, entity = '', id = '00000000-0000-0000-0000-000000000000'] = cursorPattern.exec(cursor)!
  return { seq: Number(seq), entity, id }
}

async function newest(tx: Tx, merchantId: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select n::float8 as n from merchant_seq where merchant_id = ${merchantId}`,
  )
  return rows[0]?.n ?? 0
}

async function changesAfter(
  tx: Tx,
  merchantId: string,
  names: readonly string[],
  { since, limit }: { since: string; limit: number },
): Promise<Changed[]> {
  const { seq, entity, id } = parseCursor(since)
  // The order names the column, not the number that is returned, and the condition on the entity suits no index: the changes
  // are read from an index in this order, as far as the page goes.
  const { rows } = await tx.execute<Changed>(sql`
    select entity, record_id as id, seq::float8, ver, deleted from sync_change
    where merchant_id = ${merchantId} and (seq, entity, record_id) > (${seq}, ${entity}, ${id}::uuid)
      and array_position(${textArray(names)}, entity) is not null
    order by sync_change.seq, entity, record_id limit ${limit}`)
  return rows
}

/** The number of rows that the first query reads, and the growth for each further one. Rows differ in size by a factor of 1,000. */
const firstStep = 50
const growth = 8
/** A query for fewer rows is not cheaper. */
const smallestStep = 16

/** As many rows as fit in a page, but at least one. Only a few more rows are read, so that memory use stays bounded. */
async function pageOf(
  tx: Tx,
  merchantId: string,
  entities: readonly SyncEntity[],
  changes: readonly Changed[],
): Promise<PulledRow[]> {
  const page: PulledRow[] = []
  let bytes = 0
  for (let step = firstStep; page.length < changes.length; ) {
    const rows = await currentRows(tx, merchantId, entities, changes.slice(page.length, page.length + step))
    for (const row of rows) {
      bytes += Buffer.byteLength(JSON.stringify(row))
      if (page.length > 0 && bytes > syncLimits.pullBytes) return page
      page.push(row)
    }
    const fitting = Math.ceil((syncLimits.pullBytes - bytes) / (bytes / page.length))
    step = Math.min(step * growth, Math.max(smallestStep, fitting))
  }
  return page
}

async function currentRows(
  tx: Tx,
  merchantId: string,
  entities: readonly SyncEntity[],
  changes: readonly Changed[],
): Promise<PulledRow[]> {
  const found = new Map<string, SyncRow>()
  for (const [name, group] of Map.groupBy(changes, ({ entity }) => entity)) {
    const ids = group.filter(({ deleted }) => !deleted).map(({ id }) => id)
    if (ids.length === 0) continue
    const rows = await entities.find((entity) => entity.name === name)!.rows(tx, merchantId, ids)
    for (const row of rows) found.set(`${name} ${row.id}`, row)
  }
  return changes.map(({ entity, id, ver, deleted }) => {
    const row = deleted ? undefined : found.get(`${entity} ${id}`)
    if (row?.data) return { entity, id, ver: row.ver, data: { ...row.data } }
    return { entity, id, ver: row?.ver ?? ver, gone: deleted || row ? ('deleted' as const) : ('hidden' as const) }
  })
}
