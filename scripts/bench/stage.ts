import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '#scripts/seed.ts'
import { type Child, startChild } from '#scripts/start/children.ts'
import { freePort } from '#scripts/start/ports.ts'
import { type RunningPostgres, startPostgres } from '#scripts/start/postgres.ts'
import { loadSecrets } from '#scripts/start/secrets.ts'
import { untilReady } from '#scripts/start/server.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Database, openDatabase } from '#server/core/db.ts'
import { migrate } from '#server/core/migrate.ts'

/** What benchmarks run on: a PostgreSQL and a web process of their own, with the demo merchant. */
export type Stage = {
  env: NodeJS.ProcessEnv
  databaseUrl: string
  superuserUrl: string
  db: Database
  /** Starts the web process when a benchmark first asks, and answers its address. */
  web(): Promise<{ url: string; pid: number }>
  close(): Promise<void>
}

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
  const db = openDatabase(loadConfig(env))
  const { hostname, port: databasePort } = new URL(postgres.url)
  let server: Child | undefined
  return {
    env,
    databaseUrl: postgres.url,
    superuserUrl: `postgres://postgres:${secrets.superuserPassword}@${hostname}:${databasePort}/assay`,
    db,
    async web() {
      const url = `http://127.0.0.1:${port}`
      if (!server) {
        server = startChild('The web process', 'server/main.ts', [], { ...env, ROLE: 'web' })
        await untilReady(url)
      }
      return { url, pid: server.process.pid! }
    },
    async close() {
      await server?.stop()
      await db.close()
      await postgres.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
