import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import type { WriteResult } from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import { createCodeReader } from '#server/order/service.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from '#server/sync/entity.ts'
import { applyBatch } from '#server/sync/service.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import { withoutNulls } from '#shared/core/without-nulls.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { applyPatch } from '#shared/sync/rules.ts'
import { createBatch, selectBatches, viewBatch } from './service.ts'

export const activationSync = defineSyncEntity({
  name: activationEntity,
  reads: 'anyMerchantRole',
  writes: 'merchantOrDealer',
  kinds: { create },
  rows,
})

/** Processes one list at a time, because each decides about thousands of codes. An error rejects only its own list. */
function create(call: SyncCall, operations: readonly Operation[]) {
  const { tx, services, merchantId, language } = call
  const read = createCodeReader(services.config.codeKey)
  return applyBatch(call, operations, {
    action: 'activation.create',
    parse({ recordId, patch }) {
      const input = safeParseInput(activationContract.activate.body, applyPatch({}, patch), language)
      return input instanceof Problem ? input : { ...input, id: recordId }
    },
    async run(inputs) {
      const results: WriteResult[] = []
      for (const input of inputs) {
        const { batch, isNew } = await createBatch(tx, merchantId, input, { jobs: services.jobs, read })
        results.push({ id: batch.id, status: isNew ? 'applied' : 'unchanged', version: batch.ver })
      }
      return results
    },
  })
}

/** Devices receive this many batches, the newest ones. */
const followed = 500

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const found = await selectBatches(
    tx,
    merchantId,
    sql`id = any(${uuidArray(ids)}) and id in (
      select id from activation_batch where merchant_id = ${merchantId} order by created_at desc, id limit ${followed})`,
  )
  return found.map((row) => {
    const { id, ...fields } = omit(viewBatch(row), 'status', 'finishedAt')
    const data: ActivationRecord = { ...withoutNulls(fields), state: row.state }
    return { id, ver: row.ver, data }
  })
}
