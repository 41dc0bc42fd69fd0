import { activateBatch } from '#server/activation/activate.ts'
import { generateCodes } from '#server/order/generate.ts'
import { type Effort, interleaved, type Result, round, seconds } from './measure.ts'
import { queuedOrder, runJob } from './orders.ts'
import type { Scratch, Stage } from './stage.ts'

const codes = 100_000

/** Seconds of the activation job (payload, leaves, tree, state), against the bare insert of the same activation rows. */
export async function activation(stage: Stage, { rounds }: Effort): Promise<Result> {
  const ours = () =>
    stage.scratch(async (scratch) => {
      const batchId = await waitingBatch(scratch)
      return seconds(() => runJob(activateBatch, { batchId }, scratch.services))
    })
  const floor = () =>
    stage.scratch(async (scratch) => {
      const batchId = await waitingBatch(scratch)
      return seconds(() => scratch.superuser.query(bareInsert, [batchId]))
    })
  const measured = await interleaved(rounds, ours, floor)
  return {
    name: 'activation',
    ours: round(measured.ours),
    floor: round(measured.floor),
    ratio: round(measured.ours / measured.floor),
    unit: 's',
    rounds,
    codes,
    codesPerSecond: round(codes / measured.ours, 0),
  }
}

const bareInsert = `
  insert into activation (address, merchant_id, batch_id, idx)
  select listed.address, b.merchant_id, b.id, listed.place - 1
  from activation_batch b, unnest(b.addresses) with ordinality listed (address, place) where b.id = $1`

/** A batch of fresh codes; written as a row, because a call takes 3000 codes at most. */
async function waitingBatch({ services, superuser }: Scratch): Promise<string> {
  const orderId = await queuedOrder(services, codes)
  await runJob(generateCodes, { orderId }, services)
  const { rows } = await superuser.query<{ id: string }>(
    `insert into activation_batch (merchant_id, identifier, quantity, addresses)
     select merchant_id, 'BENCH', count(*), array_agg(address order by serial_no) from code
     where order_id = $1 group by merchant_id returning id`,
    [orderId],
  )
  await superuser.query('checkpoint')
  return rows[0]!.id
}
