import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import { upload } from '#server/media/table.ts'
import { trademark } from '#server/trademark/table.ts'
import { purposes } from '#shared/media/contract.ts'
import { type BulkError, type BulkSku, certificateTypes } from '#shared/sku/contract.ts'
import { sku, skuCertificate } from './table.ts'

type File = typeof upload.$inferSelect
type Known = {
  marks: ReadonlyMap<string, string>
  files: ReadonlyMap<string, File>
  taken: ReadonlySet<string>
}

/** Adds every row, or answers what is wrong; the caller then rolls back. Reads and writes set-wise. */
export async function addSkus(tx: Tx, merchantId: string, rows: BulkSku[]): Promise<BulkError[]> {
  const known: Known = {
    marks: await trademarksNamed(tx, merchantId),
    files: await filesNamed(tx, merchantId, rows),
    taken: await skusTaken(tx, merchantId, rows),
  }
  const twins = duplicates(rows)
  const errors = rows.flatMap((row, i) =>
    problemsOf(row, known, twins.has(i)).map((found) => ({ row: i + 1, ...found })),
  )
  if (errors.length > 0) return errors
  const made = await tx
    .insert(sku)
    .values(rows.map((row) => ({ merchantId, ...columns(row, known) })))
    // A list sent at the same time may have taken a SKU since it was looked for.
    .onConflictDoNothing()
    .returning({ id: sku.id, sku: sku.sku })
  const idOf = new Map(made.map((one) => [one.sku, one.id]))
  const late = rows.flatMap(({ sku }, i) =>
    idOf.has(sku) ? [] : [{ row: i + 1, problem: 'taken' as const, value: sku }],
  )
  if (late.length > 0) return late
  const certificates = rows.flatMap((row) =>
    row.certificates.map(({ name, type }) => {
      const { hash, ext, mime, size, name: stored } = fileOf(known, name)!
      return { merchantId, skuId: idOf.get(row.sku)!, type, title: type, name: stored, hash, ext, mime, size }
    }),
  )
  if (certificates.length > 0) await tx.insert(skuCertificate).values(certificates)
  return []
}

/** Trademarks by their lower-case name; of two with one name the newer. */
async function trademarksNamed(tx: Tx, merchantId: string): Promise<Map<string, string>> {
  const marks = await tx
    .select({ id: trademark.id, name: trademark.registrationName })
    .from(trademark)
    .where(eq(trademark.merchantId, merchantId))
    .orderBy(trademark.createdAt)
  return new Map(marks.map(({ id, name }) => [name.trim().toLowerCase(), id]))
}

const stem = (name: string) => name.toLowerCase().replace(/\.[a-z\d]+$/, '')

/** Public uploads by their lower-case name, with and without the extension; of two with one name the newer. */
async function filesNamed(tx: Tx, merchantId: string, rows: BulkSku[]): Promise<Map<string, File>> {
  const asked = rows.flatMap((row) => [...row.images, ...row.certificates.map(({ name }) => name)])
  if (asked.length === 0) return new Map()
  const names = [...new Set(asked.map((name) => name.toLowerCase()))]
  const found = await tx
    .select()
    .from(upload)
    .where(
      and(
        eq(upload.merchantId, merchantId),
        eq(upload.private, false),
        or(
          inArray(sql`lower(${upload.name})`, names),
          inArray(sql`regexp_replace(lower(${upload.name}), '\\.[a-z0-9]+$', '')`, names),
        ),
      ),
    )
    .orderBy(desc(upload.createdAt))
  const files = new Map<string, File>()
  for (const file of found) {
    for (const name of [file.name.toLowerCase(), stem(file.name)]) if (!files.has(name)) files.set(name, file)
  }
  return files
}

async function skusTaken(tx: Tx, merchantId: string, rows: BulkSku[]): Promise<Set<string>> {
  const wanted = rows.map((row) => row.sku)
  const found = await tx
    .select({ sku: sku.sku })
    .from(sku)
    .where(and(eq(sku.merchantId, merchantId), inArray(sku.sku, wanted)))
  return new Set(found.map((row) => row.sku))
}

/** Places of rows whose SKU stands further up already. */
function duplicates(rows: BulkSku[]): Set<number> {
  const seen = new Set<string>()
  return new Set(rows.flatMap((row, i) => (seen.size === seen.add(row.sku).size ? [i] : [])))
}

const fileOf = (known: Known, name: string) => known.files.get(name.toLowerCase())

function problemsOf(row: BulkSku, known: Known, isDuplicate: boolean): Omit<BulkError, 'row'>[] {
  const found: Omit<BulkError, 'row'>[] = []
  if (!known.marks.has(row.trademark.toLowerCase())) found.push({ problem: 'trademark', value: row.trademark })
  if (known.taken.has(row.sku)) found.push({ problem: 'taken', value: row.sku })
  else if (isDuplicate) found.push({ problem: 'duplicate', value: row.sku })
  for (const name of row.images) {
    const file = fileOf(known, name)
    if (!file?.mime.startsWith('image/') || file.size > purposes.image.bytes)
      found.push({ problem: 'image', value: name })
  }
  for (const { name, type } of row.certificates) {
    if (!certificateTypes.some((known) => known === type)) found.push({ problem: 'certificateType', value: type })
    const file = fileOf(known, name)
    if (!file || file.size > purposes.certificate.bytes) found.push({ problem: 'certificate', value: name })
  }
  return found
}

function columns(row: BulkSku, known: Known) {
  const images = row.images.map((name) => {
    const { hash, ext, name: stored, mime, size } = fileOf(known, name)!
    return { hash, ext, name: stored, mime, size }
  })
  const trademarkId = known.marks.get(row.trademark.toLowerCase())!
  return { name: row.name, sku: row.sku, trademarkId, details: { ...row.details, images, verify_url: '' } }
}
