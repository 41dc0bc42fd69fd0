import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq, or, sql } from '#server/core/drizzle/orm.ts'
import { lockFiles } from '#server/media/service.ts'
import { upload } from '#server/media/table.ts'
import { trademark } from '#server/trademark/table.ts'
import { purposes } from '#shared/media/contract.ts'
import type { BulkError, BulkSku, FileChoice } from '#shared/sku/bulk-contract.ts'
import { certificateTypes } from '#shared/sku/contract.ts'
import { sku, skuImport } from './table.ts'

type File = typeof upload.$inferSelect
type Known = {
  marks: ReadonlyMap<string, string>
  /** Uploads by each of their names in lower case. */
  files: ReadonlyMap<string, readonly File[]>
  taken: ReadonlySet<string>
  /** GTINs of the merchant's active products. */
  takenGtins: ReadonlySet<string>
}

/** The problems that prevent the import of the list. Runs a fixed number of queries for any number of rows. */
export async function checkSkus(tx: Tx, merchantId: string, rows: readonly BulkSku[]): Promise<BulkError[]> {
  return errorsOf(rows, await lookUp(tx, merchantId, rows))
}

/** Adds every row under a new import, or returns the errors; the caller then rolls back. */
export async function addSkus(
  tx: Tx,
  merchantId: string,
  rows: readonly BulkSku[],
  fileName: string,
): Promise<{ importId: string; errors: BulkError[] }> {
  const found = await lookUp(tx, merchantId, rows)
  await lockFiles(tx, [...new Set([...found.files.values()].flat().map(({ hash }) => hash))])
  // A file may have been removed before it was locked.
  const known = { ...found, files: await filesNamed(tx, merchantId, rows) }
  const [made] = await tx
    .insert(skuImport)
    .values({ merchantId, name: fileName, quantity: rows.length })
    .returning({ id: skuImport.id })
  const importId = made!.id
  const errors = errorsOf(rows, known)
  if (errors.length > 0) return { importId, errors }
  const idOf = await insertSkus(
    tx,
    merchantId,
    importId,
    rows.map((row) => columns(row, known)),
  )
  // Concurrent lists took the SKUs or GTINs of the rows that are missing. Rows of this list do not collide with each other.
  const late = rows.flatMap((row, i) => (idOf.has(row.sku) ? [] : [{ row: i + 1, given: row }]))
  if (late.length > 0) {
    const now = await numbersTaken(
      tx,
      merchantId,
      late.map(({ given }) => given),
    )
    return { importId, errors: late.flatMap(({ row, given }) => takenOf(given, now).map((one) => ({ row, ...one }))) }
  }
  await insertCertificates(
    tx,
    merchantId,
    rows.flatMap((row) =>
      row.certificates.map(({ name, type }) => {
        const { hash, ext, mime, size, name: stored } = filesOf(known, name, isCertificate)[0]!
        return { skuId: idOf.get(row.sku)!, type, name: stored, hash, ext, mime, size }
      }),
    ),
  )
  return { importId, errors: [] }
}

/**
 * The ids of the added products, by SKU. An SKU that a concurrent list took is not among them. One JSON document
 * contains the list: thousands of parameters would cost more than the rows themselves.
 */
async function insertSkus(tx: Tx, merchantId: string, importId: string, list: object[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; sku: string }>(sql`
    insert into sku (merchant_id, import_id, name, sku, gtin, trademark_id, details)
    select ${merchantId}, ${importId}, name, sku, gtin, "trademarkId", details
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as given (name text, sku text, gtin char(14), "trademarkId" uuid, details jsonb)
    on conflict do nothing returning id, sku`)
  return new Map(rows.map(({ id, sku }) => [sku, id]))
}

async function insertCertificates(tx: Tx, merchantId: string, list: object[]): Promise<void> {
  await tx.execute(sql`
    insert into sku_certificate (merchant_id, sku_id, type, title, name, hash, ext, mime, size)
    select ${merchantId}, "skuId", type, type, name, hash, ext, mime, size
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as given ("skuId" uuid, type text, name text, hash text, ext text, mime text, size integer)`)
}

async function lookUp(tx: Tx, merchantId: string, rows: readonly BulkSku[]): Promise<Known> {
  return {
    marks: await trademarksNamed(tx, merchantId),
    files: await filesNamed(tx, merchantId, rows),
    ...(await numbersTaken(tx, merchantId, rows)),
  }
}

function errorsOf(rows: readonly BulkSku[], known: Known): BulkError[] {
  const isRepeated = { sku: repeatedRows(rows, ({ sku }) => sku), gtin: repeatedRows(rows, ({ gtin }) => gtin) }
  return rows.flatMap((row, i) =>
    problemsOf(row, known, { sku: isRepeated.sku.has(i), gtin: isRepeated.gtin.has(i) }).map((found) => ({
      row: i + 1,
      ...found,
    })),
  )
}

/** Trademarks by their lower-case name. Of two with the same name, the newer one. */
async function trademarksNamed(tx: Tx, merchantId: string): Promise<Map<string, string>> {
  const marks = await tx
    .select({ id: trademark.id, name: trademark.registrationName })
    .from(trademark)
    .where(eq(trademark.merchantId, merchantId))
    .orderBy(trademark.createdAt)
  return new Map(marks.map(({ id, name }) => [name.trim().toLowerCase(), id]))
}

const withoutExtension = (name: string) => name.toLowerCase().replace(/\.[a-z\d]+$/, '')

/** Public uploads with one of the names that the rows give, the newest first. */
async function filesNamed(tx: Tx, merchantId: string, rows: readonly BulkSku[]): Promise<Map<string, File[]>> {
  const asked = rows.flatMap((row) => [...row.images, ...row.certificates.map(({ name }) => name)])
  if (asked.length === 0) return new Map()
  const names = sql.param([...new Set(asked.map((name) => name.toLowerCase()))])
  const found = await tx
    .select()
    .from(upload)
    .where(
      and(
        eq(upload.merchantId, merchantId),
        eq(upload.private, false),
        or(
          sql`lower(${upload.name}) = any(${names}::text[])`,
          sql`regexp_replace(lower(${upload.name}), '\\.[a-z0-9]+$', '') = any(${names}::text[])`,
          sql`${upload.hash} || ${upload.ext} = any(${names}::text[])`,
        ),
      ),
    )
    .orderBy(desc(upload.createdAt))
  const files = new Map<string, File[]>()
  for (const file of found) {
    for (const name of new Set([file.name.toLowerCase(), withoutExtension(file.name), exactName(file)])) {
      const known = files.get(name)
      if (known) known.push(file)
      else files.set(name, [file])
    }
  }
  return files
}

async function numbersTaken(
  tx: Tx,
  merchantId: string,
  rows: readonly BulkSku[],
): Promise<Pick<Known, 'taken' | 'takenGtins'>> {
  const [skus, gtins] = [rows.map((row) => row.sku), rows.flatMap((row) => row.gtin ?? [])].map((list) =>
    sql.param(list),
  )
  const ofMerchant = eq(sku.merchantId, merchantId)
  const bySku = await tx
    .select({ sku: sku.sku })
    .from(sku)
    .where(and(ofMerchant, sql`${sku.sku} = any(${skus}::text[])`))
  const byGtin = await tx
    .select({ gtin: sku.gtin })
    .from(sku)
    .where(and(ofMerchant, sku.active, sql`${sku.gtin} = any(${gtins}::char(14)[])`))
  return { taken: new Set(bySku.map((row) => row.sku)), takenGtins: new Set(byGtin.map((row) => row.gtin!)) }
}

/** Indexes of rows whose number occurs in an earlier row. */
function repeatedRows(rows: readonly BulkSku[], numberOf: (row: BulkSku) => string | null): Set<number> {
  const seen = new Set<string>()
  return new Set(
    rows.flatMap((row, i) => {
      const number = numberOf(row)
      return number !== null && seen.size === seen.add(number).size ? [i] : []
    }),
  )
}

const exactName = ({ hash, ext }: File) => hash + ext
const isImage = ({ mime, size }: File) => mime.startsWith('image/') && size <= purposes.image.bytes
const isCertificate = ({ size }: File) => size <= purposes.certificate.bytes

/**
 * The files that a name can mean, each content once: those that it names exactly, or else in another case, or else without
 * the extension. If there are several, only the merchant knows which one is meant.
 */
function filesOf(known: Known, name: string, fits: (file: File) => boolean): File[] {
  const files = (known.files.get(name.toLowerCase()) ?? []).filter(fits)
  const ways: ((file: File) => boolean)[] = [
    (file) => exactName(file) === name,
    (file) => file.name === name,
    (file) => file.name.toLowerCase() === name.toLowerCase(),
    () => true,
  ]
  const meant = ways.map((isMeant) => files.filter(isMeant)).find((found) => found.length > 0) ?? []
  return [...new Map(meant.toReversed().map((file) => [file.hash, file])).values()].toReversed()
}

const choiceOf = (file: File): FileChoice => {
  const { name, mime, size, createdAt } = file
  return { file: exactName(file), name, mime, size, createdAt: createdAt.toISOString() }
}

function takenOf({ sku, gtin }: BulkSku, known: Pick<Known, 'taken' | 'takenGtins'>): Omit<BulkError, 'row'>[] {
  const found: Omit<BulkError, 'row'>[] = []
  if (known.taken.has(sku)) found.push({ problem: 'taken', value: sku })
  if (gtin !== null && known.takenGtins.has(gtin)) found.push({ problem: 'gtinTaken', value: gtin })
  return found
}

function problemsOf(row: BulkSku, known: Known, isRepeated: { sku: boolean; gtin: boolean }): Omit<BulkError, 'row'>[] {
  const found: Omit<BulkError, 'row'>[] = []
  if (!known.marks.has(row.trademark.toLowerCase())) found.push({ problem: 'trademark', value: row.trademark })
  found.push(...takenOf(row, known))
  if (isRepeated.sku && !known.taken.has(row.sku)) found.push({ problem: 'duplicate', value: row.sku })
  if (isRepeated.gtin && row.gtin !== null && !known.takenGtins.has(row.gtin))
    found.push({ problem: 'gtinDuplicate', value: row.gtin })
  for (const [place, name] of row.images.entries()) {
    const files = filesOf(known, name, isImage)
    if (files.length === 0) found.push({ problem: 'image', value: name, place })
    else if (files.length > 1)
      found.push({ problem: 'severalImages', value: name, place, choices: files.map(choiceOf) })
  }
  for (const [place, { name, type }] of row.certificates.entries()) {
    if (!certificateTypes.some((known) => known === type))
      found.push({ problem: 'certificateType', value: type, place })
    const files = filesOf(known, name, isCertificate)
    if (files.length === 0) found.push({ problem: 'certificate', value: name, place })
    else if (files.length > 1)
      found.push({ problem: 'severalCertificates', value: name, place, choices: files.map(choiceOf) })
  }
  return found
}

function columns(row: BulkSku, known: Known) {
  const images = row.images.map((name) => {
    const { hash, ext, name: stored, mime, size } = filesOf(known, name, isImage)[0]!
    return { hash, ext, name: stored, mime, size }
  })
  const trademarkId = known.marks.get(row.trademark.toLowerCase())!
  return {
    name: row.name,
    sku: row.sku,
    gtin: row.gtin,
    trademarkId,
    details: { ...row.details, images, verify_url: '' },
  }
}
