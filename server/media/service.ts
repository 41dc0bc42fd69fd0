import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import type { StoredFile } from '#shared/core/fields.ts'
import { Problem, type ProblemKind } from '#shared/core/problem.ts'
import { upload } from './table.ts'

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
