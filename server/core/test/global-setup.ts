import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/core/db/migrate.ts'
import { openJobQueue } from '#server/core/jobs/job-queue.ts'
import { openLogger } from '#server/core/logging/logger.ts'
import { allJobs } from '#server/domains.ts'
import { testConfig } from './config.ts'
import { startCluster } from './database/cluster.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface ProvidedContext {
    /** The login of a superuser of the PostgreSQL of the test run; `ownerUrl` is the login of the application. */
    adminUrl: string
    ownerUrl: string
    templateDatabase: string
  }
}

const migrationsFolder = 'server/core/migrations'
const template = 'assay_template'

/** The queues are in the template, so that no test waits until they are created. */
async function createQueues(databaseUrl: string): Promise<void> {
  const config = testConfig(databaseUrl)
  const jobs = openJobQueue(config, openLogger(config))
  await jobs.start(allJobs)
  await jobs.stop()
  await rm(config.dataDir, { recursive: true, force: true })
}

/** One real PostgreSQL for the test run. Every test clones its migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster(template)
  // Also applies a table change without a migration; migrate.test.ts reports that the migration is missing.
  const folder = await mkdtemp(join(tmpdir(), 'assay-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  await promisify(execFile)('drizzle-kit', ['generate'], {
    env: { ...process.env, MIGRATIONS_DIR: folder },
    timeout: 60_000,
  })
  await migrate(cluster.ownerUrl, folder)
  await createQueues(cluster.ownerUrl)
  await rm(folder, { recursive: true, force: true })
  project.provide('adminUrl', cluster.adminUrl)
  project.provide('ownerUrl', cluster.ownerUrl)
  project.provide('templateDatabase', template)
  const leavings = project.config.env.ASSAY_TEST_FOLDER!
  await mkdir(leavings, { recursive: true })
  return async () => {
    await cluster.remove()
    await rm(leavings, { recursive: true, force: true })
  }
}
