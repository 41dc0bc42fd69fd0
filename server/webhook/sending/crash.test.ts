import { type ChildProcess, fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { emit } from '#server/core/events/emit.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { type Receiver, startReceiver } from '#server/webhook/receiver.fixture.ts'
import { addWebhook, localReceivers } from '#server/webhook/webhook.fixture.ts'
import { orderFinished } from '#shared/order/events.ts'

/** `npm run soak` has more. */
const kills = Number(process.env.WEBHOOK_KILLS ?? 3)
/** Events before each kill. */
const events = 300
/** The worker sends so many messages at once to an endpoint: a kill repeats no more. */
const sentAtOnce = 20

let world: TestApp
let person: Person
let receiver: Receiver
let folder: string
let worker: ChildProcess | undefined
beforeAll(async () => {
  world = await testApp({ config: localReceivers })
  person = await world.confirmedMerchant()
  receiver = await startReceiver()
  folder = await mkdtemp(join(tmpdir(), 'assay-webhook-'))
  await writeFile(join(folder, 'cert.pem'), receiver.cert)
})
afterAll(async () => {
  await kill()
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

function startWorker(): void {
  worker = fork(join(import.meta.dirname, 'worker-child.fixture.ts'), [world.database.url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ...startupEnvironment, NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') },
  })
}

async function kill(): Promise<void> {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}

async function happen(): Promise<string[]> {
  const { merchantId } = person
  const subjects = Array.from({ length: events }, () => randomUUID())
  await world.services.db.tenant(merchantId!, (tx) =>
    emit(
      tx,
      orderFinished,
      subjects.map((subject) => ({ merchantId: merchantId!, subject, data: { number: 'A' } })),
    ),
  )
  return subjects
}

/** Lets the time pass after which the messages of a dead worker are due again. */
const endLeases = () => world.database.query("update webhook_delivery set due_at = now() where state = 'waiting'")

test(`loses no message when its worker is killed ${kills} times, and repeats only those under way`, {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  await addWebhook(world, person, receiver.url)
  const expected: string[] = []
  for (let n = 0; n < kills; n++) {
    expected.push(...(await happen()))
    const killAt = receiver.received.length + randomInt(events)
    startWorker()
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(killAt), {
      timeout: 40_000,
      interval: 1,
    })
    await kill()
    await endLeases()
  }
  startWorker()
  const left = async () =>
    (
      await world.database.query(
        "select count(*)::int as n from webhook_delivery where state <> 'delivered' union all select count(*)::int from domain_event",
      )
    ).rows.map(({ n }) => n)
  await vi.waitFor(async () => expect(await left()).toEqual([0, 0]), { timeout: 40_000, interval: 200 })
  await kill()
  const subjects = receiver.received.map(({ body }) => JSON.parse(body).data.id as string)
  expect([...new Set(subjects)].toSorted()).toEqual(expected.toSorted())
  expect(subjects.length - expected.length).toBeLessThanOrEqual(kills * sentAtOnce)
})
