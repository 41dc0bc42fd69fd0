import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { childProcesses } from '#scripts/tool/processes.ts'
import { cloneDatabase, type TestDatabase } from './core/test/database/database.ts'
import { type ForkedServer, forkServer, startServer } from './core/test/process/server-child.ts'

let database: TestDatabase
const children: ForkedServer[] = []

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  await Promise.all(children.map((child) => child.end()))
  await database.drop()
})

const listeners = async () =>
  (
    await database.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'assay listen'`,
    )
  ).rows[0].n as number

test('web and worker start together, and both stop on SIGTERM', async () => {
  const server = await startServer('all', database.url)
  children.push(server)
  const live = await fetch(`${server.url}/health/live`)
  expect(await live.json()).toEqual({ ok: true })
  await vi.waitFor(async () => expect(await listeners()).toBe(2), { timeout: 20_000, interval: 200 })
  // Browsers open such connections in advance, sometimes without a request.
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const ended = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await vi.waitFor(async () => expect(await listeners()).toBe(0), { timeout: 5_000, interval: 200 })
})

test('several web processes share one port; a killed one is restarted, and all stop on SIGTERM', async () => {
  const server = await startServer('web', database.url, { WEB_PROCESSES: '2' })
  children.push(server)
  expect(await listeners()).toBe(2)
  const webProcesses = childProcesses(server.process.pid!)
  process.kill(webProcesses[0]!, 'SIGKILL')
  await vi.waitFor(async () => expect(await listeners()).toBe(1), { timeout: 20_000, interval: 100 })
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
  await vi.waitFor(async () => expect(await listeners()).toBe(2), { timeout: 20_000, interval: 200 })
  const ended = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await vi.waitFor(async () => expect(await listeners()).toBe(0), { timeout: 5_000, interval: 200 })
})

test('reports all problems of an invalid configuration in one message, and does not start', async () => {
  const server = await forkServer('all', database.url, { PORT: 'many', CODE_KEY: '', JWT_SECRET: 'short' })
  children.push(server)
  expect(await once(server.process, 'close')).toEqual([78, null])
  for (const name of ['PORT', 'CODE_KEY', 'JWT_SECRET']) expect(server.stderr()).toContain(name)
})
