import type { MultipartFile } from '@fastify/multipart'
import { and, eq } from 'drizzle-orm'
import type { Compute } from '#server/core/compute.ts'
import type { Tx } from '#server/core/db.ts'
import type { FileStore } from '#server/core/files.ts'
import type { StoredFile } from '#shared/core/fields.ts'
import { Problem, type ProblemKind } from '#shared/core/problem.ts'
import { type Accepted, accept, type Received, receive } from './intake.ts'
import { storedFile, upload } from './table.ts'

/** A form may only name files that the merchant uploaded itself. */
export async function assertOwnFile(
  tx: Tx,
  merchantId: string,
  file: StoredFile,
  otherwise: ProblemKind,
): Promise<void> {
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
export const receivePicture = (part: MultipartFile): Promise<Received> => receive(part, 'report')

/** The picture in these bytes, encoded anew. */
export const acceptPicture: (compute: Compute, received: Received) => Promise<Picture> = accept

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
