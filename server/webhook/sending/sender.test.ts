import { Webhook as ForeignChecker } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { type Receiver, startReceiver } from '#server/webhook/receiver.fixture.ts'
import { addWebhook, becomeDue, happen, localReceivers, sendDue, webhooks } from '#server/webhook/webhook.fixture.ts'

let world: TestApp
let person: Person
let receiver: Receiver
beforeAll(async () => {
  world = await testApp({ config: localReceivers })
})
beforeEach(async () => {
  person = await world.confirmedMerchant()
  receiver = await startReceiver()
})
afterEach(() => receiver.close())
afterAll(() => world.close())

const deliveries = async (id: string) => (await webhooks(world, person).deliveries({ params: { id }, query: {} })).rows
const isOn = async () => (await webhooks(world, person).list()).rows.map((row) => [row.isOn, row.stop])

test('sends signed messages that Standard Webhooks accepts, with both secrets after a rotation', async () => {
  const { id, secret } = await addWebhook(world, person, receiver.url)
  const [subject] = await happen(world, person)
  await sendDue(world)
  const next = await webhooks(world, person).rotate({ params: { id } })
  await happen(world, person)
  await sendDue(world)
  const [first, second] = receiver.received as [Receiver['received'][0], Receiver['received'][0]]
  const accepts = (text: string, { body, headers }: typeof first) =>
    new ForeignChecker(text).verify(body, headers as Record<string, string>)
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(accepts(secret, first)).toEqual({ type: 'order.done', timestamp: at, data: { id: subject } })
  expect(() => accepts(next.secret, first)).toThrow('No matching signature')
  accepts(secret, second)
  accepts(next.secret, second)
  expect(second.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  await world.database.query(
    `update webhook set secrets = jsonb_set(secrets, '{1,until}', to_jsonb(now() - interval '1 minute')) where id = $1`,
    [id],
  )
  await happen(world, person)
  await sendDue(world)
  expect(() => accepts(secret, receiver.received[2]!)).toThrow('No matching signature')
  expect((await deliveries(id)).map(({ state, status, answer }) => [state, status, answer])).toEqual(
    Array(3).fill(['delivered', 200, 'ok']),
  )
})

test('repeats a message with the same id until it arrives, and gives it up after ten attempts', async () => {
  const { id } = await addWebhook(world, person, receiver.url)
  receiver.answer((response) => response.writeHead(500).end('a\0b'))
  await happen(world, person)
  await sendDue(world)
  const [first] = await deliveries(id)
  expect(first).toMatchObject({ state: 'waiting', attempts: 1, status: 500, failure: 'status', answer: 'ab' })
  const pause = Date.parse(first!.nextAttemptAt!) - Date.parse(first!.attemptedAt!)
  expect(pause).toBeGreaterThanOrEqual(4_000)
  expect(pause).toBeLessThanOrEqual(6_000)
  for (let n = 1; n < 12; n++) {
    await becomeDue(world, id)
    await sendDue(world)
  }
  expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 10, nextAttemptAt: null }])
  expect(new Set(receiver.ids()).size).toBe(1)
  expect(receiver.received).toHaveLength(10)
  receiver.answer((response) => response.writeHead(204).end())
  await webhooks(world, person).redeliver({ params: { id: first!.id } })
  await sendDue(world)
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1, status: 204, failure: null }])
})

test('waits as long as an overloaded receiver asks, and follows no redirect', async () => {
  const { id } = await addWebhook(world, person, receiver.url)
  receiver.answer((response) => response.writeHead(429, { 'retry-after': '900' }).end())
  await happen(world, person)
  await sendDue(world)
  const [busy] = await deliveries(id)
  const pause = Date.parse(busy!.nextAttemptAt!) - Date.parse(busy!.attemptedAt!)
  expect(Math.round(pause / 1000)).toBe(900)
  receiver.answer((response) => response.writeHead(307, { location: `${receiver.url}/other` }).end())
  await becomeDue(world, id)
  await sendDue(world)
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', failure: 'redirect', status: 307 }])
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
})

test('reads 1,024 bytes of an answer, and ends one that sends its bytes slowly', async () => {
  const { id } = await addWebhook(world, person, receiver.url)
  receiver.answer((response) => {
    const write = () => response.write('é'.repeat(600)) && setImmediate(write)
    write()
  })
  await happen(world, person)
  await sendDue(world)
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', answer: 'é'.repeat(512) }])
  receiver.answer((response) => {
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  })
  await happen(world, person)
  await sendDue(world, 300)
  expect((await deliveries(id))[0]).toMatchObject({ state: 'waiting', failure: 'timeout', status: null })
})

test('turns an endpoint off that answers 410, and tells the merchant by mail', async () => {
  const { id } = await addWebhook(world, person, receiver.url)
  await happen(world, person, 3)
  receiver.answer((response) => response.writeHead(410).end())
  await sendDue(world)
  expect(await isOn()).toEqual([[false, 'gone']])
  expect(new Set((await deliveries(id)).map(({ state }) => state))).toEqual(new Set(['failed']))
  await world.deliverEvents()
  const { rows } = await world.database.query('select event, name, mail_due from notification where merchant_id = $1', [
    person.merchantId,
  ])
  expect(rows).toEqual([{ event: 'webhookStopped', name: new URL(receiver.url).host, mail_due: true }])
})

test('turns an endpoint off after five days without an accepted message, not earlier', async () => {
  const { id } = await addWebhook(world, person, receiver.url)
  receiver.answer((response) => response.writeHead(500).end())
  const failFor = async (hours: number) => {
    await world.database.query('update webhook set failing_since = now() - make_interval(hours => $2) where id = $1', [
      id,
      hours,
    ])
    await happen(world, person)
    await sendDue(world)
    return isOn()
  }
  expect(await failFor(119)).toEqual([[true, null]])
  expect(await failFor(121)).toEqual([[false, 'failing']])
  expect((await deliveries(id)).map(({ state, failure }) => [state, failure])).toEqual([
    ['failed', 'off'],
    ['failed', 'off'],
  ])
})

test('pings an endpoint, also one that is off, and tries it once', async () => {
  const { id } = await addWebhook(world, person, receiver.url)
  const api = webhooks(world, person)
  const body = { url: receiver.url, eventTypes: ['order.done' as const], isOn: false }
  await api.update({ params: { id }, body })
  receiver.answer((response) => response.writeHead(404).end('no such page'))
  const ping = await api.test({ params: { id } })
  expect(ping).toMatchObject({ state: 'waiting', type: 'ping', subject: id })
  await sendDue(world)
  expect(await api.delivery({ params: { id: ping.id } })).toMatchObject({
    ...{ state: 'failed', status: 404, failure: 'status', answer: 'no such page' },
  })
  await expect(api.redeliver({ params: { id: ping.id } })).rejects.toMatchObject({ code: 'webhook.off' })
  // It says nothing about messages: none has failed, and the endpoint is not turned off because of it.
  expect((await api.list()).rows).toMatchObject([{ failingSince: null }])
})

test('replays the events of a range that an endpoint has chosen, also those from before it was added', async () => {
  await addWebhook(world, person, `${receiver.url}/first`, ['recall.set'])
  const [before] = await happen(world, person)
  await happen(world, person, 1, 'certificate.decided')
  const { id } = await addWebhook(world, person, receiver.url, ['order.done'])
  const [after] = await happen(world, person)
  await sendDue(world)
  const hour = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const api = webhooks(world, person)
  const replay = (missedOnly: boolean, from = hour(-1)) =>
    api.replay({ params: { id }, body: { from, to: hour(1), missedOnly } })
  expect(await replay(true)).toEqual({ count: 1 })
  expect(await replay(true)).toEqual({ count: 0 })
  await sendDue(world)
  expect(await replay(false)).toEqual({ count: 2 })
  await sendDue(world)
  const subjects = receiver.received.map(({ body }) => JSON.parse(body).data.id)
  expect(subjects.slice(0, 2)).toEqual([after, before])
  expect(subjects.slice(2).toSorted()).toEqual([after, before].toSorted())
  await expect(replay(false, hour(2))).rejects.toMatchObject({ status: 400 })
  await world.database.query(
    `insert into webhook_event (merchant_id, type, subject, at)
     select $1, 'order.done', gen_random_uuid(), now() from generate_series(1, 10001)`,
    [person.merchantId],
  )
  await expect(replay(false)).rejects.toMatchObject({ code: 'webhook.tooManyEvents' })
})
