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
 * Keeps files from being cleaned up until the transaction ends. Taken before their rows or bytes are looked for, by all
 * that begins to refer to a file: public files are named by their content, so another merchant may be removing the same
 * one right now.
 */
export async function lockFiles(tx: Tx, hashes: readonly string[]): Promise<void> {
  for (const hash of [...new Set(hashes)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(hash)})`)
}

/** Has these files removed after the commit if nothing refers to them then. For all that ceases to refer to a file. */
export function releaseFiles({ jobs }: Pick<Services, 'jobs'>, tx: Tx, hashes: string[]): Promise<void> {
  return jobs.send(tx, cleanUpFiles, { hashes })
}

/** A form may only name files that the merchant uploaded itself. */
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
export type Picture = Accepted

/** Reads the bytes of a picture that a stranger sends; nothing is decoded yet. */
export const receivePicture = (part: MultipartFile): Promise<Received> => readUpload(part, 'report')

/** The picture in these bytes, encoded anew. */
export const acceptPicture: (compute: Compute, received: Received) => Promise<Picture> = sanitizeUpload

/** Keeps a file that the merchant alone may see, and that somebody else has sent. */
export async function keepPrivate(
  tx: Tx,
  files: FileStore,
  merchantId: string,
  { content, ext, mime, name }: Picture,
): Promise<StoredFile> {
  const { hash, contentHash, size } = await files.put(content, { private: true, mime })
  await tx.insert(storedFile).values({ hash, ext, mime, size, contentHash, private: true }).onConflictDoNothing()
  await tx.insert(upload).values({ merchantId, hash, ext, name, mime, size, private: true })
  return { hash, ext, name, mime, size }
}
