import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import type { WriteResult } from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import { createCodeReader } from '#server/order/service.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from '#server/sync/entity.ts'
import { applyBatch } from '#server/sync/service.ts'
import { BindingInput } from '#shared/binding/contract.ts'
import { type BindingRecord, bindingEntity } from '#shared/binding/record.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { applyPatch } from '#shared/sync/rules.ts'
import { createBinding, readBindings } from './service.ts'

export const bindingSync = defineSyncEntity({
  name: bindingEntity,
  reads: 'anyMerchantRole',
  writes: 'merchantOrDealer',
  kinds: { create },
  rows,
})

/** Processes one request at a time, because each decides about thousands of codes. An error rejects only its own. */
function create(call: SyncCall, operations: readonly Operation[]) {
  const { tx, services, merchantId, actor, language } = call
  const read = createCodeReader(services.config.codeKey)
  return applyBatch(call, operations, {
    action: 'binding.create',
    parse: ({ recordId, patch }) => safeParseInput(BindingInput, { ...applyPatch({}, patch), id: recordId }, language),
    async run(inputs) {
      const results: WriteResult[] = []
      for (const input of inputs)
        results.push(await createBinding(tx, { merchantId, confirmed: actor.confirmed }, input, read))
      return results
    },
  })
}

/** Devices receive this many requests, the newest ones. */
const followed = 500

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const found = await readBindings(
    tx,
    merchantId,
    sql`binding.id = any(${uuidArray(ids)}) and binding.id in (
      select id from binding where merchant_id = ${merchantId} order by created_at desc, id desc limit ${followed})`,
  )
  return found.map(({ id, ver, ...row }) => {
    const data: BindingRecord = row
    return { id, ver, data }
  })
}
