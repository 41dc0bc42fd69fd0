import { join } from 'node:path'
import { queuedOrder, runJob } from '#scripts/bench/setup/demo-orders.ts'
import {
  type BenchEffort,
  type BenchResult,
  compareSides,
  measureSeconds,
  round,
  runInterleaved,
} from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { generateCodes } from '#server/order/jobs.ts'

/** Seconds of the generation job, against a COPY of the same rows from a binary file of the database server. */
export async function generation(stage: TestSystem, { rounds, codes }: BenchEffort): Promise<BenchResult> {
  const file = join(stage.postgresDir, 'bench-codes')
  const ours = () =>
    stage.scratch(async ({ services, superuser }) => {
      const orderId = await queuedOrder(services, codes)
      await superuser.query('checkpoint')
      const took = await measureSeconds(() => runJob(generateCodes, { orderId }, services))
      const rows = `(select * from code where order_id = '${orderId}')`
      const { rowCount } = await superuser.query(`copy ${rows} to '${file}' (format binary)`)
      if (rowCount !== codes) throw new Error(`${rowCount} codes instead of ${codes}`)
      return took
    })
  const floor = () =>
    stage.scratch(async ({ superuser }) => {
      await superuser.query('checkpoint')
      return measureSeconds(() => superuser.query(`copy code from '${file}' (format binary)`))
    })
  const measured = await runInterleaved(rounds, ours, floor)
  return {
    ...compareSides({ name: 'generation', unit: 's', rounds, digits: 3 }, measured),
    codes,
    codesPerSecond: round(codes / measured.ours, 0),
  }
}
