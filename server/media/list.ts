import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { type CountedPageQuery, inOrderOf, orderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, ilike, inArray, like } from '#server/core/drizzle/orm.ts'
import type { CsvColumns } from '#server/core/files/serve-csv.ts'
import type { MediaQuery, Upload } from '#shared/media/contract.ts'
import { mediaText } from '#shared/media/text.ts'
import { upload } from './table.ts'

const columns = { name: upload.name, type: upload.ext, date: upload.createdAt }
const mimes = { image: 'image/%', pdf: 'application/pdf' }

/** One page of the merchant's public files. Registration documents belong to their forms. */
export async function listUploads(
  tx: Tx,
  actor: Actor,
  query: MediaQuery & CountedPageQuery,
): Promise<{ rows: Upload[]; total: number }> {
  const { sort, search, kind } = query
  const where = and(
    eq(upload.merchantId, merchantOf(actor)),
    eq(upload.private, false),
    kind && like(upload.mime, mimes[kind]),
    search ? ilike(upload.name, containsPattern(search)) : undefined,
  )
  const order = orderOf(sort, columns, [upload.createdAt, upload.id])
  const { ids, total } = await pageOfIds(tx, upload, { where, order }, query)
  const rows = await tx.select().from(upload).where(inArray(upload.id, ids))
  return { rows: inOrderOf(ids, rows, ({ id }) => id).map(viewUpload), total }
}

export const uploadColumns: CsvColumns<Upload> = (language) => {
  const t = mediaText[language]
  return [
    [t.name, ({ name }) => name],
    [t.type, ({ ext }) => ext.slice(1).toUpperCase()],
    [t.size, ({ size }) => size],
    [t.date, ({ createdAt }) => createdAt],
  ]
}

export function viewUpload({ merchantId, createdAt, private: _, ...row }: typeof upload.$inferSelect): Upload {
  const at = createdAt.toISOString()
  const url = `/api/files/${row.hash}${row.ext}`
  return { ...row, merchant: merchantId, url, createdAt: at, updatedAt: at }
}
