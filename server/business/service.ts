import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, isNull, sql } from '#server/core/drizzle/orm.ts'
import type { Reviewable } from '#server/review/service.ts'
import { trademark } from '#server/trademark/table.ts'
import { formatPhone } from '#shared/core/fields/phone.ts'
import type { BrandContact } from '#shared/verdict/contract.ts'
import { business, merchantKey } from './table.ts'

/** Whether the documents of a product are approved: its business and its trademark. */
export async function hasVerifiedDocuments(tx: Tx, merchantId: string, trademarkId?: string): Promise<boolean> {
  const rows = await tx
    .select({ id: business.id })
    .from(business)
    .innerJoin(trademark, eq(trademark.merchantId, business.merchantId))
    .where(
      and(
        eq(business.merchantId, merchantId),
        eq(business.verified, true),
        trademarkId ? eq(trademark.id, trademarkId) : undefined,
        eq(trademark.status, 'Approved'),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** An unverified business was rejected if it has a note, and waits for a decision otherwise. */
export const reviewedBusiness: Reviewable = {
  kind: 'business',
  async lock(tx, id) {
    const [found] = await tx
      .select({ row: business, name: merchant.name })
      .from(business)
      .innerJoin(merchant, eq(merchant.id, business.merchantId))
      .where(eq(business.id, id))
      .for('update', { of: business })
    if (!found) return undefined
    const { merchantId, verified, verifiedBy, reviewNote: note } = found.row
    const status = verified ? 'Approved' : note === null ? 'Pending Approval' : 'Rejected'
    return { merchantId, name: found.name, status, verifiedBy, note }
  },
  async set(tx, id, { status, verifiedBy, note }) {
    const verified = status === 'Approved'
    await tx
      .update(business)
      .set({ verified, verifiedBy: verified ? verifiedBy : null, reviewNote: note, updatedAt: sql`now()` })
      .where(eq(business.id, id))
  },
}

type Registered = {
  business: string
  verified: boolean
  email: string | null
  phone: string | null
  country: string | null
}

/** The brand's contact for shoppers from any country. Null unless the business is verified. */
export const contactOf = ({ business, verified, email, phone, country }: Registered): BrandContact | null =>
  verified ? { name: business, email: email ?? '', phone: formatPhone(phone ?? '', country ?? '') } : null

/**
 * The name that was reviewed with an approved business becomes the name of the merchant. The lock comes first: a merchant who asks for
 * another name meanwhile keeps the request.
 */
export async function applyRequestedName(tx: Tx, merchantId: string): Promise<void> {
  await tx.execute(sql`
    with reviewed as materialized (
      select merchant_id, requested_name from business
      where merchant_id = ${merchantId} and verified and requested_name is not null for update
    ), applied as (
      update merchant m set name = r.requested_name from reviewed r where m.id = r.merchant_id returning m.id)
    update business set requested_name = null from applied where business.merchant_id = applied.id`)
}

/** The key that the merchant signs with now, as base64. */
export async function currentMerchantKey(tx: Tx, merchantId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ key: merchantKey.key })
    .from(merchantKey)
    .where(and(eq(merchantKey.merchantId, merchantId), isNull(merchantKey.endedAt)))
  return row?.key.toString('base64')
}
