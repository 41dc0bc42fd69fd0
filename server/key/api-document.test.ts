import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasCommandPrograms, runCommands } from '#server/core/test/document-commands.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { uploaded } from '#server/media/upload.fixture.ts'
import { type Receiver, startReceiver } from '#server/webhook/receiver.fixture.ts'
import { localReceivers, sendDue } from '#server/webhook/webhook.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import { keyOf } from './key.fixture.ts'

let world: TestApp
let folder: string
let receiver: Receiver
beforeAll(async () => {
  world = await testApp({ config: localReceivers })
  receiver = await startReceiver()
  await world.work()
  folder = await mkdtemp(join(tmpdir(), 'assay-api-'))
})
afterAll(async () => {
  await receiver.close()
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

/** Delivers events and messages, as the worker does, until the commands have ended. */
async function meanwhile<T>(commands: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const result = commands.finally(() => ended.abort())
  do {
    await world.deliverEvents()
    await sendDue(world)
  } while (await setTimeout(200, true, { signal: ended.signal }).catch(() => false))
  await world.deliverEvents()
  await sendDue(world)
  return result
}

test.skipIf(!hasCommandPrograms)(
  'the commands of docs/api.md lead from a key to a signed message, an event and a scan',
  async () => {
    const person = await world.approvedMerchant({ credit: 10 })
    const file = omit(await uploaded(world, person), 'id', 'merchant', 'createdAt')
    await world.database.query(
      `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
     values ($1, 'Highland', 'TM-1', 'Ada', 'Pahang', 'my', 'Approved', $2)`,
      [person.merchantId, { class: '30', postcode: '39100', file, active: true }],
    )
    const scopes = ['sku:read', 'sku:write', 'codes:read', 'codes:write', 'webhooks:write', 'events:read'] as const
    const { key } = await keyOf(world, person, scopes)
    const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
    const stdout = await meanwhile(
      runCommands('docs/api.md', folder, { ASSAY_URL: url, ASSAY_KEY: key, RECEIVER: receiver.url }),
    )
    const scans = JSON.parse(await readFile(join(folder, 'scans.json'), 'utf8'))
    expect(scans).toMatchObject({ total: 1, rows: [{ Time: expect.any(String) }] })
    expect(stdout).toContain(scans.rows[0].Time)
    const codes = (await readFile(join(folder, 'codes.txt'), 'utf8')).trim().split('\n')
    expect(codes).toHaveLength(5)

    const { secret } = JSON.parse(await readFile(join(folder, 'webhook.json'), 'utf8'))
    expect(receiver.received.length).toBeGreaterThanOrEqual(2)
    const messages = receiver.received.map(({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>),
    ) as { type: string; data: { id: string } }[]
    const { rows: done } = await world.database.query(
      `select id, 'order.done' as type from code_order where merchant_id = $1
     union all select id, 'activation.done' from activation_batch where merchant_id = $1`,
      [person.merchantId],
    )
    const told = messages.map(({ type, data: { id } }) => `${type} ${id}`)
    expect(new Set(told)).toEqual(new Set(done.map(({ id, type }) => `${type} ${id}`)))

    const { epcisBody } = JSON.parse(await readFile(join(folder, 'events.json'), 'utf8'))
    const [event] = epcisBody.queryResults.resultsBody.eventList
    expect(event).toMatchObject({ bizStep: 'commissioning', disposition: 'active' })
    expect(event.epcList).toContain(`${world.services.config.publicUrl}/V/${codes[0]!.split('/').at(-1)!.slice(0, 26)}`)
  },
)
