import type { Tx } from '#server/core/db/database.ts'
import { and, eq, gt, isNull, ne, sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { remainingQuota } from '#server/core/limits/quota.ts'
import type { Services } from '#server/core/services.ts'
import { type AcceptedPicture, insertUpload, storeBytes } from '#server/media/service.ts'
import { sku } from '#server/sku/table.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { caseOpened } from '#shared/verdict/events.ts'
import { verdictQuotas } from '#shared/verdict/quotas.ts'
import type { ReportForm } from './report-page.ts'
import { verdictCase } from './table.ts'

/** One code reaches every shopper who holds a copy of its label. More open reports a day tell its brand nothing new. */
const openReportsPerDay = 20

type ReportedCode = { merchantId: string; orderId: string; skuId: string; address: string }
type NewReport = { of: ReportedCode; reference: string; form: ReportForm; photo: AcceptedPicture | undefined }
/** `noPhoto`: stored without its photo. `tooMany`, `photosFull`: not stored. */
type ReportResult = 'stored' | 'noPhoto' | 'tooMany' | 'photosFull'

type Decision = { result: ReportResult; isNew: boolean; keepsPhoto: boolean }

/**
 * Stores a report as a case. Shoppers need no account, so their photos have a quota of their own: above it a report is stored
 * without its photo, or not at all if it has no words.
 */
export async function saveReport(
  { db, files }: Pick<Services, 'db' | 'files'>,
  report: NewReport,
): Promise<ReportResult> {
  const { of, reference, form, photo } = report
  const isKept = photo && (await db.system((tx) => decide(tx, report, true))).keepsPhoto
  const stored = isKept ? await storeBytes({ db, files }, photo, true) : undefined
  return db.system(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`report:${of.address}`}, 0))`)
    const { result, isNew, keepsPhoto } = await decide(tx, report, stored !== undefined)
    if (!isNew) return result
    const kept = stored && keepsPhoto ? photoOf(await insertUpload(tx, files, of.merchantId, stored)) : null
    const [opened] = await tx
      .insert(verdictCase)
      .values({ ...of, level: 'caution', reference, report: { ...form, photo: kept } })
      .onConflictDoNothing()
      .returning({ id: verdictCase.id })
    if (opened) await tellOpened(tx, of, opened.id)
    return result
  })
}

async function tellOpened(tx: Tx, { merchantId, skuId }: ReportedCode, subject: string): Promise<void> {
  const [product] = await tx
    .select({ name: sku.name })
    .from(sku)
    .where(and(eq(sku.merchantId, merchantId), eq(sku.id, skuId)))
  await emit(tx, caseOpened, [{ merchantId, subject, data: { product: product!.name, isReport: true } }])
}

/** `canKeep`: the bytes of the photo are stored, or can be. */
async function decide(tx: Tx, { of, reference, form, photo }: NewReport, canKeep: boolean): Promise<Decision> {
  const rejected = (result: ReportResult): Decision => ({ result, isNew: false, keepsPhoto: false })
  // A report that is sent again has the same key, and with it the same reference.
  const own = and(eq(verdictCase.merchantId, of.merchantId), eq(verdictCase.reference, reference))
  const [known] = await tx.select({ report: verdictCase.report }).from(verdictCase).where(own)
  if (known) return rejected(photo && !known.report?.photo ? 'noPhoto' : 'stored')
  if ((await openReportsOf(tx, of.address)) >= openReportsPerDay) return rejected('tooMany')
  if (!photo) return { result: 'stored', isNew: true, keepsPhoto: false }
  const keepsPhoto = canKeep && (await hasRoomForPhoto(tx, of.merchantId, photo.content.length))
  if (!keepsPhoto && Object.values(form).every((word) => word === '')) return rejected('photosFull')
  return { result: keepsPhoto ? 'stored' : 'noPhoto', isNew: true, keepsPhoto }
}

/** Only the merchant can see the photo of a third person. */
const photoOf = ({ hash, ext, name, mime, size }: StoredFile): StoredFile => ({ hash, ext, name, mime, size })

/** The reports of the last day that the brand has not closed. */
const openReportsOf = (tx: Tx, address: string): Promise<number> =>
  tx.$count(
    verdictCase,
    and(
      ...[eq(verdictCase.address, address), isNull(verdictCase.rule), ne(verdictCase.state, 'closed')],
      gt(verdictCase.createdAt, sql`now() - interval '1 day'`),
    ),
  )

async function hasRoomForPhoto(tx: Tx, merchantId: string, bytes: number): Promise<boolean> {
  const { left } = await remainingQuota(tx, { merchantId, confirmed: true }, verdictQuotas.reportPhotoBytes, bytes)
  return left >= bytes
}
