import pg from 'pg'
import { proofOf } from '#server/anchoring/service.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { asLocalFile, type BackupPlace } from '#server/backup/place/place.ts'
import { findProgram, programTarget, runProgram } from '#server/backup/programs.ts'
import { filePath, readFileList } from '#server/backup/write/copy-files.ts'
import type { Tell } from '#server/backup/write/progress.ts'
import { asBackup, countRows } from '#server/backup/write/snapshot.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { ensureRoles } from '#server/core/db/migrate.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { logHolds } from '#server/transparency/service.ts'

/** The backup differs from what it says. */
export class DamagedBackupError extends Error {
  override name = 'DamagedBackupError'
}

/** The check is not possible here. The message says what to change. */
export class CheckImpossibleError extends Error {
  override name = 'CheckImpossibleError'
}

const sample = 100

/** Restores the backup into a database of its own, and compares. Returns how many proofs and files were checked. */
export async function checkBackup(
  place: BackupPlace,
  manifest: Manifest,
  { databaseUrl, checkUrl }: { databaseUrl: string; checkUrl: string | undefined },
  tell: Tell,
): Promise<{ proofs: number; files: number }> {
  await tell('check', 0, 4)
  const files = await checkFiles(place, manifest)
  await tell('check', 1, 4)
  const scratch = checkUrl ? await emptyDatabase(checkUrl) : await createDatabase(databaseUrl)
  try {
    await restoreInto(scratch.url, place, manifest)
    await tell('check', 2, 4)
    await compareCounts(scratch.url, manifest)
    await tell('check', 3, 4)
    return { files, proofs: await checkProofs(scratch.url) }
  } finally {
    await scratch.remove()
  }
}

/** Restores the dump into an empty database, in one transaction. */
export async function restoreInto(databaseUrl: string, place: BackupPlace, manifest: Manifest): Promise<void> {
  const { file: program } = await findProgram('pg_restore', manifest.postgres.pgDump)
  const dump = await asLocalFile(place, `${manifest.name}/database.dump`)
  try {
    if (dump.sha256 !== manifest.database.sha256)
      throw new DamagedBackupError('The dump of the database is not the one that the manifest names.')
    await withClient(databaseUrl, ensureRoles)
    const { url, env } = programTarget(databaseUrl)
    const words = ['--exit-on-error', '--single-transaction', '--no-owner', '--dbname', url, dump.file]
    const { output, ended } = runProgram(program, words, env)
    output.resume()
    await ended
  } finally {
    await dump.close()
  }
}

/** Throws DamagedBackupError unless each table has the rows that the manifest says. */
export async function compareCounts(databaseUrl: string, { tables }: Pick<Manifest, 'tables'>): Promise<void> {
  const found = await withClient(databaseUrl, async (client) => {
    await client.query(`begin; ${asBackup}`)
    return countRows(client)
  })
  const differing = [...new Set([...Object.keys(tables), ...Object.keys(found)])].filter(
    (name) => tables[name] !== found[name],
  )
  if (differing.length === 0) return
  const facts = differing
    .slice(0, 5)
    .map((name) => `${name} ${found[name] ?? 'none'} instead of ${tables[name] ?? 'none'}`)
  throw new DamagedBackupError(`Rows differ after the restore: ${facts.join(', ')}.`)
}

/** The proofs of up to 100 random codes, and the root of the public log. */
export async function checkProofs(databaseUrl: string): Promise<number> {
  const db = openDatabase({ databaseUrl, databaseConnections: 2 }, 120_000)
  try {
    if (!(await logHolds(db.read)))
      throw new DamagedBackupError('The hashes of the public log do not lead to its root.')
    // The sample of blocks keeps a large table from being sorted as a whole.
    const { rows } = await db.read.execute<{ address: string }>(sql`
      select address from activation
      where (select count(*) from (select from activation limit 50001) few) <= 50000 or random() < 0.02
      order by random() limit ${sample}`)
    let checked = 0
    for (const { address } of rows) {
      const proof = await proofOf(db.read, address)
      if (!proof) continue
      if (!proof.holds) throw new DamagedBackupError('The proof of a code does not lead to its root.')
      checked++
    }
    return checked
  } finally {
    await db.close()
  }
}

/** The digests of up to 100 random files of the place. */
async function checkFiles(place: BackupPlace, manifest: Manifest): Promise<number> {
  const lines = await readFileList(place, manifest.name)
  if (lines?.length !== manifest.files.count) throw new DamagedBackupError('The list of files is not complete.')
  const chosen = lines.toSorted(() => Math.random() - 0.5).slice(0, sample)
  for (const { name, sha256 } of chosen) {
    const copy = await asLocalFile(place, filePath(sha256))
    await copy.close()
    if (copy.sha256 === sha256) continue
    await place.remove(filePath(sha256))
    throw new DamagedBackupError(`The file ${name} is damaged in the place. The next backup copies it again.`)
  }
  return chosen.length
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'assay backup' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database beside that of the installation. One that a killed check has left is replaced. */
async function createDatabase(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const name = `${decodeURIComponent(url.pathname.slice(1))}_backup_check`
  url.pathname = `/${encodeURIComponent(name)}`
  const quoted = pg.escapeIdentifier(name)
  const drop = () => withClient(databaseUrl, (client) => client.query(`drop database if exists ${quoted} with (force)`))
  try {
    await drop()
    await withClient(databaseUrl, (client) => client.query(`create database ${quoted}`))
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new CheckImpossibleError(
      'The login may not create a database, so no copy was restored. As superuser: ALTER ROLE the login CREATEDB; or set BACKUP_CHECK_URL.',
    )
  }
  return { url: url.href, remove: async () => void (await drop()) }
}

async function emptyDatabase(url: string) {
  const empty = () => dropSchemas(url)
  await empty()
  return { url, remove: empty }
}

/** Removes everything of Assay from a database, in one transaction. */
export function dropSchemas(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(`begin;
      drop schema if exists public cascade; drop schema if exists drizzle cascade; drop schema if exists pgboss cascade;
      create schema public; grant usage on schema public to public; commit`)
  })
}
