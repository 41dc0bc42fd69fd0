import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { seed } from '#scripts/seed.ts'
import { type Child, firstMessage, startChild } from '#scripts/start/child-process.ts'
import { loadSecrets, type Secrets } from '#scripts/start/secrets.ts'
import { addressOf, startServer } from '#scripts/start/server.ts'
import { loadConfig } from '#server/core/config.ts'
import { signerVariables } from '#server/core/config-checks.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { openServices, type Services } from '#server/core/services.ts'
import { runStatement, withDatabaseName } from '#server/core/test/database/run-statement.ts'

/** The system of the benchmarks: a PostgreSQL and server processes of their own, with the demo merchant. */
export type TestSystem = {
  env: NodeJS.ProcessEnv
  superuserUrl: string
  /** Where the database server can write. */
  postgresDir: string
  db: Database
  /** The web process that benchmarks share. It is started at the first call. */
  web(): Promise<SystemServer>
  /** Starts a process of the server, optionally on another database. It ends on request or with the test system. */
  start(role: 'web' | 'worker', databaseUrl?: string, more?: NodeJS.ProcessEnv): Promise<SystemServer>
  /** Runs on a copy of the seeded database, which is removed afterwards. */
  scratch<T>(run: (scratch: ScratchDatabase) => Promise<T>): Promise<T>
  close(): Promise<void>
}
export type SystemServer = { url: string; pid: number; stop(): Promise<void> }
type ScratchDatabase = { services: Services; superuser: pg.Client; databaseUrl: string }

const template = 'assay_seeded'

export async function startTestSystem(): Promise<TestSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const ends: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  const endAll = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) await end()
  }
  let ended: Promise<void> | undefined
  const close = () => {
    ended ??= endAll()
    return ended
  }
  try {
    return { ...(await seedTestSystem(dataDir, ends)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @param ends receives a function that undoes each step; they are called in reverse order */
async function seedTestSystem(dataDir: string, ends: (() => unknown)[]): Promise<Omit<TestSystem, 'close'>> {
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(dataDir, 0o711)
  const secrets = loadSecrets(dataDir)
  const postgres = startDatabase(dataDir, secrets)
  ends.push(postgres.stop)
  const { url: ownerUrl } = await firstMessage<{ url: string }>(postgres)
  const env = environment(dataDir, ownerUrl, secrets)
  await migrate(ownerUrl)
  await seed(env)
  const superuserUrl = withDatabaseName(ownerUrl, 'assay', {
    username: 'postgres',
    password: secrets.superuserPassword,
  })
  // The copy requires that no client is connected.
  await runStatement(
    withDatabaseName(superuserUrl, 'postgres'),
    `create database ${template} template assay owner assay`,
  )
  const db = openDatabase(loadConfig(env))
  ends.push(db.close)

  async function start(role: 'web' | 'worker', databaseUrl?: string, more = {}): Promise<SystemServer> {
    const child = startServer(role, { ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more })
    ends.push(child.stop)
    return { url: await addressOf(child), pid: child.process.pid!, stop: child.stop }
  }

  let shared: Promise<SystemServer> | undefined
  let scratches = 0
  return {
    env,
    superuserUrl,
    postgresDir: join(dataDir, 'postgres'),
    db,
    start,
    web() {
      shared ??= start('web')
      return shared
    },
    async scratch(run) {
      const name = `scratch_${++scratches}`
      const maintenanceUrl = withDatabaseName(superuserUrl, 'postgres')
      await runStatement(maintenanceUrl, `create database ${name} template ${template} owner assay`)
      const databaseUrl = withDatabaseName(ownerUrl, name)
      const services = await openServices(loadConfig({ ...env, DATABASE_URL: databaseUrl }))
      const superuser = new pg.Client({ connectionString: withDatabaseName(superuserUrl, name) })
      try {
        await superuser.connect()
        return await run({ services, superuser, databaseUrl })
      } finally {
        await superuser.end()
        await services.close()
        await runStatement(maintenanceUrl, `drop database ${name} with (force)`)
      }
    },
  }
}

/** A PostgreSQL on a folder of its own. Its first message contains its address. */
export function startDatabase(dataDir: string, secrets: Secrets, through: readonly string[] = []): Child {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    SUPERUSER_PASSWORD: secrets.superuserPassword,
    DATABASE_PASSWORD: secrets.databasePassword,
  }
  return startChild('PostgreSQL', 'scripts/start/postgres-process.ts', { env, through })
}

export function environment(dataDir: string, databaseUrl: string, secrets: Secrets): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // No server listens there: the chains are not part of the measurement.
    BITCOIN_RPC_URL: 'http://assay:assay@127.0.0.1:4',
    CATAPULT_URL: 'http://127.0.0.1:4',
    SIGNER_SOCKET: join(dataDir, 'signer', 'socket'),
    ...Object.fromEntries(signerVariables.map((name) => [name, undefined])),
    MAIL: 'mailbox',
    CODE_KEY: secrets.codeKey,
    NFC_KEY: secrets.nfcKey,
    JWT_SECRET: secrets.jwtSecret,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://localhost',
  }
}
