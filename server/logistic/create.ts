import type { Tx } from '#server/core/db/database.ts'
import { listedColumns } from '#server/core/db/listed-columns.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { rejectedWrite, type VersionedRow, versionsOf, type WriteResult } from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { contentHash } from '#server/core/http/idempotency.ts'
import { remainingQuota } from '#server/core/limits/quota.ts'
import { type ListedCode, randomNumber } from '#server/order/service.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import { type LogisticInput, logisticProblems, namedRows } from '#shared/logistic/contract.ts'
import { shipmentCreated } from '#shared/logistic/events.ts'
import { logisticQuotas } from '#shared/logistic/quotas.ts'
import { clampDeviceTime } from '#shared/sync/device-time.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { checkLists } from './check-codes.ts'
import { makeLogsDue } from './log/due.ts'
import { lockLogistics, logisticColumns, logisticColumnsOf, occurrences, selectLogisticsForUpdate } from './rows.ts'
import { logistic } from './table.ts'

/** Ships codes. A list with a bad row ships nothing. A list that was sent before stays unchanged. */
export async function createLogistics(
  tx: Tx,
  { merchantId, confirmed = true }: { merchantId: string; confirmed?: boolean },
  inputs: readonly LogisticInput[],
  read: (text: string) => ListedCode | undefined,
): Promise<WriteResult[]> {
  await lockLogistics(tx, merchantId)
  const { left, full } = await remainingQuota(tx, { merchantId, confirmed }, logisticQuotas.shipments, inputs.length)
  // The time is not part of the identity: a record that was sent without one stays the same record.
  const wanted = inputs.map(({ id = uuid7(), shipped_at, ...input }) => ({
    id,
    input,
    hash: contentHash(input),
    shippedAt: shipped_at ? clampDeviceTime(new Date(shipped_at), new Date()) : null,
  }))
  const stored = await selectLogisticsForUpdate(tx, merchantId, wanted)
  const known = new Map([...stored].map(([id, { draftHash, ver }]) => [id, { hash: draftHash, version: ver }]))
  const fresh = wanted.filter(({ id }, i) => !known.has(id) && wanted.findIndex((one) => one.id === id) === i)
  const checked = await checkLists(
    tx,
    merchantId,
    fresh.map(({ input }) => input.addresses),
    read,
  )
  const rejections = new Map<string, Problem>()
  let accepted = 0
  const rows = fresh.flatMap(({ id, hash, input, shippedAt }, i) => {
    const { addresses, packIds, errors } = checked[i]!
    if (errors.length > 0) {
      const details = { count: errors.length, errors: errors.slice(0, namedRows) }
      rejections.set(id, new Problem(logisticProblems.badRows, details))
      return []
    }
    if (++accepted > left) {
      rejections.set(id, full)
      return []
    }
    known.set(id, { hash, version: 1 })
    const { identifier = randomNumber(), minlimit = null, ...fields } = omit(input, 'addresses')
    const columns = logisticColumnsOf({
      ...fields,
      minlimit,
      identifier,
      receiver: '',
      shipped_at: shippedAt?.toISOString() ?? null,
    })
    return [{ ...columns, id, draftHash: `\\x${hash.toString('hex')}`, addresses, packIds }]
  })
  const inserted = await insertLogistics(tx, merchantId, rows)
  return wanted.map(({ id, hash }): WriteResult => {
    const problem = rejections.get(id)
    if (problem) return rejectedWrite(id, problem)
    const before = known.get(id)
    const isOwn = stored.has(id) || inserted.has(id)
    if (!before?.hash.equals(hash) || !isOwn) return rejectedWrite(id, new Problem(coreProblems.idTaken))
    return { id, status: stored.has(id) ? 'unchanged' : 'applied', version: inserted.get(id) ?? before.version }
  })
}

const newColumns = listedColumns(logistic, ['id', 'draftHash', 'quantity', ...logisticColumns])

type NewRow = { id: string; addresses: string[]; packIds: string[] } & Record<string, unknown>

/** Inserts the shipments whose ids are free. Returns those ids with their versions. */
async function insertLogistics(tx: Tx, merchantId: string, rows: readonly NewRow[]): Promise<Map<string, number>> {
  const heads = rows.map(({ addresses, packIds: _, ...head }) => ({ ...head, quantity: addresses.length }))
  const { rows: made } = await tx.execute<VersionedRow>(sql`
    insert into logistic (merchant_id, ${newColumns.targets}) select ${merchantId}, ${newColumns.values}
    from ${newColumns.from(heads)} on conflict (id) do nothing returning id, ver`)
  const free = versionsOf(made)
  const created = rows.filter(({ id }) => free.has(id))
  const tagged = created.filter(({ manufacturerId }) => manufacturerId)
  await makeLogsDue(
    tx,
    merchantId,
    tagged.map(({ id }) => id),
  )
  const items = created.flatMap(({ id, addresses }) => addresses.map((a) => [id, a]))
  await tx.execute(sql`
    insert into logistic_item (merchant_id, logistic_id, address)
    select ${merchantId}, listed.id, listed.address
    from unnest(${uuidArray(items.map(([id]) => id!))}, ${uuidArray(items.map(([, a]) => a!))}) listed (id, address)`)
  const packs = created.flatMap(({ id, packIds }) => packIds.map((pack_id) => ({ logistic_id: id, pack_id })))
  await tx.execute(sql`
    insert into logistic_pack (merchant_id, logistic_id, pack_id)
    select ${merchantId}, logistic_id, pack_id from ${recordset(packs, 'logistic_id uuid, pack_id uuid')}`)
  await emit(tx, shipmentCreated, occurrences(merchantId, created))
  return free
}
