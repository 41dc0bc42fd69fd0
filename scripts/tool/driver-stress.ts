import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import postgres from 'postgres'
import { startPostgres } from '#scripts/start/postgres/postgres.ts'

/**
 * Reproduces docs/decisions/2026-11-21-pg-instead-of-postgres.md: a backend is killed every 15 ms, in the middle of
 * transactions.
 */
type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
type Transaction = (tenant: string, run: (query: Query) => Promise<void>) => Promise<void>

const workers = 16
const turns = 100
const connections = 4
const killEveryMs = 15
const timeoutMs = 60_000
const setTenant = `select set_config('app.merchant_id', $1, true)`

const driver = process.argv[2]
if (driver !== 'pg' && driver !== 'postgres') throw new Error('Name a driver: pg or postgres')
const dataDir = mkdtempSync(join(tmpdir(), 'assay-stress-'))
chmodSync(dataDir, 0o711)
const server = await startPostgres({ dataDir, superuserPassword: 'stress', databasePassword: 'stress' })
const count = { committed: 0, refused: 0, wrongTenant: 0, uncaught: 0, kills: 0 }
process.on('uncaughtException', () => count.uncaught++)

const watcher = new pg.Client({ connectionString: server.url.replace('//assay:', '//postgres:') })
await watcher.connect()
await watcher.query('create table ledger (tenant text, n int); create table wallet (tenant text primary key, n int)')
await watcher.query(
  `insert into wallet select 'T' || g, 0 from generate_series(0, 7) g; grant all on ledger, wallet to assay`,
)

let stopped = false
const outcome = await Promise.race([work().then(() => 'finished'), pause(timeoutMs).then(() => 'HUNG')])
stopped = true
const { rows } = await watcher.query(
  'select count(*)::int as differing from wallet w where n <> (select count(*) from ledger l where l.tenant = w.tenant)',
)
console.log(JSON.stringify({ driver, outcome, ...count, ...rows[0] }))
await watcher.end()
await server.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit(outcome === 'finished' && count.uncaught + count.wrongTenant + rows[0].differing === 0 ? 0 : 1)

async function work(): Promise<void> {
  const transaction = driver === 'pg' ? onPg() : onPostgres()
  const killing = kill()
  await Promise.all(Array.from({ length: workers }, (_, worker) => oneWorker(transaction, `T${worker % 8}`)))
  stopped = true
  await killing
}

async function oneWorker(transaction: Transaction, tenant: string): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    try {
      await transaction(tenant, async (query) => {
        await query('insert into ledger values ($1, 1)', [tenant])
        if (turn % 3 === 0) await pause(2)
        const [setting] = await query(`select current_setting('app.merchant_id', true) as tenant`)
        if (setting?.tenant !== tenant) count.wrongTenant++
        await query('update wallet set n = n + 1 where tenant = $1', [tenant])
      })
      count.committed++
    } catch {
      count.refused++
    }
  }
}

async function kill(): Promise<void> {
  while (!stopped) {
    await pause(killEveryMs)
    const { rowCount } = await watcher.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'assay' order by random() limit 1`,
    )
    count.kills += rowCount ?? 0
  }
}

function onPg(): Transaction {
  const pool = new pg.Pool({ connectionString: server.url, max: connections })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return async (tenant, run) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      await client.query(setTenant, [tenant])
      await run(async (text, values) => (await client.query(text, values)).rows)
      await client.query('commit')
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
}

function onPostgres(): Transaction {
  const sql = postgres(server.url, { max: connections, onnotice: () => {} })
  return async (tenant, run) => {
    await sql.begin(async (tx) => {
      await tx.unsafe(setTenant, [tenant])
      await run((text, values) => tx.unsafe(text, (values ?? []) as string[]))
    })
  }
}
