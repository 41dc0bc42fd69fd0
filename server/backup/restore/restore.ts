import pg from 'pg'
import { checkProofs, compareCounts, dropSchemas, restoreInto } from '#server/backup/check/check.ts'
import { keyFingerprint, type Manifest, programVersion } from '#server/backup/manifest.ts'
import { type BackupPlace, openPlace } from '#server/backup/place/place.ts'
import { type BackupSource, makeBackup, readManifests } from '#server/backup/write/backup.ts'
import type { Tell } from '#server/backup/write/progress.ts'
import type { Config } from '#server/core/config.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { recoverLog } from '#server/transparency/service.ts'
import { type LostData, lostSince } from './lost.ts'
import { restoreFiles } from './restore-files.ts'

/** Nothing was changed. The message says why. */
export class RestoreRefusedError extends Error {
  override name = 'RestoreRefusedError'
}

export type Restored = {
  manifest: Manifest
  /** The backup of the state before, with which `restore` goes back; null if there was none. */
  restorePoint: string | null
  /** What was made after the backup and is not in the database any more; null without a state before. */
  lost: LostData | null
  files: { restored: number; damaged: string[] }
  proofs: number
  /** Entries of the public log that came back from its published files. */
  logEntries: number
}

export type RestoreSource = BackupSource & Pick<Config, 'logFiles'>
type Options = { name: string; mayReplace: boolean; tell: Tell; say: (line: string) => void }

/**
 * Restores a backup into the database and the file store of the environment. Everything is checked before anything is changed; a
 * database that is not empty is replaced only with `mayReplace`, after a backup of its present state. Killed at any moment, it can
 * be called again: the database is empty or complete, and files that are there are not copied again.
 */
export async function restoreBackup(
  source: RestoreSource,
  { name, mayReplace, tell, say }: Options,
): Promise<Restored> {
  const place = openPlace(source.backup)
  const manifest = await chosenManifest(place, name)
  refuseNewer(manifest)
  if (manifest.codeKey !== keyFingerprint(source.codeKey)) {
    throw new RestoreRefusedError(
      'CODE_KEY is not that of the backup: no printed code would verify. Set the keys of the backup first (restore keys).',
    )
  }
  const state = await stateOf(source.databaseUrl)
  if (state.processes > 0)
    throw new RestoreRefusedError(
      `${state.processes} connections of Assay use the database: stop web and worker processes first.`,
    )
  let [restorePoint, lost]: [string | null, LostData | null] = [null, null]
  if (!state.isEmpty) {
    if (!mayReplace)
      throw new RestoreRefusedError(
        'The database is not empty. With --replace, a restore point of its state is made first, and then it is replaced.',
      )
    if (state.isComplete) {
      say('Making a restore point of the present state')
      restorePoint = (await makeBackup(source, { kind: 'restorePoint', tell, mayCheck: false })).name
      lost = await lostSince(source.databaseUrl, manifest.snapshotAt)
    }
  }
  say(`Restoring the files of ${manifest.name}`)
  const files = await restoreFiles(place, source, manifest, tell)
  say('Restoring the database')
  if (!state.isEmpty) await dropSchemas(source.databaseUrl)
  await restoreInto(source.databaseUrl, place, manifest)
  await compareCounts(source.databaseUrl, manifest)
  const proofs = await checkProofs(source.databaseUrl)
  await migrate(source.databaseUrl)
  const logEntries = await recoverEntries(source)
  return { manifest, restorePoint, lost, files, proofs, logEntries }
}

async function chosenManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const all = await readManifests(place)
  const chosen =
    name === 'latest' ? all.findLast(({ kind }) => kind === 'backup') : all.find((one) => one.name === name)
  if (chosen) return chosen
  throw new RestoreRefusedError(
    `${place.label} has no complete backup ${name}. Known: ${all.map((one) => one.name).join(', ') || 'none'}.`,
  )
}

export function refuseNewer({ migrations, assay }: Pick<Manifest, 'migrations' | 'assay'>): void {
  const program = programVersion()
  if (migrations.last <= program.lastMigration) return
  throw new RestoreRefusedError(
    `The backup is of a newer Assay (${assay}) than this one (${program.assay}), which does not know its tables. Install version ${assay} or newer.`,
  )
}

/** Whether the database has tables of Assay, whether all of them, and how many processes use it. */
async function stateOf(databaseUrl: string): Promise<{ isEmpty: boolean; isComplete: boolean; processes: number }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'restore' })
  await client.connect()
  try {
    const { rows } = await client.query<{ tables: string; complete: boolean; processes: string }>(
      `select (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind in ('r', 'p') and n.nspname in ('public', 'drizzle', 'pgboss')) as tables,
         to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.merchant') is not null as complete,
         (select count(*) from pg_stat_activity where datname = current_database() and (application_name like 'assay%' or application_name = 'pg_restore')
           and pid <> pg_backend_pid()) as processes`,
    )
    const { tables, complete, processes } = rows[0]!
    return { isEmpty: Number(tables) === 0, isComplete: complete, processes: Number(processes) }
  } finally {
    await client.end()
  }
}

async function recoverEntries(source: RestoreSource): Promise<number> {
  const db = openDatabase({ databaseUrl: source.databaseUrl, databaseConnections: 2 })
  try {
    return await recoverLog(db, source)
  } finally {
    await db.close()
  }
}
