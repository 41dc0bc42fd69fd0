import { Readable } from 'node:stream'
import { CheckImpossibleError, checkBackup } from '#server/backup/check/check.ts'
import { keysIn, sealKeys } from '#server/backup/keys.ts'
import { keyFingerprint, Manifest, programVersion } from '#server/backup/manifest.ts'
import { type BackupPlace, openPlace, readText, removeUnfinished } from '#server/backup/place/place.ts'
import { findProgram, programTarget, runProgram } from '#server/backup/programs.ts'
import type { Config } from '#server/core/config.ts'
import { openFileStore } from '#server/core/files/file-store.ts'
import { copyFiles, filePath, readFileList } from './copy-files.ts'
import type { Tell } from './progress.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'

/** The backup was not begun. The message says why. */
export class BackupRefusedError extends Error {
  override name = 'BackupRefusedError'
}

export type BackupSource = Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'codeKey'> & {
  backup: NonNullable<Config['backup']>
  /** The variables that can contain keys, in the order in which they are searched. */
  envs: readonly Record<string, string | undefined>[]
}

type Options = {
  kind?: Manifest['kind']
  tell: Tell
  named?: (name: string) => Promise<void> | void
  mayCheck?: boolean
}

/** Restore points that are kept. */
const keptRestorePoints = 3

/**
 * Makes a backup: first the database in one snapshot, then the files that it names, then the keys, and the manifest last, which makes
 * it complete. The caller holds the lock of backups. What a killed backup has left is removed first.
 */
export async function makeBackup(source: BackupSource, options: Options): Promise<Manifest> {
  const { kind = 'backup', tell, named, mayCheck = true } = options
  const place = openPlace(source.backup)
  const former = await readManifests(place)
  const codeKey = keyFingerprint(source.codeKey)
  if (former.some((manifest) => manifest.codeKey !== codeKey))
    throw new BackupRefusedError(
      `${place.label} has backups of another installation, with another CODE_KEY: choose another place.`,
    )
  await removeIncomplete(place, former)
  const name = nameOf(kind, new Date())
  await named?.(name)
  const last = former.at(-1)
  const { snapshot, database, pgDump } = await withSnapshot(source.databaseUrl, async (snapshot) => ({
    snapshot,
    ...(await dumpDatabase(place, { databaseUrl: source.databaseUrl, snapshot, name }, (done) =>
      tell('database', done, last?.database.bytes ?? null),
    )),
  }))
  const known = (last && (await readFileList(place, last.name))) ?? []
  const files = await copyFiles(place, openFileStore(source), { names: snapshot.files, known, folder: name }, tell)
  await tell('keys', 0, 1)
  const keys = await writeKeys(place, source, name)
  const { snapshotAt, migrations, tables, log, serverVersion } = snapshot
  const manifest: Manifest = {
    ...{ format: 1, name, kind, snapshotAt, finishedAt: new Date().toISOString() },
    ...{ assay: programVersion().assay, migrations, postgres: { server: serverVersion, pgDump } },
    ...{ database, tables, files, keys, codeKey, log, check: null },
  }
  await writeManifest(place, manifest)
  const checked = mayCheck ? await withCheck(place, manifest, source, tell) : manifest
  await prune(place, [...former, manifest], source.backup.keep)
  return checked
}

/** Sorts by time. */
const nameOf = (kind: Manifest['kind'], at: Date): string =>
  `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z${kind === 'restorePoint' ? '-restore-point' : ''}`
const isBackupName = (name: string) => /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z(-restore-point)?$/.test(name)

/** The complete backups of a place, the oldest first. */
export async function readManifests(place: BackupPlace): Promise<Manifest[]> {
  const names = (await place.folders()).filter(isBackupName).toSorted()
  const texts = await Promise.all(names.map((name) => readText(place, `${name}/manifest.json`)))
  return texts.flatMap((text) => (text === undefined ? [] : [Manifest.parse(JSON.parse(text))]))
}

const writeManifest = (place: BackupPlace, manifest: Manifest) =>
  place.write(`${manifest.name}/manifest.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))

async function removeIncomplete(place: BackupPlace, complete: readonly Manifest[]): Promise<void> {
  const names = new Set(complete.map(({ name }) => name))
  for (const name of await place.folders()) if (isBackupName(name) && !names.has(name)) await place.remove(`${name}/`)
  await place.remove('files/incoming/')
  await removeUnfinished(place, 'files/')
}

async function dumpDatabase(
  place: BackupPlace,
  { databaseUrl, snapshot, name }: { databaseUrl: string; snapshot: Snapshot; name: string },
  tell: (done: number) => Promise<void> | void,
) {
  const { file, version } = await findProgram('pg_dump', snapshot.serverMajor)
  const { url, env } = programTarget(databaseUrl)
  const words = ['--format=custom', '--compress=3', '--role=app_backup', '--enable-row-security']
  const { output, ended, kill } = runProgram(file, [...words, `--snapshot=${snapshot.id}`, '--dbname', url], env)
  try {
    const database = await place.write(`${name}/database.dump`, Readable.from(counted(output, tell)))
    await ended
    return { database, pgDump: version }
  } catch (error) {
    kill()
    throw error
  }
}

/** Tells how many bytes have passed. */
async function* counted(stream: Readable, tell: (done: number) => Promise<void> | void): AsyncIterable<Buffer> {
  let done = 0
  for await (const chunk of stream) {
    await tell(done)
    done += chunk.length
    yield chunk
  }
}

async function writeKeys(place: BackupPlace, { backup, envs }: BackupSource, name: string): Promise<Manifest['keys']> {
  if (!backup.passphrase) return null
  const keys = keysIn(envs)
  const file = await place.write(`${name}/keys.age`, await sealKeys(keys, backup.passphrase))
  return { names: Object.keys(keys), file }
}

/** A backup that could not be checked stays: the reason is in its manifest. */
async function withCheck(place: BackupPlace, manifest: Manifest, source: BackupSource, tell: Tell): Promise<Manifest> {
  const { databaseUrl, backup } = source
  const at = () => new Date().toISOString()
  try {
    const counts = await checkBackup(place, manifest, { databaseUrl, checkUrl: backup.checkUrl }, tell)
    const checked: Manifest = { ...manifest, check: { at: at(), ...counts, reason: null } }
    await writeManifest(place, checked)
    return checked
  } catch (error) {
    const { message } = error as Error
    const checked: Manifest = { ...manifest, check: { at: at(), proofs: 0, files: 0, reason: message } }
    await writeManifest(place, checked)
    if (error instanceof CheckImpossibleError) return checked
    throw error
  }
}

/** Removes the oldest backups, then the files that no backup names. */
async function prune(place: BackupPlace, all: readonly Manifest[], keep: number): Promise<void> {
  const old = [
    ...all.filter(({ kind }) => kind === 'backup').slice(0, -keep),
    ...all.filter(({ kind }) => kind === 'restorePoint').slice(0, -keptRestorePoints),
  ]
  if (old.length === 0) return
  for (const { name } of old) {
    // Without its manifest it is no backup, so a kill leaves none that is not complete.
    await place.remove(`${name}/manifest.json`)
    await place.remove(`${name}/`)
  }
  const named = new Set<string>()
  for (const { name } of all)
    if (!old.some((one) => one.name === name))
      for (const { sha256 } of (await readFileList(place, name)) ?? []) named.add(filePath(sha256))
  for await (const path of place.list('files/')) if (!named.has(path)) await place.remove(path)
}
