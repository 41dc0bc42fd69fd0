import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { remainingQuota } from '#server/core/limits/quota.ts'
import { type AcceptedPicture, keepPrivate } from '#server/media/service.ts'
import type { ReportForm } from './report-page.ts'
import { verdictCase } from './table.ts'

/** One code reaches every shopper who holds a copy of its label. More open reports a day tell its brand nothing new. */
const openReportsPerDay = 20

type ReportedCode = { merchantId: string; orderId: string; skuId: string; address: string }
type NewReport = { of: ReportedCode; reference: string; form: ReportForm; photo: AcceptedPicture | undefined }
/** `noPhoto`: stored without its photo. `tooMany`, `photosFull`: not stored. */
export type ReportResult = 'stored' | 'noPhoto' | 'tooMany' | 'photosFull'

/**
 * Stores a report as a case. Shoppers need no account, so their photos have a quota of their own: above it a report is stored
 * without its photo, or not at all if it has no words.
 */
export async function saveReport(tx: Tx, files: FileStore, report: NewReport): Promise<ReportResult> {
  const { of, reference, form, photo } = report
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`report:${of.address}`}, 0))`)
  // A report that is sent again has the same key, and with it the same reference.
  const own = and(eq(verdictCase.merchantId, of.merchantId), eq(verdictCase.reference, reference))
  const [known] = await tx.select({ report: verdictCase.report }).from(verdictCase).where(own)
  if (known) return photo && !known.report?.photo ? 'noPhoto' : 'stored'
  if ((await openReportsOf(tx, of.address)) >= openReportsPerDay) return 'tooMany'
  const hasRoom = photo && (await hasRoomForPhoto(tx, of.merchantId, photo.content.length))
  if (photo && !hasRoom && Object.values(form).every((word) => word === '')) return 'photosFull'
  const storedPhoto = photo && hasRoom ? await keepPrivate(tx, files, of.merchantId, photo) : null
  await tx
    .insert(verdictCase)
    .values({ ...of, level: 'caution', reference, report: { ...form, photo: storedPhoto } })
    .onConflictDoNothing()
  return photo && !hasRoom ? 'noPhoto' : 'stored'
}

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
  const { left } = await remainingQuota(tx, { merchantId, confirmed: true }, 'reportPhotoBytes', bytes)
  return left >= bytes
}
