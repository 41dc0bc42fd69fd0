import pg from 'pg'
import type { Config } from '#server/core/config.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { lastAppliedMigration } from '#server/core/db/migrate.ts'
import { programVersion } from './manifest.ts'
import { sourceOf } from './run.ts'
import { makeBackup } from './write/backup.ts'

/** The backup before a migration failed, so nothing was migrated. */
export class BackupBeforeMigrationError extends Error {
  override name = 'BackupBeforeMigrationError'
}

const retryMs = 1_000

/**
 * Makes a restore point if this version will change the tables of a database that has data, and BACKUP_TO is set: the way back from
 * an upgrade. Processes that start together wait for the one that makes it.
 */
export async function backupBeforeMigration(config: Config): Promise<void> {
  const source = sourceOf(config)
  if (!source || !(await willMigrate(config.databaseUrl))) return
  const db = openDatabase({ databaseUrl: config.databaseUrl, databaseConnections: 2 })
  try {
    while (await willMigrate(config.databaseUrl)) {
      const made = await db.exclusive('backup', () =>
        makeBackup(source, { kind: 'restorePoint', tell: () => {}, mayCheck: false }),
      )
      if (made) return
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  } catch (error) {
    throw new BackupBeforeMigrationError(
      `The backup before the migration failed, and nothing was migrated: ${(error as Error).message} ` +
        'Correct this, or make a dump of your own and start once without BACKUP_TO.',
    )
  } finally {
    await db.close()
  }
}

/** Whether the database has tables of an older version. */
async function willMigrate(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const last = await lastAppliedMigration(client)
    return last !== undefined && last < programVersion().lastMigration
  } finally {
    await client.end()
  }
}
