import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { verdictCase } from './table.ts'

/** Cases show the photos of their reports. */
export async function showsFile(tx: Tx, actor: Actor, hash: string): Promise<boolean> {
  const shows = sql`${verdictCase.report} -> 'photo' ->> 'hash' = ${hash}`
  return (await tx.$count(verdictCase, and(eq(verdictCase.merchantId, merchantOf(actor)), shows))) > 0
}
