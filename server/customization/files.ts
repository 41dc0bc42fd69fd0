import type { Tx } from '#server/core/db/database.ts'
import { and, eq, inArray } from '#server/core/drizzle/orm.ts'
import { lockFiles } from '#server/media/service.ts'
import { upload } from '#server/media/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type Customization, type CustomizationDraft, customizationProblems } from '#shared/customization/contract.ts'

type FileUse = { file: StoredFile; most: number }

/** Files of a customization, with the size limit of each in bytes. */
function filesOf({ logo, additions }: Pick<Customization, 'logo' | 'additions'>): FileUse[] {
  const picture = (file: StoredFile | null) => (file ? [{ file, most: limits.skuImageBytes }] : [])
  return [
    ...picture(logo),
    ...additions.flatMap((block) => {
      if (block.type === 'image') return block.images.flatMap(picture)
      if (block.type !== 'events') return []
      return block.events.flatMap(({ media, documents }) => [
        ...picture(media),
        ...documents.map((file) => ({ file, most: limits.documentBytes })),
      ])
    }),
  ]
}

/**
 * Files are uploaded before, and must be public and belong to the merchant. Files that were already saved may stay,
 * even when they were removed from the media list. Name, kind and size are those of the stored file.
 */
export async function assertFiles(
  tx: Tx,
  merchantId: string,
  draft: CustomizationDraft,
  saved: Customization | null,
): Promise<void> {
  const used = filesOf(draft)
  if (used.length === 0) return
  const hashes = used.map(({ file }) => file.hash)
  await lockFiles(tx, hashes)
  const own = await tx
    .select({ hash: upload.hash, ext: upload.ext, size: upload.size })
    .from(upload)
    .where(and(eq(upload.merchantId, merchantId), eq(upload.private, false), inArray(upload.hash, hashes)))
  const kept = saved ? filesOf(saved).map(({ file }) => file) : []
  for (const { file, most } of used) {
    const stored = [...own, ...kept].find(({ hash, ext }) => hash === file.hash && ext === file.ext)
    if (!stored) throw new Problem(customizationProblems.file, { name: file.name })
    if (stored.size > most) throw new Problem(customizationProblems.tooLarge, { name: file.name })
  }
}
