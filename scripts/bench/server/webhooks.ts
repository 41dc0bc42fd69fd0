import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoProduct } from '#scripts/bench/setup/demo-orders.ts'
import { type BenchEffort, type BenchResult, compareSides, median } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { type Child, firstMessage, startChild } from '#scripts/start/child-process.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { orderFinished } from '#shared/order/events.ts'

const events = 10_000
const atOnce = 20

type Receivers = { cert: string; urls: string[]; hanging: string }

/**
 * Messages a second that arrive at two endpoints of a merchant, of 10,000 events that its third endpoint, which never answers, gets, too:
 * from the start of the worker's work until all have arrived, with delivery of the events, queueing, signatures and outcomes. The floor
 * are plain requests of the same size to the same receivers, with as many at once.
 */
export async function webhooks(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  const child = startChild('receivers', 'scripts/bench/setup/webhook-receivers.ts', { env: process.env })
  try {
    const receivers = await firstMessage<Receivers>(child)
    const certFile = join(stage.postgresDir, '..', 'webhook-cert.pem')
    writeFileSync(certFile, receivers.cert)
    const [ours, floor]: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n++) {
      ours.push(await sendAll(stage, receivers, certFile, child))
      floor.push(await plainRequests(receivers))
    }
    const sides = { ours: median(ours), floor: median(floor) }
    return compareSides({ name: 'webhooks', unit: 'messages/s', rounds }, sides)
  } finally {
    await child.stop()
  }
}

function sendAll(stage: TestSystem, receivers: Receivers, certFile: string, child: Child): Promise<number> {
  return stage.scratch(async ({ services: { db }, databaseUrl }) => {
    const { merchantId } = await demoProduct(db)
    const endpoints = [receivers.hanging, ...receivers.urls].map((url) => ({ url }))
    await db.system((tx) =>
      tx.execute(sql`
        insert into webhook (merchant_id, url, name, event_types, is_on, secrets)
        select ${merchantId}, url, '', '{order.done}', true, '[{"nonce": "1", "until": null}]'
        from ${recordset(endpoints, 'url text')}`),
    )
    const subjects = Array.from({ length: events }, () => randomUUID())
    await db.system((tx) =>
      emit(
        tx,
        orderFinished,
        subjects.map((subject) => ({ merchantId, subject, data: { number: 'A' } })),
      ),
    )
    const env = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: certFile }
    const before = await received(child)
    const worker = await stage.start('worker', databaseUrl, env)
    const startedAt = performance.now()
    while ((await received(child)) - before < events * receivers.urls.length) await pause(20)
    const perSecond = (events * receivers.urls.length) / ((performance.now() - startedAt) / 1000)
    await worker.stop()
    return perSecond
  })
}

/** How many requests the two healthy receivers have answered. */
async function received(child: Child): Promise<number> {
  const next = once(child.process, 'message')
  child.process.send!('count')
  return (await next)[0].received
}

async function plainRequests({ cert, urls }: Receivers): Promise<number> {
  const agent = new Agent({ keepAlive: true, ca: cert })
  const body = JSON.stringify({ type: 'order.done', timestamp: new Date().toISOString(), data: { id: randomUUID() } })
  const post = (url: string) =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent }, (response) => {
        response.resume().on('end', resolve).on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const startedAt = performance.now()
  await Promise.all(
    urls.flatMap((url) => {
      let left = events
      return Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await post(url)
      })
    }),
  )
  agent.destroy()
  return (events * urls.length) / ((performance.now() - startedAt) / 1000)
}
