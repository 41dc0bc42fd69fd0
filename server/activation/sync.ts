import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import type { Outcome } from '#server/core/outcome.ts'
import { uuids } from '#server/core/set.ts'
import { judge } from '#server/core/validate.ts'
import { codeReader } from '#server/order/service.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from '#server/sync/entity.ts'
import { applyTogether } from '#server/sync/service.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { Problem } from '#shared/core/problem.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { fold } from '#shared/sync/rules.ts'
import { createBatch, selectBatches } from './service.ts'

export const activationSync = defineSyncEntity({
  name: activationEntity,
  reads: 'reader',
  writes: 'dealer',
  kinds: { create },
  rows,
})

/** One list after the other, because each decides about thousands of codes. What one throws rejects that one alone. */
function create(call: SyncCall, operations: readonly Operation[]) {
  const { tx, services, merchantId, language } = call
  const read = codeReader(services.config.codeKey)
  return applyTogether(call, operations, {
    action: 'activation.create',
    read({ recordId, patch }) {
      const draft = judge(activationContract.activate.body, fold({}, patch), language)
      return draft instanceof Problem ? draft : { ...draft, id: recordId }
    },
    async run(drafts) {
      const outcomes: Outcome[] = []
      for (const draft of drafts) {
        const { batch, isNew } = await createBatch(tx, services.jobs, merchantId, draft, read)
        outcomes.push({ id: batch.id, state: isNew ? 'applied' : 'unchanged', version: batch.ver })
      }
      return outcomes
    },
  })
}

/** Devices follow this many batches, the newest. */
const followed = 500

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const found = await selectBatches(
    tx,
    merchantId,
    sql`id = any(${uuids(ids)}) and id in (
      select id from activation_batch where merchant_id = ${merchantId} order by created_at desc, id limit ${followed})`,
  )
  return found.map(({ id, ver, identifier, quantity, state, submissionId, createdAt }) => {
    const data: ActivationRecord = {
      ...{ identifier, quantity, state },
      ...(submissionId !== null && { submissionId }),
      createdAt: createdAt.toISOString(),
    }
    return { id, ver, data }
  })
}
