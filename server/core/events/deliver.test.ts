import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { deliverEvents, startEventDelivery } from './deliver.ts'
import { emit } from './emit.ts'
import { leaveTrace, noteErased, noteWritten } from './note.fixture.ts'
import { defineSubscriber } from './subscriber.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await world.signUp()
  await world.database.query(
    `create table trace (id serial, by text, subject uuid, n int); alter table trace owner to assay;
     grant all on trace to app_system; grant all on trace_id_seq to app_system`,
  )
})
afterAll(() => world.close())

const occurrence = (subject: string, n: number) => ({ merchantId: person.merchantId!, subject, data: { n } })
const write = (...notes: ReturnType<typeof occurrence>[]) =>
  world.services.db.tenant(person.merchantId!, (tx) => emit(tx, noteWritten, notes))
const traces = async (subject: string) =>
  (await world.database.query('select by, n from trace where subject = $1 order by id', [subject])).rows.map(
    ({ by, n }) => `${by} ${n}`,
  )
const waiting = async () => (await world.database.query('select count(*)::int as n from domain_event')).rows[0].n

/** Leaves a trace of each event. `broken`: the numbers at which it fails. */
const subscriber = (name: string, broken = new Set<number>(), calls: number[] = []) =>
  defineSubscriber({
    name,
    events: [noteWritten],
    async handle(tx, events) {
      calls.push(events.length)
      for (const { subject, data } of events) {
        await leaveTrace(tx, name, subject, data.n)
        if (broken.has(data.n)) throw new Error('broken on purpose')
      }
    },
  })
const deliver = (...subscribers: ReturnType<typeof subscriber>[]) => deliverEvents(world.services, subscribers)
const setDue = (time: string) => world.database.query(`update domain_event set due_at = ${time} where failures > 0`)

test('delivers events after the commit in their order, and none of a transaction that was rolled back', async () => {
  const subject = randomUUID()
  const rolledBack = world.services.db.tenant(person.merchantId!, async (tx) => {
    await emit(tx, noteWritten, [occurrence(subject, 0)])
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await write(occurrence(subject, 1), occurrence(subject, 2))
  await write(occurrence(subject, 3))
  await deliver(subscriber('one'))
  await deliver(subscriber('one'))
  expect(await traces(subject)).toEqual(['one 1', 'one 2', 'one 3'])
  expect(await waiting()).toBe(0)
})

test('delivers many events in batches of a bounded size', async () => {
  const calls: number[] = []
  await write(...Array.from({ length: 21 }, (_, n) => occurrence(randomUUID(), n)))
  await deliver(subscriber('many', new Set(), calls))
  expect(calls).toEqual([20, 1])
})

test('delays only later events of the subject when a subscriber fails, and repeats none for the others', async () => {
  const [failing, fine] = [randomUUID(), randomUUID()]
  const broken = new Set([2])
  const [first, second] = [subscriber('first'), subscriber('second', broken)]
  await write(occurrence(failing, 1), occurrence(failing, 2), occurrence(failing, 3), occurrence(fine, 4))
  await deliver(first, second)
  expect(await traces(failing)).toEqual(['first 1', 'second 1', 'first 2'])
  expect(await traces(fine)).toEqual(['first 4', 'second 4'])
  broken.clear()
  await setDue(`now() + interval '1 hour'`)
  await deliver(first, second)
  expect(await traces(failing)).toHaveLength(3)
  await setDue('now()')
  await deliver(first, second)
  expect((await traces(failing)).slice(3)).toEqual(['first 3', 'second 2', 'second 3'])
  expect(await waiting()).toBe(0)
})

test('records the failure of an event that ends the connection, and delivers the others', async () => {
  const [ending, fine] = [randomUUID(), randomUUID()]
  await write(occurrence(ending, 1), occurrence(fine, 2))
  const breaking = defineSubscriber({
    name: 'breaking',
    events: [noteWritten],
    async handle(tx, events) {
      if (events.some(({ subject }) => subject === ending)) {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await world.database.query('select pg_terminate_backend($1)', [rows[0]!.pid])
      }
      for (const { subject, data } of events) await leaveTrace(tx, 'breaking', subject, data.n)
    },
  })
  await deliver(breaking, subscriber('other'))
  expect(await traces(fine)).toEqual(['breaking 2', 'other 2'])
  const { rows } = await world.database.query('select subject, failures, due_at > now() as later from domain_event')
  expect(rows).toEqual([{ subject: ending, failures: 1, later: true }])
  await setDue('now()')
  await deliver(subscriber('breaking'), subscriber('other'))
  expect(await traces(ending)).toEqual(['breaking 1', 'other 1'])
})

test('ends a statement of a subscriber before its connection is given up', async () => {
  await write(occurrence(randomUUID(), 1))
  const timeouts: string[] = []
  const slow = defineSubscriber({
    name: 'slow',
    events: [noteWritten],
    async handle(tx) {
      const { rows } = await tx.execute<{ timeout: string }>(
        sql`select current_setting('statement_timeout') as timeout`,
      )
      timeouts.push(rows[0]!.timeout)
    },
  })
  await deliver(slow)
  expect(timeouts).toEqual(['20s'])
})

test('redelivers an event when the worker is killed before acknowledgement, and keeps no earlier effects', async () => {
  const subject = randomUUID()
  await write(occurrence(subject, 1), occurrence(subject, 2))
  const child = fork(join(import.meta.dirname, 'deliver-child.fixture.ts'), [world.database.url], { stdio: 'inherit' })
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect
    .poll(
      async () => {
        await deliver(subscriber('next'))
        return traces(subject)
      },
      { timeout: 20_000 },
    )
    .toEqual(['outside 1', 'outside 2', 'next 1', 'next 2'])
  expect(await waiting()).toBe(0)
})

test('leaves an event that no subscriber of the process knows to a process that knows it', async () => {
  const subject = randomUUID()
  const erased = { merchantId: person.merchantId!, subject, data: {} }
  await world.services.db.tenant(person.merchantId!, (tx) => emit(tx, noteErased, [erased]))
  await write(occurrence(subject, 1))
  await deliver(subscriber('old'))
  expect([await traces(subject), await waiting()]).toEqual([['old 1'], 1])
  const handle = async () => undefined
  await deliver(defineSubscriber({ name: 'new', events: [noteErased], handle }))
  expect(await waiting()).toBe(0)
})

test('delivers each event once when several workers deliver at the same time, and stops when asked', async () => {
  const subject = randomUUID()
  const [one, other] = [1, 2].map(() => startEventDelivery(world.services, [subscriber('shared')]))
  await write(...Array.from({ length: 250 }, (_, n) => occurrence(subject, n)))
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  await Promise.all([one!.stop(), other!.stop()])
  expect(await traces(subject)).toEqual(Array.from({ length: 250 }, (_, n) => `shared ${n}`))
})
