import { and, arrayContains, eq } from 'drizzle-orm'
import { merchant } from '#server/auth/table.ts'
import { type Feature, featureProblems } from '#shared/core/features.ts'
import { Problem } from '#shared/core/problem.ts'
import type { Tx } from './db.ts'

/** Refuses merchants for which an administrator has not switched the feature on. */
export async function assertFeature(tx: Tx, merchantId: string, feature: Feature): Promise<void> {
  const able = and(eq(merchant.id, merchantId), arrayContains(merchant.features, [feature]))
  if ((await tx.$count(merchant, able)) === 0) throw new Problem(featureProblems[feature])
}
