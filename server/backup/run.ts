import type { Config } from '#server/core/config.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { and, eq, inArray, notInArray, sql } from '#server/core/drizzle/orm.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import type { Manifest } from './manifest.ts'
import { openPlace } from './place/place.ts'
import { backupRun } from './table.ts'
import { type BackupSource, makeBackup, readManifests } from './write/backup.ts'
import { seldom, type Tell } from './write/progress.ts'

/** What a worker backs up, with the keys that it has. */
export function sourceOf(config: Config): BackupSource | undefined {
  const { backup, codeKey, nfcKey, jwtSecret } = config
  const env = { CODE_KEY: codeKey.toString('hex'), NFC_KEY: nfcKey?.toString('hex'), JWT_SECRET: jwtSecret }
  return backup && { ...config, backup, envs: [env] }
}

type Run = { id: string; tell: Tell; kind?: Manifest['kind']; mayCheck?: boolean }

/**
 * Makes a backup and keeps its row up to date. Returns undefined if another process makes one: the lock ends with the session, also of
 * a process that was killed.
 */
export function runBackup(
  db: Database,
  source: BackupSource,
  { id, tell, ...options }: Run,
): Promise<Manifest | undefined> {
  return db.exclusive('backup', async () => {
    await db.system(async (tx) => {
      await tx
        .update(backupRun)
        .set({
          state: 'failed',
          finishedAt: sql`clock_timestamp()`,
          reason: 'The process ended before it was complete.',
        })
        .where(eq(backupRun.state, 'running'))
      const begun = { state: 'running' as const, reason: null, finishedAt: null, startedAt: sql`clock_timestamp()` }
      await tx
        .insert(backupRun)
        .values({ id, state: 'running' })
        .onConflictDoUpdate({ target: backupRun.id, set: begun })
    })
    const store = (set: Partial<typeof backupRun.$inferInsert>) =>
      db.system((tx) =>
        tx
          .update(backupRun)
          .set({ ...set, touchedAt: sql`clock_timestamp()` as never })
          .where(eq(backupRun.id, id)),
      )
    const storeProgress = seldom(2_000, async (step, stepDone, stepTotal) => {
      await store({ step, stepDone, stepTotal })
    })
    try {
      const manifest = await makeBackup(source, {
        ...options,
        tell: async (...progress) => {
          await storeProgress(...progress)
          await tell(...progress)
        },
        named: async (name) => void (await store({ name })),
      })
      await store({ state: 'done', finishedAt: new Date(), step: null, ...factsOf(manifest) })
      const kept = await readManifests(openPlace(source.backup))
      await db.system((tx) => enterKept(tx, kept))
      return manifest
    } catch (error) {
      await store({ state: 'failed', finishedAt: new Date(), step: null, reason: loggedMessage(error) })
      throw error
    }
  })
}

const factsOf = (manifest: Manifest) => ({
  name: manifest.name,
  manifest,
  bytes: manifest.database.bytes + manifest.files.bytes,
  checkedAt: manifest.check && manifest.check.reason === null ? new Date(manifest.check.at) : null,
  reason: manifest.check?.reason ?? null,
})

/** Brings the list to what the place has: backups that were removed, and those that a restored database does not know. */
async function enterKept(tx: Tx, kept: readonly Manifest[]): Promise<void> {
  const names = kept.map(({ name }) => name)
  await tx
    .update(backupRun)
    .set({ isKept: false })
    .where(and(eq(backupRun.state, 'done'), notInArray(backupRun.name, names)))
  const known = await tx
    .select({ name: backupRun.name })
    .from(backupRun)
    .where(and(eq(backupRun.state, 'done'), inArray(backupRun.name, names)))
  const unknown = kept.filter((manifest) => !known.some(({ name }) => name === manifest.name))
  if (unknown.length === 0) return
  await tx.insert(backupRun).values(
    unknown.map((manifest) => ({
      state: 'done' as const,
      startedAt: new Date(manifest.snapshotAt),
      finishedAt: new Date(manifest.finishedAt),
      ...factsOf(manifest),
    })),
  )
}
