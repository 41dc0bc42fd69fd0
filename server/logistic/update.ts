import type { Tx } from '#server/core/db/database.ts'
import { listedColumns } from '#server/core/db/listed-columns.ts'
import {
  mergedWrite,
  rejectedWrite,
  type VersionedRow,
  versionsOf,
  type WriteResult,
  withVersions,
} from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { logisticProblems } from '#shared/logistic/contract.ts'
import { shipmentDelivered, shipmentLogChanged, shipmentUpdated } from '#shared/logistic/events.ts'
import { type MergeStrategy, mergePatch, mergeValue, patchFrom, type ValueMerge } from '#shared/sync/rules.ts'
import { closeItems, codesShippedElsewhere, reopenItems } from './items.ts'
import { makeLogsDue } from './log/due.ts'
import {
  type LogisticHeader,
  type LogisticRow,
  lockLogistics,
  logisticColumns,
  logisticColumnsOf,
  logisticHeaderOf,
  occurrences,
  selectLogisticsForUpdate,
} from './rows.ts'
import { logistic } from './table.ts'

type Fields = { [K in keyof LogisticHeader]?: LogisticHeader[K] | undefined }
export type LogisticChange = {
  id: string
  fields: Fields
  /** The sender's last known values of these fields. Without it, the current values are replaced. */
  from?: Fields
  delivered?: TimeMark | undefined
  loggingEnded?: TimeMark | undefined
}
/** The time of an event. Null removes it. `previous`: the stored time that the sender had seen, if it is known. */
export type TimeMark = { at: Date | null; previous?: Date | null }

/** Changes shipments field by field. A removed shipment is restored, unless its codes are in another shipment now. */
export async function updateLogistics(
  tx: Tx,
  merchantId: string,
  changes: readonly LogisticChange[],
): Promise<WriteResult[]> {
  await lockLogistics(tx, merchantId)
  const stored = await selectLogisticsForUpdate(tx, merchantId, changes)
  const before = new Map(stored)
  const written = new Map<string, LogisticRow>()
  const results = changes.map((change): WriteResult => {
    const { id, fields: sent, from = {}, delivered, loggingEnded } = change
    const row = stored.get(id)
    if (!row) return rejectedWrite(id, new Problem(logisticProblems.notFound))
    if (loggingEnded?.at && !(sent.manufacturer_id ?? row.manufacturerId)) {
      return rejectedWrite(id, new Problem(logisticProblems.noLog))
    }
    const header = logisticHeaderOf(row)
    const { fields, changed, conflicts } = mergePatch(
      header,
      patchFrom(header, normalizedFields(sent), normalizedFields(from)),
    )
    const deliveredMerge = mergeMark(row.deliveredAt, delivered)
    const loggingMerge = mergeMark(row.loggingEndedAt, loggingEnded)
    if (deliveredMerge.status === 'conflict') conflicts.push({ path: 'delivered_at' })
    if (loggingMerge.status === 'conflict') conflicts.push({ path: 'logging_ended_at' })
    const isMarked = deliveredMerge.status === 'applied' || loggingMerge.status === 'applied'
    const isChanged = changed.length > 0 || isMarked || row.removedAt !== null
    const result = mergedWrite(id, row.ver, isChanged, conflicts)
    if (!isChanged) return result
    const next = {
      ...row,
      ...logisticColumnsOf(fields),
      deliveredAt: deliveredMerge.stored,
      loggingEndedAt: loggingMerge.stored,
      removedAt: null,
    }
    stored.set(id, next)
    written.set(id, next)
    return result
  })
  const wanted = [...written.values()]
  const changedState = (toOpen: boolean) =>
    wanted.filter((row) => isOpen(row) === toOpen && isOpen(before.get(row.id)!) !== toOpen)
  const [opened, closed] = [changedState(true), changedState(false)].map((rows) => rows.map(({ id }) => id)) as [
    string[],
    string[],
  ]
  const elsewhere =
    opened.length > 0 ? await codesShippedElsewhere(tx, merchantId, opened, closed) : new Map<string, number>()
  const rows = wanted.filter(({ id }) => !elsewhere.has(id))
  const outcomes = results.map((outcome): WriteResult => {
    const count = elsewhere.get(outcome.id)
    return count === undefined ? outcome : rejectedWrite(outcome.id, new Problem(logisticProblems.shipped, { count }))
  })
  const versions = await saveLogistics(tx, merchantId, rows)
  const relogged = rows.filter((row) => isOtherLog(row, before.get(row.id)!))
  await makeLogsDue(
    tx,
    merchantId,
    relogged.map(({ id }) => id),
  )
  const otherLimit = rows.filter((row) => row.minlimit !== before.get(row.id)!.minlimit)
  await emit(tx, shipmentLogChanged, occurrences(merchantId, otherLimit))
  const arrived = rows.filter((row) => row.deliveredAt !== null && before.get(row.id)!.deliveredAt === null)
  await emit(tx, shipmentDelivered, occurrences(merchantId, arrived))
  const others = rows.filter((row) => !arrived.includes(row))
  await emit(tx, shipmentUpdated, occurrences(merchantId, others))
  return withVersions(outcomes, versions)
}

const isOtherLog = (one: LogisticRow, other: LogisticRow) =>
  one.manufacturerId !== other.manufacturerId ||
  !isSameTime(one.loggingEndedAt, other.loggingEndedAt) ||
  !isSameTime(one.removedAt, other.removedAt)

const isOpen = ({ deliveredAt, removedAt }: LogisticRow) => deliveredAt === null && removedAt === null

/**
 * The first stored time has priority over the value of a sender who had not seen it. A sender who saw it may correct or remove it. A
 * sender without `previous` may remove it, and does not change it otherwise.
 */
const timeMark: MergeStrategy<Date | null, TimeMark> = {
  isSeen: (stored, { at, previous }) =>
    stored === null || (previous === undefined ? at === null : isSameTime(previous, stored)),
  isStored: (stored, { at, previous }) =>
    isSameTime(at, stored) ||
    isSameEvent(at, stored, previous) ||
    (previous === undefined && at !== null && stored !== null),
  replace: (_, { at }) => at,
}

function mergeMark(stored: Date | null, mark: TimeMark | undefined): ValueMerge<Date | null> {
  return mark ? mergeValue(stored, mark, timeMark) : { status: 'unchanged', stored }
}

/** Two people who state the same event at the same time do not choose a time each. Milliseconds. */
const sameEventMs = 60_000

/** A sender who had seen no time states the event that somebody else has just stated: the stored time stays. */
const isSameEvent = (at: Date | null, stored: Date | null, previous: Date | null | undefined): boolean =>
  previous === null && at !== null && stored !== null && Math.abs(at.getTime() - stored.getTime()) <= sameEventMs

const isSameTime = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

/** Writes equal times as equal text. */
function normalizedFields({ shipped_at, ...rest }: Fields): Fields {
  return shipped_at ? { ...rest, shipped_at: new Date(shipped_at).toISOString() } : { ...rest, shipped_at }
}

const changedColumns = listedColumns(logistic, ['id', ...logisticColumns, 'deliveredAt', 'loggingEndedAt'])

async function saveLogistics(tx: Tx, merchantId: string, rows: readonly LogisticRow[]): Promise<Map<string, number>> {
  const { rows: saved } = await tx.execute<VersionedRow>(sql`
    update logistic set ${changedColumns.assignments}, removed_at = null, updated_at = now()
    from ${changedColumns.from(rows)}
    where logistic.merchant_id = ${merchantId} and logistic.id = listed.id returning logistic.id, ver`)
  await closeItems(
    tx,
    merchantId,
    rows.filter((row) => !isOpen(row)).map(({ id }) => id),
  )
  await reopenItems(
    tx,
    merchantId,
    rows.filter(isOpen).map(({ id }) => id),
  )
  return versionsOf(saved)
}
