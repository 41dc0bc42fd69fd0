import { serveParent } from './child-process.ts'
import { startPostgres } from './postgres/postgres.ts'

/**
 * The parent process of PostgreSQL: a separate process, so that the database stops in order even if the starter is
 * killed.
 */
/** Web and worker also notice the end of the starter, and have to finish their writes first. */
const orphanMs = 3_000

await serveParent(async () => {
  const { DATA_DIR = '.data', SUPERUSER_PASSWORD = '', DATABASE_PASSWORD = '' } = process.env
  const running = await startPostgres({
    dataDir: DATA_DIR,
    superuserPassword: SUPERUSER_PASSWORD,
    databasePassword: DATABASE_PASSWORD,
  })
  return { ready: { url: running.url }, close: running.close }
}, orphanMs)
