import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasProcess } from '#scripts/tool/processes.ts'
import { runStatement } from '#server/core/test/database/run-statement.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'

let dataDir = ''
let postgres: RunningPostgres | undefined
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
  postgres = await startPostgres({ dataDir, superuserPassword: 'super', databasePassword: 'assay' })
}, 60_000)
afterAll(async () => {
  await postgres?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const pidFile = () => join(dataDir, 'postgres', 'postmaster.pid')
const pidOf = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

async function asked(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres!.url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Ends the whole server at once, as its own crash does where recovery fails. */
async function endServer(): Promise<number> {
  const pid = pidOf()
  process.kill(pid, 'SIGQUIT')
  while (hasProcess(pid)) await pause(20)
  return pid
}

test('a PostgreSQL that ends by itself is started again at its address, with all committed rows', async () => {
  await asked('create table kept (word text)')
  for (const word of ['first', 'second']) {
    await asked(`insert into kept values ('${word}')`)
    await endServer()
    const end = Date.now() + 50_000
    let rows: unknown[] | undefined
    while (!rows && Date.now() < end) rows = await asked('select word from kept').catch(() => pause(200))
    expect(rows).toContainEqual({ word })
  }
}, 120_000)

test('listens on no port, only on a socket file in its data folder', async () => {
  expect(await asked('show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(new URL(postgres!.url).searchParams.get('host')).toBe(join(dataDir, 'postgres'))
})

test('listens in a temporary folder when its data folder is too deep or has a name clients cannot read', async () => {
  for (const [name, isTemporary] of [
    ['deep'.repeat(30), true],
    ['one, two', true],
    ['a "b"', false],
  ] as const) {
    const folder = join(dataDir, name)
    const other = await startPostgres({ dataDir: folder, superuserPassword: 'super', databasePassword: 'assay' })
    const socket = new URL(other.url).searchParams.get('host')!
    expect(await runStatement(other.url, 'select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
    await other.close()
    expect([existsSync(folder), existsSync(socket)]).toEqual([true, !isTemporary])
  }
}, 120_000)

test('can be stopped for good while it restarts', async () => {
  const pid = await endServer()
  await postgres!.close()
  await pause(1_500)
  expect(hasProcess(pid)).toBe(false)
  await expect(asked('select 1')).rejects.toThrow()
  postgres = undefined
}, 60_000)
