import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { leaveDuringAuthorization } from '#server/core/test/network/leave-during-authorization.ts'
import { listenToEvents } from '#server/core/test/network/listen-to-events.ts'
import { merchantChannel } from './event-hub.ts'

let t: TestApp
let origin: string

beforeAll(async () => {
  t = await testApp()
  origin = await t.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => t.close())

const listenAs = (person: Person, headers?: Record<string, string>) => listenToEvents(origin, person.token, headers)

test('delivers an event to its merchant only, after the commit', async () => {
  const { db, events } = t.services
  const [a, b] = [await t.signUp(), await t.signUp()]
  const [earA, earB] = [await listenAs(a), await listenAs(b)]
  expect(earA.answer.headers.get('content-type')).toBe('text/event-stream')
  const channel = merchantChannel(a.merchantId!)
  const failed = db.tenant(a.merchantId!, async (tx) => {
    await events.publish(tx, channel, 'order', { done: 1 })
    throw new Error('on purpose')
  })
  await expect(failed).rejects.toThrow('on purpose')
  await db.tenant(a.merchantId!, (tx) => events.publish(tx, channel, 'order', { done: 2 }))
  await vi.waitFor(() => expect(earA.heard()).toContain('event: order\ndata: {"done":2}\n\n'), 10_000)
  expect(earA.heard()).not.toContain('"done":1')
  expect(earB.heard()).not.toContain('order')
  await Promise.all([earA.close(), earB.close()])
})

test('sends a reload message to a reconnecting client, and opens no stream without a session', async () => {
  const back = await listenAs(await t.signUp(), { 'last-event-id': 'whatever it was' })
  await vi.waitFor(() => expect(back.heard()).toContain('event: resync'), 10_000)
  await back.close()
  expect((await fetch(`${origin}/api/events`)).status).toBe(401)
})

test('announces the end of a stream before it ends, so that the client opens the next one beside it', async () => {
  const wait = globalThis.setTimeout
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms = 0) =>
      wait(run, ms >= 590_000 ? (ms - 590_000) / 5 : ms)) as typeof setTimeout)
  const person = await t.signUp()
  // As many as an account without a confirmed e-mail may have: the next one takes the place of one that is renewed.
  const ears = [await listenAs(person), await listenAs(person), await listenAs(person)]
  await vi.waitFor(() => {
    for (const ear of ears) expect(ear.heard()).toContain('event: renew')
  }, 10_000)
  timers.mockRestore()
  const next = await listenAs(person)
  await vi.waitFor(() => expect(next.heard()).toContain('event: hello'), 10_000)
  await Promise.all(ears.map((ear) => ear.ended))
  await next.close()
})

test('keeps listening after the connection to the database was lost', async () => {
  const person = await t.signUp()
  const ear = await listenAs(person)
  await t.database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'assay listen'`)
  await vi.waitFor(
    async () => {
      await t.services.events.publish(null, merchantChannel(person.merchantId!), 'again', {})
      expect(ear.heard()).toContain('event: again')
    },
    { timeout: 10_000, interval: 200 },
  )
  await ear.close()
})

test('ends a stream with its access token: on sign-out, blocking and a change of role', async () => {
  for (const change of [
    'update session set revoked_at = now() where account_id = $1',
    'update account set blocked = true where id = $1',
    `update account set role = 'dealer' where id = $1`,
    'delete from account where id = $1',
  ]) {
    const [person, other] = [await t.signUp(), await t.signUp()]
    const [ear, stays] = [await listenAs(person), await listenAs(other)]
    await t.database.query(change, [person.id])
    await ear.ended
    await t.services.events.publish(null, merchantChannel(other.merchantId!), 'after', {})
    await vi.waitFor(() => expect(stays.heard()).toContain('event: after'), 10_000)
    await stays.close()
  }
})

test('limits the streams of an account, and opens one more when one has ended', async () => {
  const [person, other] = [await t.confirmedMerchant(), await t.signUp()]
  const ears = []
  for (let n = 0; n < 12; n++) ears.push(await listenAs(person))
  expect(ears.map(({ answer }) => answer.status)).toEqual(Array(12).fill(200))
  const refused = await listenAs(person)
  expect([refused.answer.status, refused.answer.headers.get('retry-after')]).toEqual([429, '30'])
  const others = await listenAs(other)
  expect(others.answer.status).toBe(200)
  await ears.pop()!.close()
  await vi.waitFor(async () => {
    const again = await listenAs(person)
    ears.push(again)
    expect(again.answer.status).toBe(200)
  }, 10_000)
  await Promise.all([others, ...ears].map((ear) => ear.close()))
})

const visitDemo = (address: string) =>
  listenToEvents(origin, '', { 'x-assay-demo': '1', 'x-forwarded-for': address, authorization: '' })

test('limits the streams of the demo for each address, not for all visitors together', async () => {
  const demo = await t.signUp()
  await t.database.query('update merchant set is_demo = true where id = $1', [demo.merchantId])
  const ears = []
  for (let n = 0; n < 13; n++) ears.push(await visitDemo('198.51.100.1'))
  expect(ears.map(({ answer }) => answer.status)).toEqual([...Array(12).fill(200), 429])
  ears.push(await visitDemo('198.51.100.2'))
  expect(ears.at(-1)!.answer.status).toBe(200)
  await Promise.all(ears.map((ear) => ear.close()))
})

test('limits the streams of the demo for each network, so that one cannot take those of all visitors', async () => {
  const fill = async (addresses: string[]) => {
    const ears = await Promise.all(addresses.map(visitDemo))
    const statuses = ears.map(({ answer }) => answer.status)
    return { ears, opened: statuses.filter((status) => status === 200).length }
  }
  const ofV4 = await fill(Array.from({ length: 72 }, (_, n) => `203.0.113.${n % 8}`))
  expect(ofV4.opened).toBe(60)
  const ofV6 = await fill(Array.from({ length: 130 }, (_, n) => `2001:db8:9:${n % 20}::1`))
  expect(ofV6.opened).toBe(120)
  const other = await visitDemo('198.18.0.1')
  expect(other.answer.status).toBe(200)
  await Promise.all([...ofV4.ears, ...ofV6.ears, other].map((ear) => ear.close()))
})

test('counts no stream of a client that disconnects while the caller is determined', async () => {
  const person = await t.signUp()
  for (let n = 0; n < 3; n++) await leaveDuringAuthorization(t, '/api/events', person)
  const ear = await listenAs(person)
  expect(ear.answer.status).toBe(200)
  await ear.close()
})

test('closes the stream of a slow reader instead of buffering without limit', async () => {
  const person = await t.signUp()
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n\r\n`)
  let heard = String((await once(socket, 'data'))[0])
  socket.pause()
  const { db, events } = t.services
  await db.read.execute(sql`
    select pg_notify('assay_events', json_build_object('channel', ${merchantChannel(person.merchantId!)}::text,
      'type', 'much', 'data', json_build_object('n', n, 'fill', repeat('x', 7000)))::text) from generate_series(1, 4000) n`)
  const other = await t.signUp()
  const ear = await listenAs(other)
  await vi.waitFor(async () => {
    await events.publish(null, merchantChannel(other.merchantId!), 'after', {})
    expect(ear.heard()).toContain('event: after')
  }, 20_000)
  const closed = once(socket, 'close')
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      heard += chunk
    })
  socket.resume()
  await closed
  expect(heard).toContain('event: hello')
  expect(heard).not.toContain('"n":4000')
  await ear.close()
})

test('health: is ready with database, queue and files, even when chains and signer do not respond', async () => {
  expect(await (await fetch(`${origin}/health/live`)).json()).toEqual({ ok: true })
  const ready = await fetch(`${origin}/health/ready`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({
    ok: true,
    database: true,
    queue: true,
    files: true,
    bitcoin: false,
    catapult: false,
    // No client opens port 9.
    signer: false,
    reasons: { bitcoin: 'unreachable', catapult: 'unreachable', signer: 'signer' },
    actions: {
      bitcoin: expect.stringContaining('BITCOIN_RPC_URL'),
      catapult: expect.stringContaining('CATAPULT_URL'),
      signer: expect.stringContaining('SIGNER_SOCKET'),
    },
  })
})

test('health: checks the parts once for many simultaneous calls', async () => {
  const check = vi.spyOn(t.services.jobs, 'alive')
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${origin}/health/ready`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(check.mock.calls.length).toBeLessThanOrEqual(2)
})
