import { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import { createCodeReader } from '#server/order/service.ts'
import { packedCodes } from '#server/pack/service.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from '#server/sync/entity.ts'
import { applyBatch, editBeatsRemoval, removalBaseVersion } from '#server/sync/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { UserDateTime } from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { omit } from '#shared/core/omit.ts'
import { LogisticInput, LogisticUpdate, logisticProblems } from '#shared/logistic/contract.ts'
import { type LogisticRecord, logisticEntity, type ShippedProduct } from '#shared/logistic/record.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { applyPatch, type Patch } from '#shared/sync/rules.ts'
import { createLogistics } from './create.ts'
import { shipmentsWithOtherCodes, shippedProducts } from './items.ts'
import { removeLogistics } from './remove.ts'
import { type LogisticRow, viewLogistic } from './rows.ts'
import { logistic } from './table.ts'
import { type LogisticChange, type TimeMark, updateLogistics } from './update.ts'

export const logisticSync = defineSyncEntity({
  name: logisticEntity,
  reads: 'anyMerchantRole',
  writes: 'merchantOrDealer',
  feature: 'temperature',
  kinds: { create, update, remove },
  // Version 2: runs of serial numbers instead of single ones.
  recordV: 2,
  rows,
  changesImmutable: contradicts,
})

function create(call: SyncCall, operations: readonly Operation[]) {
  const read = createCodeReader(call.services.config.codeKey)
  return applyBatch(call, operations, {
    action: 'logistic.create',
    parse({ recordId, patch }) {
      const { addresses, ...fields } = draftOf(patch)
      return safeParseInput(LogisticInput, { ...fields, addresses, id: recordId }, call.language)
    },
    run: (inputs) =>
      createLogistics(call.tx, { merchantId: call.merchantId, confirmed: call.actor.confirmed }, inputs, read),
  })
}

function draftOf(patch: Patch) {
  const { addressList, addresses = addressList, ...fields } = applyPatch({}, patch)
  return { ...fields, addresses }
}

/** The codes of a shipment cannot change. */
async function contradicts({ tx, merchantId, services }: SyncCall, operations: readonly Operation[]) {
  const read = createCodeReader(services.config.codeKey)
  const sent = operations.flatMap(({ opId, recordId, patch }) => {
    const { addresses } = draftOf(patch)
    if (!Array.isArray(addresses)) return []
    // A list that is none has other codes.
    return [{ opId, id: recordId, texts: LogisticInput.shape.addresses.safeParse(addresses).data ?? [''] }]
  })
  const texts = sent.flatMap((list) => list.texts)
  const packed = await packedCodes(tx, merchantId, texts, limits.logisticCodes)
  const lists = sent.map(({ texts, ...list }) => {
    const addresses = texts.flatMap((text) => packed?.get(text)?.addresses ?? read(text)?.address ?? null)
    return { ...list, addresses }
  })
  const changed = await shipmentsWithOtherCodes(tx, merchantId, lists)
  return new Set(lists.flatMap(({ opId, id }) => (changed.has(id) ? [opId] : [])))
}

function update(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'logistic.update',
    parse: ({ recordId, patch }) => changeOf(recordId, patch, call),
    run: (changes) => updateLogistics(call.tx, call.merchantId, changes),
  })
}

const Changed = LogisticUpdate.omit({ delivered: true, logging_ended: true })
  .partial()
  .extend({ delivered_at: UserDateTime.nullish(), logging_ended_at: UserDateTime.nullish() })
const PreviousTexts = z.record(
  z.string(),
  z.unknown().transform((value) => (typeof value === 'string' ? value : undefined)),
)

/** Devices send the previous value of each field. A missing previous value was empty. */
function changeOf(id: string, patch: Patch, { language }: SyncCall): LogisticChange | Problem {
  const sent = safeParseInput(Changed, applyPatch({}, patch), language)
  if (sent instanceof Problem) return sent
  const previous = PreviousTexts.parse(
    Object.fromEntries(Object.entries(patch).map(([name, { from }]) => [name, from])),
  )
  const { delivered_at, logging_ended_at, ...fields } = sent
  return {
    id,
    fields,
    from: {
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, previous[name] ?? ''])),
      manufacturer_id: previous.manufacturer_id ?? null,
      shipped_at: previous.shipped_at ?? null,
      minlimit: z.number().nullable().catch(null).parse(patch.minlimit?.from),
    },
    delivered: markOf(delivered_at, previous.delivered_at),
    loggingEnded: markOf(logging_ended_at, previous.logging_ended_at),
  }
}

function markOf(at: string | null | undefined, previous: string | undefined): TimeMark | undefined {
  if (at === undefined) return undefined
  return { at: at === null ? null : new Date(at), previous: previous === undefined ? null : new Date(previous) }
}

function remove(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'logistic.remove',
    parse: (operation, baseVersion) => ({
      id: operation.recordId,
      version: removalBaseVersion(operation, baseVersion),
    }),
    run: (removals) => removeLogistics(call.tx, call.merchantId, removals),
    adjust: editBeatsRemoval(logisticProblems.changed),
  })
}

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const found = await tx
    .select()
    .from(logistic)
    .where(and(eq(logistic.merchantId, merchantId), sql`${logistic.id} = any(${uuidArray(ids)})`))
  const products = await shippedProducts(tx, merchantId, ids)
  return found.map((row) => {
    const data = row.removedAt ? undefined : recordOf(row, products.get(row.id) ?? [])
    return { id: row.id, ver: row.ver, data }
  })
}

function recordOf(row: LogisticRow, items: readonly ShippedProduct[]): LogisticRecord {
  const record = omit(viewLogistic(row), 'id', 'version', 'updatedAt')
  return { ...record, items }
}
