import { runJob } from '#scripts/bench/setup/demo-orders.ts'
import {
  type BenchEffort,
  type BenchResult,
  compareSides,
  measureSeconds,
  round,
  runInterleaved,
} from '#scripts/bench/setup/measure.ts'
import { createPendingBatch } from '#scripts/bench/setup/pending-codes.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { activateBatch } from '#server/activation/jobs.ts'

const codes = 100_000

/** Seconds of the activation job (payload, leaves, tree, state), against the bare insert of the same activation rows. */
export async function activation(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  const ours = () =>
    stage.scratch(async ({ services, superuser }) => {
      const batchId = await createPendingBatch(services, codes)
      await superuser.query('checkpoint')
      return measureSeconds(() => runJob(activateBatch, { batchId }, services))
    })
  const floor = () =>
    stage.scratch(async ({ services, superuser }) => {
      const batchId = await createPendingBatch(services, codes)
      await superuser.query('checkpoint')
      return measureSeconds(() => superuser.query(bareInsert, [batchId]))
    })
  const measured = await runInterleaved(rounds, ours, floor)
  return {
    ...compareSides({ name: 'activation', unit: 's', rounds, digits: 3 }, measured),
    codes,
    codesPerSecond: round(codes / measured.ours, 0),
  }
}

const bareInsert = `
  insert into activation (address, merchant_id, batch_id, idx)
  select listed.address, b.merchant_id, b.id, listed.place - 1
  from activation_batch b, unnest(b.addresses) with ordinality listed (address, place) where b.id = $1`
