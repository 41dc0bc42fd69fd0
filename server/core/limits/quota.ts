import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Problem } from '#shared/core/api/problem.ts'
import { type Quota, quotaProblem } from '#shared/core/limits/quota.ts'

/** The merchant for which something is created. */
export type QuotaOwner = { merchantId: string; confirmed: boolean }
export const quotaOwnerOf = (actor: Actor): QuotaOwner => ({
  merchantId: merchantOf(actor),
  confirmed: actor.confirmed,
})

type RemainingQuota = {
  /** How many more can be created; negative if there are too many. */
  left: number
  /** The problem for exceeding the quota. */
  full: Problem
}

/**
 * How many more records a merchant can create. Near the limit, it waits until other transactions that create the same have
 * committed, and then makes later ones wait, so that simultaneous calls cannot exceed the limit; see `quota_used` in guard/quota.sql.
 *
 * @param adding the largest number that this transaction creates
 */
export async function remainingQuota(tx: Tx, owner: QuotaOwner, quota: Quota, adding: number): Promise<RemainingQuota> {
  const { merchantId, confirmed } = owner
  const { name, max, perCode = 0, unconfirmed } = quota
  const [base, each] = confirmed ? [max, perCode] : [unconfirmed, 0]
  const { rows } = await tx.execute<{ limit: number; used: number }>(sql`
    select allowed.most::float8 as "limit",
      quota_used(${merchantId}, ${name}, ${adding}, allowed.most)::float8 as used
    from (select ${base}::bigint + ${each}::bigint * coalesce(
      (select remaining + used from wallet where merchant_id = ${merchantId}), 0) as most) as allowed`)
  const { limit, used } = rows[0]!
  return { left: limit - used, full: quotaProblem(quota, limit, confirmed) }
}

/**
 * The same for a group of records that is created completely or not at all. Throws if it exceeds the quota.
 *
 * @example
 * import { skuQuotas } from '#shared/sku/quotas.ts'
 * const { services, signUp } = await testApp()
 * const { merchantId } = await signUp()
 * const owner = { merchantId, confirmed: false }
 * await services.db.tenant(merchantId, (tx) => assertQuota(tx, owner, skuQuotas.skus)) // throws core.quota
 */
export async function assertQuota(tx: Tx, owner: QuotaOwner, quota: Quota, adding = 1): Promise<void> {
  const { left, full } = await remainingQuota(tx, owner, quota, adding)
  if (left < adding) throw full
}
