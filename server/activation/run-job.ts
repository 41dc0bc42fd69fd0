import { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { listedColumns } from '#server/core/db/listed-columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { defineOrphanedWorkCheck } from '#server/core/jobs/orphaned-work.ts'
import type { Services } from '#server/core/services.ts'
import { blockOf, isActivated, productOf, randomNumber } from '#server/order/service.ts'
import { ActivationOptions } from '#shared/activation/contract.ts'
import { activationFailed, activationFinished } from '#shared/activation/events.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { lockActivations, pendingCodes } from './check-codes.ts'
import { activateBatch } from './jobs.ts'
import { activationBatch, activationRun } from './table.ts'

/** Codes of one batch: its tree and rows are written in one transaction of about a second. */
const runBatchCodes = 50_000

type Run = {
  merchant_id: string
  order_id: string
  /** Of the order, that people see. */
  number: string
  next: number
  last: number
  batch_id: string | null
  state: string
}

const orderNumber = sql`(select o.order_id from code_order o where o.merchant_id = r.merchant_id and o.id = r.order_id) as number`

/**
 * Activates the codes of a run, one batch after another. Each batch is created with the new place of the run, so that a
 * restarted job finishes the batch of the run and continues after it: no code is left out, and none is activated twice.
 */
export const activateRun = defineJob({
  name: 'activation.run',
  schema: z.object({ runId: z.uuid() }),
  async run({ runId }, context) {
    const { services, signal, heartbeat } = context
    for (;;) {
      signal.throwIfAborted()
      const step = await services.db.system((tx) => nextStep(tx, services, runId))
      if (step === 'done') return
      if (step !== 'empty') {
        await activateBatch.run({ batchId: step.batchId }, context)
        await services.db.system((tx) => endBatch(tx, runId, step.batchId))
      }
      await heartbeat()
    }
  },
  /** The batch of the run fails with it. Finished batches stay active. */
  async gaveUp({ runId }, { services, failure }) {
    await services.db.system(async (tx) => {
      const { rows } = await tx.execute<Pick<Run, 'merchant_id' | 'number'>>(sql`
        update activation_run r set state = 'failed', failure = ${failure}, finished_at = now()
        where id = ${runId} and state in ('queued', 'running') returning merchant_id, ${orderNumber}`)
      await tx.execute(sql`
        update activation_batch b set state = 'failed', failure = ${failure}, finished_at = now()
        from activation_run r where r.id = ${runId} and r.state = 'failed' and b.id = r.batch_id and b.state in ('queued', 'running')`)
      for (const { merchant_id, number } of rows) {
        await emit(tx, activationFailed, [{ merchantId: merchant_id, subject: runId, data: { number } }])
        await services.events.publish(tx, merchantChannel(merchant_id), 'activation', { id: runId })
      }
    })
  },
})

export const failOrphanedRuns = defineOrphanedWorkCheck(activateRun, {
  name: 'activation.lost-run',
  field: 'runId',
  open: sql`select id, created_at from activation_run where state in ('queued', 'running')`,
})

/** The batch to activate now. `empty`: all codes of the next chunk are active already. */
async function nextStep(tx: Tx, services: Services, runId: string): Promise<{ batchId: string } | 'empty' | 'done'> {
  const { rows } = await tx.execute<Run>(sql`
    select merchant_id, order_id, ${orderNumber}, next, last, batch_id, state from activation_run r where id = ${runId} for update`)
  const run = rows[0]
  if (!run || run.state === 'done' || run.state === 'failed') return 'done'
  if (run.batch_id) return { batchId: run.batch_id }
  if (run.next > run.last) {
    await tx.execute(sql`update activation_run set state = 'done', finished_at = now() where id = ${runId}`)
    await emit(tx, activationFinished, [{ merchantId: run.merchant_id, subject: runId, data: { number: run.number } }])
    await services.events.publish(tx, merchantChannel(run.merchant_id), 'activation', { id: runId })
    return 'done'
  }
  const batchId = await createChunk(tx, runId, run)
  return batchId ? { batchId } : 'empty'
}

/** The options of an activation: the columns of a batch, and the values that its run gives them. */
const optionNames = ActivationOptions.keyof().options
const optionTargets = listedColumns(activationBatch, optionNames).targets
const optionValues = sql.join(
  optionNames.map((name) => sql`${activationRun[name]}`),
  sql`, `,
)

/** Creates the batch of the next chunk and moves the run behind it. Lists of the same merchant wait meanwhile. */
async function createChunk(tx: Tx, runId: string, { merchant_id, order_id, next, last }: Run): Promise<string | null> {
  await lockActivations(tx, merchant_id)
  const end = Math.min(last, next + runBatchCodes - 1)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with chosen as materialized (
      select c.address, c.serial_no from code c join code_order o on o.id = c.order_id
      where c.order_id = ${order_id} and c.merchant_id = ${merchant_id} and c.serial_no between ${next} and ${end}
        and ${sql.raw(productOf('c', 'o'))} is not null and not ${sql.raw(isActivated('c.address'))} and c.address not in (${pendingCodes(merchant_id)})
    ), counted as (
      select jsonb_agg(jsonb_build_array(${order_id}::uuid, block, codes)) as blocks
      from (select ${blockOf(sql`serial_no`)} as block, count(*) as codes from chosen group by 1) part
    )
    insert into activation_batch (id, merchant_id, identifier, quantity, addresses, blocks, ${optionTargets})
    select ${uuid7()}::uuid, merchant_id, ${randomNumber()}, listed.codes, listed.addresses, counted.blocks, ${optionValues}
    from activation_run, counted,
      (select count(*)::int as codes, array_agg(address order by serial_no) as addresses from chosen) listed
    where id = ${runId} and listed.codes > 0 returning id`)
  const batchId = rows[0]?.id ?? null
  await tx.execute(sql`
    update activation_run set state = 'running', next = ${end + 1}, batch_id = ${batchId}::uuid where id = ${runId}`)
  return batchId
}

/** Counts the codes of the batch if they are active: it may have failed with its run meanwhile. */
async function endBatch(tx: Tx, runId: string, batchId: string): Promise<void> {
  await tx.execute(sql`
    update activation_run r set batch_id = null, activated = r.activated + case b.state when 'done' then b.quantity else 0 end
    from activation_batch b where r.id = ${runId} and r.batch_id = ${batchId} and b.id = r.batch_id`)
}
