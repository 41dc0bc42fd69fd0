import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { startTcpProxy, type TcpProxy } from '#server/core/test/network/tcp-proxy.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { type Database, openDatabase } from './database.ts'
import { isUnavailable } from './database-error.ts'

const silenceMs = 300

let database: TestDatabase
let wire: TcpProxy
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  wire = await startTcpProxy(database.url)
  db = openDatabase({ databaseUrl: wire.url, databaseConnections: 2 }, silenceMs)
})
afterEach(async () => {
  await db.close()
  await wire.close()
})

const one = sql`select 1 as one`

test('closes an unresponsive connection, reports it as unavailable, and opens another one', async () => {
  const calls = {
    system: () => db.system((tx) => tx.execute(one)),
    read: () => db.read.execute(one),
    public: () => db.publicPool.query('select 1 as one'),
  }
  for (const call of Object.values(calls)) await call()
  const before = wire.clients()
  wire.silence()
  await expect(calls.system()).rejects.toMatchObject({ kind: coreProblems.unavailable })
  for (const call of [calls.read, calls.public]) {
    const error = await call().catch((reason: unknown) => reason)
    expect(isUnavailable(error)).toBe(true)
  }
  for (const call of Object.values(calls)) expect((await call()).rows).toEqual([{ one: 1 }])
  await vi.waitFor(() => expect(wire.clients()).toBe(before), 10_000)
})

test('rolls back a transaction that its process leaves idle, on every kind of connection', async () => {
  const show = 'show idle_in_transaction_session_timeout'
  const kinds = [
    await db.system((tx) => tx.execute(sql.raw(show))),
    await db.read.execute(sql.raw(show)),
    await db.publicPool.query(show),
    await db.owner((client) => client.query(show)),
  ]
  for (const { rows } of kinds) expect(rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }])
})

test('does not treat a long statement of the table owner as unresponsive', async () => {
  const { rows } = await db.owner((client) =>
    client.query(`select pg_sleep(${(3 * silenceMs) / 1000}) is not null as slept`),
  )
  expect(rows).toEqual([{ slept: true }])
})

test('reconnects a listener whose connection is unresponsive, and reports that events may be missed', async () => {
  const messages: string[] = []
  const listener = await db.listen('test', {
    receive: (payload) => messages.push(payload),
    resumed: () => messages.push('resumed'),
    // Also the timeout of a connection, which a busy machine may need.
    heartbeatMs: 1_000,
  })
  await database.query(`notify test, 'one'`)
  await vi.waitFor(() => expect(messages).toEqual(['one']), 10_000)
  wire.silence()
  await database.query(`notify test, 'lost'`)
  await vi.waitFor(() => expect(messages).toEqual(['one', 'resumed']), 10_000)
  await database.query(`notify test, 'two'`)
  await vi.waitFor(() => expect(messages).toEqual(['one', 'resumed', 'two']), 10_000)
  await listener.close()
})

test('rejects and does not retry when a listener cannot start', async () => {
  await wire.close()
  await expect(db.listen('test', { receive: () => {} })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  wire = await startTcpProxy(database.url)
})
