import { and, arrayContains, eq } from 'drizzle-orm'
import { merchant } from '#server/auth/table.ts'
import { type Feature, featureProblems } from '#shared/core/features.ts'
import { Problem } from '#shared/core/problem.ts'
import type { Tx } from './db.ts'

/** Whether an administrator has switched the feature on for a merchant. */
export async function hasFeature(tx: Tx, merchantId: string, feature: Feature): Promise<boolean> {
  const able = and(eq(merchant.id, merchantId), arrayContains(merchant.features, [feature]))
  return (await tx.$count(merchant, able)) > 0
}

/** Refuses merchants without the feature. */
export async function assertFeature(tx: Tx, merchantId: string, feature: Feature): Promise<void> {
  if (!(await hasFeature(tx, merchantId, feature))) throw new Problem(featureProblems[feature])
}
