import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { asTx, type Client } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { defineOrphanedWorkCheck } from '#server/core/jobs/orphaned-work.ts'
import { orderFailed, orderFinished } from '#shared/order/events.ts'
import { codeRows } from './copy-rows.ts'

/** Codes per commit: a crash repeats at most this many. */
export const chunkCodes = 100_000
const pieceBytes = 64 * 1024
/** Progress notifications per second, at most. */
const maxNotificationsPerSecond = 4

type Running = {
  merchant_id: string
  number: string
  prefix: Buffer
  quantity: number
  generated: number
  state: string
}
const runningColumns = 'merchant_id, order_id as number, prefix, quantity, generated, state'

/** Writes the codes of an order chunk by chunk. Continues after the last commit of any worker. */
export const generateCodes = defineJob({
  name: 'order.generate',
  schema: z.object({ orderId: z.uuid() }),
  concurrency: 1,
  async run({ orderId }, { services, signal, heartbeat }) {
    const started = { at: Date.now(), done: -1, notifiedAt: 0 }
    for (;;) {
      signal.throwIfAborted()
      const order = await services.db.owner((client) => writeChunk(client, orderId))
      if (!order) return
      await heartbeat()
      if (started.done < 0) started.done = Math.max(0, order.generated - chunkCodes)
      const finished = order.state === 'done'
      if (!finished && Date.now() - started.notifiedAt < 1000 / maxNotificationsPerSecond) continue
      started.notifiedAt = Date.now()
      const perSecond = (order.generated - started.done) / Math.max(0.001, (Date.now() - started.at) / 1000)
      await services.events.publish(null, merchantChannel(order.merchant_id), 'order', {
        id: orderId,
        done: order.generated,
        total: order.quantity,
        perSecond: Math.round(perSecond),
        secondsLeft: Math.ceil((order.quantity - order.generated) / Math.max(1, perSecond)),
      })
      if (finished) return
    }
  },
  // Waits for the chunk of a worker that still writes: afterwards that worker finds a failed order and stops.
  async gaveUp({ orderId }, { services, failure }) {
    await services.db.system(async (tx) => {
      const { rows } = await tx.execute<{ merchant_id: string; number: string }>(sql`
        update code_order set state = 'failed', failure = ${failure}, finished_at = now()
        where id = ${orderId} and state in ('queued', 'running') returning merchant_id, order_id as number`)
      for (const { merchant_id, number } of rows) {
        await emit(tx, orderFailed, [{ merchantId: merchant_id, subject: orderId, data: { number } }])
        await services.events.publish(tx, merchantChannel(merchant_id), 'order', { id: orderId })
      }
    })
  },
})

export const failOrphanedOrders = defineOrphanedWorkCheck(generateCodes, {
  name: 'order.lost',
  field: 'orderId',
  open: sql`select id, created_at from code_order where state in ('queued', 'running')`,
})

/**
 * One chunk and its counter, in one transaction under the order's row lock: a second worker waits, sees the new
 * counter, and never writes a code twice. Returns undefined when nothing is left to do.
 */
async function writeChunk(client: Client, orderId: string): Promise<Running | undefined> {
  await client.query('begin')
  try {
    const { rows } = await client.query<Running>(`select ${runningColumns} from code_order where id = $1 for update`, [
      orderId,
    ])
    const order = rows[0]
    if (!order || !['queued', 'running'].includes(order.state)) {
      await client.query('rollback')
      return undefined
    }
    const count = Math.min(chunkCodes, order.quantity - order.generated)
    const { merchant_id: merchantId, number, prefix, generated } = order
    const copied = codeRows({ merchantId, orderId, prefix, firstSerial: generated + 1, count })
    await pipeline(
      Readable.from(piecesOf(copied)),
      client.query(copyFrom('copy code (address, merchant_id, order_id, serial_no) from stdin (format binary)')),
    )
    const { rows: updated } = await client.query<Running>(
      `update code_order set generated = generated + $2, started_at = coalesce(started_at, now()),
         state = case when generated + $2 = quantity then 'done' else 'running' end,
         finished_at = case when generated + $2 = quantity then now() end
       where id = $1 returning ${runningColumns}`,
      [orderId, count],
    )
    if (updated[0]!.state === 'done') {
      await emit(asTx(client), orderFinished, [{ merchantId, subject: orderId, data: { number } }])
    }
    await client.query('commit')
    return updated[0]
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Splits a buffer without copying: PostgreSQL keeps a whole message in memory before it reads its rows. */
function* piecesOf(rows: Buffer): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += pieceBytes) yield rows.subarray(at, at + pieceBytes)
}
