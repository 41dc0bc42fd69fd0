import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { seed } from '#scripts/seed.ts'
import { type Child, startChild } from '#scripts/start/children.ts'
import { freePort } from '#scripts/start/ports.ts'
import { type RunningPostgres, startPostgres } from '#scripts/start/postgres.ts'
import { loadSecrets } from '#scripts/start/secrets.ts'
import { untilReady } from '#scripts/start/server.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Database, openDatabase } from '#server/core/db.ts'
import { migrate } from '#server/core/migrate.ts'
import { openServices, type Services } from '#server/core/services.ts'

/** What benchmarks run on: a PostgreSQL and server processes of their own, with the demo merchant. */
export type Stage = {
  env: NodeJS.ProcessEnv
  databaseUrl: string
  superuserUrl: string
  /** Where the database server can write. */
  postgresDir: string
  db: Database
  /** Starts the web process when a benchmark first asks, and answers its address. */
  web(): Promise<{ url: string; pid: number }>
  /** Runs on a database as it was after seeding, which is gone afterwards. */
  scratch<T>(run: (scratch: Scratch) => Promise<T>): Promise<T>
  close(): Promise<void>
}
export type Scratch = { services: Services; superuser: pg.Client; databaseUrl: string }

const template = 'assay_seeded'

export async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  // As root, PostgreSQL runs as another user, who has to enter the folder.
  chmodSync(dataDir, 0o711)
  const secrets = loadSecrets(dataDir)
  const postgres: RunningPostgres = await startPostgres({ dataDir, ...secrets })
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    // Nobody listens there: chains have no part in what is measured.
    BITCOIN_RPC_URL: 'http://assay:assay@127.0.0.1:9',
    CATAPULT_URL: 'http://127.0.0.1:9',
    CODE_KEY: secrets.codeKey,
    JWT_SECRET: secrets.jwtSecret,
    BITCOIN_KEY: secrets.bitcoinKey,
    CATAPULT_KEY: secrets.catapultKey,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
  }
  await migrate(postgres.url)
  await seed(env)
  const superuserUrl = withDatabase(postgres.url, 'assay', { user: 'postgres', password: secrets.superuserPassword })
  // Copied while nobody is connected to it.
  await oneStatement(withDatabase(superuserUrl, 'postgres'), `create database ${template} template assay owner assay`)
  const db = openDatabase(loadConfig(env))
  let server: Child | undefined
  let scratches = 0
  return {
    env,
    databaseUrl: postgres.url,
    superuserUrl,
    postgresDir: join(dataDir, 'postgres'),
    db,
    async web() {
      const url = `http://127.0.0.1:${port}`
      if (!server) {
        server = startChild('The web process', 'server/main.ts', [], { ...env, ROLE: 'web' })
        await untilReady(url)
      }
      return { url, pid: server.process.pid! }
    },
    async scratch(run) {
      const name = `scratch_${++scratches}`
      const maintenanceUrl = withDatabase(superuserUrl, 'postgres')
      await oneStatement(maintenanceUrl, `create database ${name} template ${template} owner assay`)
      const databaseUrl = withDatabase(postgres.url, name)
      const services = await openServices(loadConfig({ ...env, DATABASE_URL: databaseUrl }))
      const superuser = new pg.Client({ connectionString: withDatabase(superuserUrl, name) })
      try {
        await superuser.connect()
        return await run({ services, superuser, databaseUrl })
      } finally {
        await superuser.end()
        await services.close()
        await oneStatement(maintenanceUrl, `drop database ${name} with (force)`)
      }
    },
    async close() {
      await server?.stop()
      await db.close()
      await postgres.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function withDatabase(url: string, database: string, login?: { user: string; password: string }): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  if (login) Object.assign(other, { username: login.user, password: login.password })
  return other.href
}

async function oneStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
