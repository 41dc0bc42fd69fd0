import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Tx } from '#server/core/db/database.ts'
import { listedColumns } from '#server/core/db/listed-columns.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import {
  mergedWrite,
  rejectedWrite,
  type VersionedRow,
  versionsOf,
  type WriteResult,
  withVersions,
} from '#server/core/db/write-result.ts'
import { contentHash } from '#server/core/http/idempotency.ts'
import { remainingQuota } from '#server/core/limits/quota.ts'
import { type ListedCode, randomNumber } from '#server/order/service.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type Delivery, Logistic, type LogisticDraft, logisticProblems, namedRows } from '#shared/logistic/contract.ts'
import { clampDeviceTime } from '#shared/sync/device-time.ts'
import { type MergeStrategy, mergePatch, mergeValue, patchFrom, type ValueMerge } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { actionTokens } from './action-token.ts'
import { checkLists } from './check-codes.ts'
import { deliveryOf } from './delivery.ts'
import { closeItems, codesShippedElsewhere, reopenItems } from './items.ts'
import { logistic, logisticItem } from './table.ts'

/** Ships codes. A list with a bad row ships nothing. A list that was sent before stays unchanged. */
export async function createLogistics(
  tx: Tx,
  merchantId: string,
  inputs: readonly LogisticDraft[],
  read: (text: string) => ListedCode | undefined,
  confirmed = true,
): Promise<WriteResult[]> {
  await lockLogistics(tx, merchantId)
  const { left, full } = await remainingQuota(tx, { merchantId, confirmed }, 'shipments', inputs.length)
  // The time is not part of the identity: a record that was sent without one stays the same record.
  const wanted = inputs.map(({ id = uuid7(), shipped_at, ...input }) => ({
    ...{ id, input, hash: contentHash(input) },
    shippedAt: shipped_at ? clampDeviceTime(new Date(shipped_at), new Date()) : null,
  }))
  const stored = await storedRows(tx, merchantId, wanted)
  const known = new Map([...stored].map(([id, { draftHash, ver }]) => [id, { hash: draftHash, version: ver }]))
  const fresh = wanted.filter(({ id }, i) => !known.has(id) && wanted.findIndex((one) => one.id === id) === i)
  const judged = await checkLists(
    tx,
    merchantId,
    fresh.map(({ input }) => input.addresses),
    read,
  )
  const refusals = new Map<string, Problem>()
  let accepted = 0
  const rows = fresh.flatMap(({ id, hash, input, shippedAt }, i) => {
    const { addresses, errors } = judged[i]!
    if (errors.length > 0) {
      const details = { count: errors.length, errors: errors.slice(0, namedRows) }
      refusals.set(id, new Problem(logisticProblems.badRows, details))
      return []
    }
    if (++accepted > left) {
      refusals.set(id, full)
      return []
    }
    known.set(id, { hash, version: 1 })
    const { addresses: _, identifier = randomNumber(), ...fields } = input
    const columns = columnsOf({ ...fields, identifier, shipped_at: shippedAt?.toISOString() ?? null })
    return [{ ...columns, id, draftHash: `\\x${hash.toString('hex')}`, addresses }]
  })
  const inserted = await insertLogistics(tx, merchantId, rows)
  return wanted.map(({ id, hash }): WriteResult => {
    const problem = refusals.get(id)
    if (problem) return rejectedWrite(id, problem)
    const before = known.get(id)
    const isOwn = stored.has(id) || inserted.has(id)
    if (!before?.hash.equals(hash) || !isOwn) return rejectedWrite(id, new Problem(coreProblems.idTaken))
    return { id, status: stored.has(id) ? 'unchanged' : 'applied', version: inserted.get(id) ?? before.version }
  })
}

/** What a person writes of a shipment and may change. */
const Header = Logistic.omit({
  ...{ id: true, quantity: true, version: true, createdAt: true, updatedAt: true },
  ...{ delivered_at: true, logging_ended_at: true },
})
type Header = z.infer<typeof Header>
type Fields = { [K in keyof Header]?: Header[K] | undefined }
export type LogisticChange = {
  id: string
  fields: Fields
  /** The sender's last known values of these fields. Without it, the current values are replaced. */
  from?: Fields
  delivered?: TimeMark | undefined
  loggingEnded?: TimeMark | undefined
}
/** The time of an event. Null removes it. `saw`: the stored time that the sender had seen, if it is known. */
export type TimeMark = { at: Date | null; saw?: Date | null }

/** Changes shipments field by field. A removed shipment is restored, unless its codes are in another shipment now. */
export async function updateLogistics(
  tx: Tx,
  merchantId: string,
  changes: readonly LogisticChange[],
): Promise<WriteResult[]> {
  await lockLogistics(tx, merchantId)
  const stored = await storedRows(tx, merchantId, changes)
  const before = new Map(stored)
  const written = new Map<string, Row>()
  const judged = changes.map((change): WriteResult => {
    const { id, fields: sent, from = {}, delivered, loggingEnded } = change
    const row = stored.get(id)
    if (!row) return rejectedWrite(id, new Problem(logisticProblems.notFound))
    if (loggingEnded?.at && !(sent.manufacturer_id ?? row.manufacturerId)) {
      return rejectedWrite(id, new Problem(logisticProblems.noLog))
    }
    const header = headerOf(row)
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
      ...columnsOf(fields),
      deliveredAt: deliveredMerge.stored,
      loggingEndedAt: loggingMerge.stored,
      removedAt: null,
    }
    stored.set(id, next)
    written.set(id, next)
    return result
  })
  const changedState = (toOpen: boolean) =>
    [...written.values()].filter((row) => isOpen(row) === toOpen && isOpen(before.get(row.id)!) !== toOpen)
  const [opened, closed] = [changedState(true), changedState(false)].map((rows) => rows.map(({ id }) => id)) as [
    string[],
    string[],
  ]
  const elsewhere =
    opened.length > 0 ? await codesShippedElsewhere(tx, merchantId, opened, closed) : new Map<string, number>()
  for (const id of elsewhere.keys()) written.delete(id)
  const outcomes = judged.map((outcome): WriteResult => {
    const count = elsewhere.get(outcome.id)
    return count === undefined ? outcome : rejectedWrite(outcome.id, new Problem(logisticProblems.shipped, { count }))
  })
  return withVersions(outcomes, await saveLogistics(tx, merchantId, [...written.values()]))
}

/**
 * Removes shipments; their codes can be shipped again. A shipment that was changed since `version` stays: an edit wins
 * over a removal.
 */
export async function removeLogistics(
  tx: Tx,
  merchantId: string,
  removals: readonly { id: string; version?: number | undefined }[],
): Promise<WriteResult[]> {
  await lockLogistics(tx, merchantId)
  const stored = await storedRows(tx, merchantId, removals)
  const removedIds: string[] = []
  const outcomes = removals.map(({ id, version }): WriteResult => {
    const row = stored.get(id)
    if (!row) return rejectedWrite(id, new Problem(logisticProblems.notFound))
    if (row.removedAt) return { id, status: 'unchanged', version: row.ver }
    if (version !== undefined && version !== row.ver) {
      return rejectedWrite(id, new Problem(logisticProblems.changed, { version: row.ver }))
    }
    removedIds.push(id)
    stored.set(id, { ...row, removedAt: new Date() })
    return { id, status: 'applied', version: row.ver }
  })
  await closeItems(tx, merchantId, removedIds)
  const { rows } = await tx.execute<VersionedRow>(sql`
    update logistic set removed_at = now(), updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray(removedIds)}) returning id, ver`)
  return withVersions(outcomes, versionsOf(rows))
}

export const presentLogistics = (merchantId: string, condition?: SQL): SQL | undefined =>
  and(eq(logistic.merchantId, merchantId), isNull(logistic.removedAt), condition)

/** The existing shipments of these ids. */
export async function findLogistics(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, Logistic>> {
  const rows = await tx
    .select()
    .from(logistic)
    .where(presentLogistics(merchantId, sql`${logistic.id} = any(${uuidArray(ids)})`))
  return new Map(rows.map((row) => [row.id, viewLogistic(row)]))
}

export async function findLogistic(tx: Tx, merchantId: string, id: string): Promise<Logistic> {
  const found = (await findLogistics(tx, merchantId, [id])).get(id)
  if (!found) throw new Problem(logisticProblems.notFound)
  return found
}

export type Row = typeof logistic.$inferSelect

export function viewLogistic(row: Row): Logistic {
  const { id, quantity, ver: version, createdAt, updatedAt, deliveredAt, loggingEndedAt } = row
  return {
    ...{ id, quantity, version, ...headerOf(row) },
    delivered_at: deliveredAt?.toISOString() ?? null,
    logging_ended_at: loggingEndedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const isOpen = ({ deliveredAt, removedAt }: Row) => deliveredAt === null && removedAt === null

/**
 * The first time stays against a sender who had not seen it. A sender who saw it may correct or remove it. A sender who
 * does not say what they saw may remove it, and does not change it otherwise.
 */
const timeMark: MergeStrategy<Date | null, TimeMark> = {
  isSeen: (stored, { at, saw }) => stored === null || (saw === undefined ? at === null : isSameTime(saw, stored)),
  isStored: (stored, { at, saw }) => isSameTime(at, stored) || (saw === undefined && at !== null && stored !== null),
  replace: (_, { at }) => at,
}

function mergeMark(stored: Date | null, mark: TimeMark | undefined): ValueMerge<Date | null> {
  return mark ? mergeValue(stored, mark, timeMark) : { status: 'unchanged', stored }
}

const isSameTime = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

/** The schema drops the columns that are not in the header. */
function headerOf({ manufacturerId, shippedAt, ...row }: Row): Header {
  const shipped_at = shippedAt?.toISOString() ?? null
  return Header.parse({ ...row, manufacturer_id: manufacturerId, shipped_at } satisfies Header)
}

function columnsOf({ manufacturer_id, shipped_at, ...rest }: Header) {
  return { ...rest, manufacturerId: manufacturer_id, shippedAt: shipped_at === null ? null : new Date(shipped_at) }
}

/** Writes equal times as equal text. */
function normalizedFields({ shipped_at, ...rest }: Fields): Fields {
  return shipped_at ? { ...rest, shipped_at: new Date(shipped_at).toISOString() } : { ...rest, shipped_at }
}

/** Serializes the shipments of one merchant, so that no code is in two of them. */
export async function lockLogistics(tx: Tx, merchantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`logistic:${merchantId}`}, 0))`)
}

async function storedRows(tx: Tx, merchantId: string, wanted: readonly { id: string }[]): Promise<Map<string, Row>> {
  const rows = await tx
    .select()
    .from(logistic)
    .where(
      and(eq(logistic.merchantId, merchantId), sql`${logistic.id} = any(${uuidArray(wanted.map(({ id }) => id))})`),
    )
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

const headerColumns = [
  ...Header.omit({ manufacturer_id: true, shipped_at: true }).keyof().options,
  ...(['manufacturerId', 'shippedAt'] as const),
]
const newColumns = listedColumns(logistic, ['id', 'draftHash', 'quantity', ...headerColumns])
const changedColumns = listedColumns(logistic, ['id', ...headerColumns, 'deliveredAt', 'loggingEndedAt'])

type NewRow = { id: string; addresses: string[] } & Record<string, unknown>

/** Inserts the shipments whose ids are free. Returns those ids with their versions. */
async function insertLogistics(tx: Tx, merchantId: string, rows: readonly NewRow[]): Promise<Map<string, number>> {
  const heads = rows.map(({ addresses, ...head }) => ({ ...head, quantity: addresses.length }))
  const { rows: made } = await tx.execute<VersionedRow>(sql`
    insert into logistic (merchant_id, ${newColumns.targets}) select ${merchantId}, ${newColumns.values}
    from ${newColumns.from(heads)} on conflict (id) do nothing returning id, ver`)
  const free = versionsOf(made)
  const items = rows.filter(({ id }) => free.has(id)).flatMap(({ id, addresses }) => addresses.map((a) => [id, a]))
  await tx.execute(sql`
    insert into logistic_item (merchant_id, logistic_id, address)
    select ${merchantId}, listed.id, listed.address
    from unnest(${uuidArray(items.map(([id]) => id!))}, ${uuidArray(items.map(([, a]) => a!))}) listed (id, address)`)
  return free
}

async function saveLogistics(tx: Tx, merchantId: string, rows: readonly Row[]): Promise<Map<string, number>> {
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

/**
 * Reads the last shipments of codes, and issues tokens for the allowed actions. Codes that are not in transit are left
 * out.
 */
export function deliveryReader(db: Pick<Database, 'read'>, codeKey: Uint8Array) {
  const tokens = actionTokens(codeKey)
  const { id, deliveredAt, loggingEndedAt, manufacturerId, shippedAt, createdAt } = logistic
  // Every scan runs this statement, so it is built once.
  const newest = db.read
    .selectDistinctOn([logisticItem.address], {
      ...{ address: logisticItem.address, id, deliveredAt, loggingEndedAt, manufacturerId, shippedAt, createdAt },
    })
    .from(logisticItem)
    .innerJoin(
      logistic,
      and(eq(logistic.merchantId, logisticItem.merchantId), eq(logistic.id, logisticItem.logisticId)),
    )
    .where(and(sql`${logisticItem.address} = any(${sql.placeholder('addresses')}::uuid[])`, isNull(logistic.removedAt)))
    .orderBy(logisticItem.address, desc(logistic.createdAt), logistic.id)
    .prepare('delivery_of_codes')
  return async (addresses: readonly string[]): Promise<Map<string, { id: string; delivery: Delivery }>> => {
    const rows = await newest.execute({ addresses: `{${addresses.join()}}` })
    return new Map(
      rows.map(({ address, ...row }) => [address, { id: row.id, delivery: deliveryOf(row, tokens.issue(address)) }]),
    )
  }
}
