import { hash } from 'node:crypto'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import type { FileStore, PutResult } from '#server/core/files/file-store.ts'
import type { Compute } from '#server/core/process/compute.ts'
import type { FormPart } from '#server/core/request-body/multipart.ts'
import type { Services } from '#server/core/services.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import type { StoredFile, UploadedFile } from '#shared/core/fields/fields.ts'
import { cleanUpFiles, hideDocument, lockKey } from './jobs.ts'
import { storedFile, upload } from './table.ts'
import { type Accepted, type Received, readUpload, sanitizeFieldFile, sanitizeUpload } from './upload.ts'

/**
 * Protects files from cleanup until the transaction ends. Every transaction that adds a reference to a file calls this
 * before it reads the file's rows or bytes: public files are named by their content, so another merchant may be
 * removing the same file at this moment.
 */
export async function lockFiles(tx: Tx, hashes: readonly string[]): Promise<void> {
  for (const hash of [...new Set(hashes)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(hash)})`)
}

/**
 * Enqueues the removal of these files after the commit if nothing refers to them then. Called by every transaction that
 * removes a reference.
 */
export function releaseFiles({ jobs }: Pick<Services, 'jobs'>, tx: Tx, hashes: string[]): Promise<void> {
  return jobs.send(tx, cleanUpFiles, { hashes })
}

/** The form of a registration may only refer to files that its merchant uploaded. They become private, however they were uploaded. */
export async function takeDocument(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Tx,
  { merchantId, file, otherwise }: { merchantId: string; file: UploadedFile; otherwise: ProblemKind },
): Promise<StoredFile> {
  await lockFiles(tx, [file.hash])
  const [own] = await tx
    .select({ private: upload.private, mime: upload.mime, size: upload.size })
    .from(upload)
    .where(and(eq(upload.merchantId, merchantId), eq(upload.hash, file.hash), eq(upload.ext, file.ext)))
    .limit(1)
  if (!own) throw new Problem(otherwise)
  if (!own.private) await jobs.send(tx, hideDocument, { merchantId, hash: file.hash })
  return { ...file, mime: own.mime, size: own.size }
}

export type { Received }
export type AcceptedPicture = Accepted

/** Reads the bytes of an untrusted image without decoding it. */
export const receivePicture = (part: FormPart): Promise<Received> => readUpload(part, 'report')

/** Re-encodes the image in these bytes. */
export const acceptPicture: (compute: Compute, received: Received) => Promise<AcceptedPicture> = sanitizeUpload

export const acceptFieldFile: typeof sanitizeFieldFile = sanitizeFieldFile

/** A file whose bytes are stored and whose rows are not yet written. */
export type StoredBytes = Accepted & PutResult & { isPrivate: boolean; rowVersion: string | undefined }

/**
 * Stores the bytes of a file before the transaction that refers to it, so that no transaction waits for the file store. If that
 * transaction fails, bytes without a row remain, which the cleanup removes.
 *
 * A public file is named by its content. Its row is written before its bytes: the cleanup removes both together, so an
 * unchanged row shows `insertUpload` that nobody has removed the bytes since.
 */
export async function storeBytes(
  { db, files }: Pick<Services, 'db' | 'files'>,
  file: Accepted,
  isPrivate: boolean,
): Promise<StoredBytes> {
  const { content, mime } = file
  if (isPrivate) {
    return { ...file, ...(await files.put(content, { private: true, mime })), isPrivate, rowVersion: undefined }
  }
  const contentHash = hash('sha256', content)
  const written = { ...file, hash: contentHash, contentHash, size: content.length, isPrivate }
  const rowVersion = await db.system(async (tx) => {
    await lockFiles(tx, [contentHash])
    await insertFile(tx, written)
    // The same content may be a registration document. Whoever publishes it has it.
    const isHidden = and(eq(storedFile.hash, contentHash), storedFile.private)
    await tx.update(storedFile).set({ private: false }).where(isHidden)
    return readRowVersion(tx, contentHash)
  })
  return { ...written, ...(await files.put(content, { mime })), rowVersion }
}

/** Writes the rows of a file whose bytes are stored. The result shows the file to its merchant. */
export async function insertUpload(
  tx: Tx,
  files: FileStore,
  merchantId: string,
  stored: StoredBytes,
): Promise<typeof upload.$inferSelect> {
  const { hash, content, ext, mime, name, size, isPrivate } = stored
  if (!isPrivate) {
    await lockFiles(tx, [hash])
    // Another merchant removed the same file in the meantime, and with it these bytes. Only this rare case waits for the store.
    if ((await readRowVersion(tx, hash)) !== stored.rowVersion) await files.put(content, { mime })
  }
  await insertFile(tx, stored)
  const row = { merchantId, hash, ext, name, mime, size, private: isPrivate }
  const [inserted] = await tx.insert(upload).values(row).returning()
  return inserted!
}

async function insertFile(tx: Tx, file: Omit<StoredBytes, 'rowVersion'>): Promise<void> {
  const { hash, ext, mime, size, contentHash, isPrivate } = file
  await tx.insert(storedFile).values({ hash, ext, mime, size, contentHash, private: isPrivate }).onConflictDoNothing()
}

/** The transaction that wrote the row of a file. */
async function readRowVersion(tx: Tx, hash: string): Promise<string | undefined> {
  const [row] = await tx.select({ version: sql<string>`xmin::text` }).from(storedFile).where(eq(storedFile.hash, hash))
  return row?.version
}
