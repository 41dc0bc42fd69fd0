import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from './core/test/database.ts'
import { freePort } from './core/test/port.ts'

let database: TestDatabase
let dataDir: string
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'assay-main-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string>): ChildProcess {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      BITCOIN_RPC_URL: 'http://assay:assay@127.0.0.1:9',
      CATAPULT_URL: 'http://127.0.0.1:9',
      CODE_KEY: '11'.repeat(32),
      JWT_SECRET: 'x'.repeat(40),
      BITCOIN_KEY: '22'.repeat(32),
      CATAPULT_KEY: '33'.repeat(32),
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  children.push(child)
  return child
}

const workers = async () =>
  (
    await database.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'assay listen'`,
    )
  ).rows[0].n as number

test('web and worker start together and both end on SIGTERM', async () => {
  const port = await freePort()
  const child = start({ ROLE: 'all', PORT: String(port) })
  await once(child, 'message')
  const live = await fetch(`http://127.0.0.1:${port}/health/live`)
  expect(await live.json()).toEqual({ ok: true })
  await vi.waitFor(async () => expect(await workers()).toBe(2), { timeout: 20_000, interval: 200 })
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await vi.waitFor(async () => expect(await workers()).toBe(0), { timeout: 5_000, interval: 200 })
})

test('a bad configuration ends the start with every problem in one message', async () => {
  const child = start({ PORT: 'many', CODE_KEY: '', JWT_SECRET: 'short' })
  let said = ''
  child.stderr!.on('data', (chunk) => {
    said += chunk
  })
  expect(await once(child, 'exit')).toEqual([78, null])
  for (const name of ['PORT', 'CODE_KEY', 'JWT_SECRET']) expect(said).toContain(name)
})
