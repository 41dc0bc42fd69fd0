import type { MultipartFile } from '@fastify/multipart'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import type { Compute } from '#server/core/process/compute.ts'
import type { Services } from '#server/core/services.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { cleanUpFiles, lockKey } from './jobs.ts'
import { storedFile, upload } from './table.ts'
import { type Accepted, type Received, readUpload, sanitizeUpload } from './upload.ts'

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

/** A form may only refer to files that its merchant uploaded. */
export async function assertOwnFile(
  tx: Tx,
  merchantId: string,
  file: StoredFile,
  otherwise: ProblemKind,
): Promise<void> {
  await lockFiles(tx, [file.hash])
  const [own] = await tx
    .select({ id: upload.id })
    .from(upload)
    .where(and(eq(upload.merchantId, merchantId), eq(upload.hash, file.hash), eq(upload.ext, file.ext)))
    .limit(1)
  if (!own) throw new Problem(otherwise)
}

export type { Received }
export type AcceptedPicture = Accepted

/** Reads the bytes of an untrusted image without decoding it. */
export const receivePicture = (part: MultipartFile): Promise<Received> => readUpload(part, 'report')

/** Re-encodes the image in these bytes. */
export const acceptPicture: (compute: Compute, received: Received) => Promise<AcceptedPicture> = sanitizeUpload

/** Stores a file of a third person that only the merchant may see. */
export async function keepPrivate(
  tx: Tx,
  files: FileStore,
  merchantId: string,
  { content, ext, mime, name }: AcceptedPicture,
): Promise<StoredFile> {
  const { hash, contentHash, size } = await files.put(content, { private: true, mime })
  await tx.insert(storedFile).values({ hash, ext, mime, size, contentHash, private: true }).onConflictDoNothing()
  await tx.insert(upload).values({ merchantId, hash, ext, name, mime, size, private: true })
  return { hash, ext, name, mime, size }
}
