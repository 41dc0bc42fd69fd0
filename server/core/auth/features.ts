import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, arrayContains, eq } from '#server/core/drizzle/orm.ts'
import { type Feature, featureProblems, features } from '#shared/core/api/features.ts'
import { Problem } from '#shared/core/api/problem.ts'

/** The features that an administrator has switched on for a merchant. */
export async function featuresOf(tx: Tx, merchantId: string): Promise<readonly Feature[]> {
  const [row] = await tx.select({ features: merchant.features }).from(merchant).where(eq(merchant.id, merchantId))
  return features.filter((feature) => row?.features.includes(feature))
}

/** Whether an administrator has switched the feature on for a merchant. */
export async function hasFeature(tx: Tx, merchantId: string, feature: Feature): Promise<boolean> {
  const able = and(eq(merchant.id, merchantId), arrayContains(merchant.features, [feature]))
  return (await tx.$count(merchant, able)) > 0
}

/** Throws the problem of the feature if the merchant does not have it. */
export async function assertFeature(tx: Tx, merchantId: string, feature: Feature): Promise<void> {
  if (!(await hasFeature(tx, merchantId, feature))) throw new Problem(featureProblems[feature])
}
