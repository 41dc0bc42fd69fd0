import { z } from 'zod'
import { allowIdle, type Database, type Tx } from '#server/core/db/database.ts'
import { eq, inArray, type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { storedFile, upload } from './table.ts'

/** One advisory lock per file. `file:` separates them from other locks. */
export const lockKey = (hash: unknown) => sql`hashtextextended('file:' || ${hash}, 0)`

/** Files of one transaction, whose bytes are removed at the same time. */
const atOnce = 50
/** A document is uploaded up to this time before its form is sent, and bytes before the row that names them. */
const grace = { sql: sql`interval '1 day'`, ms: 86_400_000 }

/**
 * Removes files that no row refers to: rows first under a lock, then bytes, then the commit. A crash in between leaves
 * a row without bytes, which is not served and which the next run removes. With `hashes`, it checks only these files.
 * Without, it checks all of them, once a day: also documents that no form used for a day, and bytes that never got a row.
 */
export const cleanUpFiles = defineJob({
  name: 'media.clean',
  schema: z.object({ hashes: z.array(z.string()).optional() }),
  cron: '41 3 * * *',
  async run({ hashes }, { services: { db, files }, heartbeat, signal }) {
    const isRemovable = hashes ? sql`private` : sql`private and created_at < now() - ${grace.sql}`
    const unused = hashes ?? (await db.system((tx) => unusedFiles(tx, isRemovable)))
    for (let i = 0; i < unused.length && !signal.aborted; i += atOnce) {
      await removeFiles(db, files, unused.slice(i, i + atOnce), isRemovable)
      await heartbeat()
    }
    if (!hashes) await removeOrphans(db, files, signal, heartbeat)
  },
})

/** The hashes in texts, which are rows of the column `words`. */
const hashesIn = (texts: SQL) =>
  sql`select (regexp_matches(source.words, '[0-9a-f]{64}', 'g'))[1] as hash from (${texts}) source`

/**
 * Every hash that shoppers' pages name. Payloads are anchored for ever, so their images stay, also those that did not fit into the
 * payload.
 */
const publishedHashes = sql`
  ${hashesIn(sql`
    select details::text as words from sku
    union all select convert_from(bytes, 'UTF8') from payload
    union all select convert_from(rest, 'UTF8') from payload where rest is not null`)}
  union all select hash from sku_certificate`

/** Every hash that a row refers to, except uploads. */
const referencedHashes = sql`
  ${publishedHashes}
  union all ${hashesIn(sql`
    select details::text as words from business
    union all select details::text from trademark
    union all select report::text from verdict_case where report is not null`)}
  union all select file from sync_blob where file is not null`

/**
 * The files, of these or of all, to which neither a row nor an upload that stays refers. The references of all rows are
 * read once, and only if there is such a file without them.
 * @param isRemovable which uploads are removed with their file. Private ones are in no list from which a person could
 *   remove them, so they are removed with the record that refers to them.
 */
async function unusedFiles(tx: Tx, isRemovable: SQL, hashes?: readonly string[]): Promise<string[]> {
  const withoutUpload = sql`
    select f.hash from stored_file f
    where ${hashes ? sql`f.hash = any(${sql.param(hashes)}::text[])` : sql`true`}
      and not exists (select from upload where upload.hash = f.hash and (${isRemovable}) is not true)`
  const { rowCount } = await tx.execute(sql`${withoutUpload} limit 1`)
  if (rowCount === 0) return []
  const { rows } = await tx.execute<{ hash: string }>(sql`
    select hash from (${withoutUpload}) candidate where hash not in (select hash from (${referencedHashes}) n)`)
  return rows.map(({ hash }) => hash)
}

async function removeFiles(db: Database, files: FileStore, hashes: readonly string[], isRemovable: SQL): Promise<void> {
  const failures = await db.system(async (tx) => {
    const locked = await tryLockFiles(tx, hashes)
    // A row that refers to one of them may have been written before the lock was taken.
    const unused = locked.length > 0 ? await unusedFiles(tx, isRemovable, locked) : []
    if (unused.length === 0) return noFailures
    const uploads = await tx.delete(upload).where(inArray(upload.hash, unused)).returning()
    const stored = await tx.delete(storedFile).where(inArray(storedFile.hash, unused)).returning()
    const failures = await removeBytes(tx, files, unused)
    // New rows, so that an upload which waits for the lock stores its bytes again. The next attempt finds them.
    const isLeft = ({ hash }: { hash: string }) => failures.has(hash)
    if (stored.some(isLeft)) await tx.insert(storedFile).values(stored.filter(isLeft))
    if (uploads.some(isLeft)) await tx.insert(upload).values(uploads.filter(isLeft))
    return failures
  })
  throwFirst(failures)
}

/**
 * Makes a file private that was uploaded as a public one and has become a registration document. It stays public if a page shows it
 * or another merchant has uploaded the same content: then it is published anyway.
 */
export const hideDocument = defineJob({
  name: 'media.hideDocument',
  schema: z.object({ merchantId: z.uuid(), hash: z.string() }),
  run: ({ merchantId, hash }, { services: { db } }) =>
    db.system(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(hash)})`)
      const { rowCount } = await tx.execute(sql`
        update stored_file f set private = true
        where f.hash = ${hash} and not exists (select from upload u where u.hash = f.hash and u.merchant_id <> ${merchantId})
          and f.hash not in (select hash from (${publishedHashes}) published)`)
      if (rowCount) await tx.update(upload).set({ private: true }).where(eq(upload.hash, hash))
    }),
})

/** Bytes without a row, from calls that failed after their file was stored. */
async function removeOrphans(
  db: Database,
  files: FileStore,
  signal: AbortSignal,
  heartbeat: () => Promise<void>,
): Promise<void> {
  for await (const names of files.olderThan(new Date(Date.now() - grace.ms), atOnce)) {
    if (signal.aborted) return
    const failures = await db.system(async (tx) => {
      const locked = await tryLockFiles(tx, names)
      return removeBytes(tx, files, await findOrphanedFiles(tx, locked))
    })
    throwFirst(failures)
    await heartbeat()
  }
}

type Failures = ReadonlyMap<string, unknown>
const noFailures: Failures = new Map()
/** Longer than a slow store needs for `atOnce` files: it tries each call three times, for 35 seconds. */
const removalMs = 300_000

/**
 * Removes the bytes of files whose locks the transaction holds. It ends after the last call of the store, also when one fails,
 * and PostgreSQL must not end it earlier: without the locks, a call that is late could remove bytes that were stored again.
 *
 * @returns the errors by file, to be thrown after the commit: a rollback would restore rows of files whose bytes are gone.
 */
async function removeBytes(tx: Tx, files: FileStore, hashes: readonly string[]): Promise<Failures> {
  await allowIdle(tx, removalMs)
  const failures = new Map<string, unknown>()
  await Promise.all(hashes.map((hash) => files.remove(hash).catch((error) => failures.set(hash, error))))
  return failures
}

function throwFirst(failures: Failures): void {
  for (const error of failures.values()) throw error
}

async function findOrphanedFiles(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ hash: string }>(sql`
    select hash from unnest(${sql.param(names)}::text[]) as stored (hash)
    where not exists (select from stored_file f where f.hash = stored.hash)
      and not exists (select from sync_blob b where b.file = stored.hash)
      and not exists (select from audit_seal s where s.file = stored.hash)`)
  return rows.map(({ hash }) => hash)
}

/** Locks the files that no other transaction has locked, until the transaction ends. Never waits. */
async function tryLockFiles(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ hash: string }>(sql`
    select hash from unnest(${sql.param(hashes)}::text[]) as asked (hash)
    where pg_try_advisory_xact_lock(${lockKey(sql`hash`)})`)
  return rows.map(({ hash }) => hash)
}
