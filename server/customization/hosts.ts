import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import { invalidInput } from '#server/core/http/validate.ts'
import { isPublicSuffix } from '#server/core/network/public-suffix.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type ApprovedHosts, customizationProblems } from '#shared/customization/contract.ts'
import { approvedHostsOf } from '#shared/customization/rules.ts'

export async function readHosts(tx: Tx, merchantId: string): Promise<ApprovedHosts> {
  return approvedHostsOf(await featureWords(tx, merchantId))
}

/** Replaces the features of hosts. Other features stay. */
export async function writeHosts(tx: Tx, merchantId: string, { redirect, embed }: ApprovedHosts): Promise<void> {
  await featureWords(tx, merchantId)
  const hostFeatures = [...redirect.map((host) => `redirect:${host}`), ...embed.map((host) => `embed:${host}`)]
  await tx
    .update(merchant)
    .set({
      features: sql`array(select word from unnest(${merchant.features}) word
        where word not like 'redirect:%' and word not like 'embed:%')
        || array(select distinct jsonb_array_elements_text(${JSON.stringify(hostFeatures)}::jsonb))`,
    })
    .where(eq(merchant.id, merchantId))
}

/** All features of a merchant, including those of hosts. */
export async function featureWords(tx: Tx, merchantId: string): Promise<readonly string[]> {
  const [row] = await tx.select({ features: merchant.features }).from(merchant).where(eq(merchant.id, merchantId))
  if (!row) throw new Problem(customizationProblems.noMerchant)
  return row.features
}

/**
 * Only the host of one owner can be approved.
 *
 * @throws a problem that names the field of the first wrong host
 */
export function assertOwnHosts(hostsOfFields: Record<string, readonly string[]>): void {
  const wrong = Object.entries(hostsOfFields).flatMap(([path, hosts]) =>
    hosts.some(isPublicSuffix)
      ? [{ path, message: 'Anybody can have a site under this domain. Please name the host of your own site.' }]
      : [],
  )
  if (wrong.length > 0) throw invalidInput(wrong)
}
