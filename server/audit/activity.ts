import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { asNumber } from '#server/core/db/sql-params.ts'
import { and, desc, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { keyNameOf } from '#server/core/logging/audit.ts'
import { auditEntry } from '#server/core/table.ts'
import type { ActivityEntry } from '#shared/audit/contract.ts'

/**
 * One page of the stream of a merchant, the newest first. A stream has no gaps, so the numbers of a page follow from the last
 * one. Accounts of administrators are not visible to a merchant: they are "an administrator".
 */
export async function listActivity(
  tx: Tx,
  merchantId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ActivityEntry[]; total: number }> {
  const own = and(eq(auditEntry.merchantId, merchantId), eq(auditEntry.stream, merchantId))
  const { rows: ends } = await tx.execute<{ first: number; last: number }>(sql`
    select ${asNumber(sql`coalesce((select seq from audit_entry where stream = ${merchantId} order by seq limit 1), 1)`)} as first,
      ${asNumber(sql`coalesce((select seq from audit_entry where stream = ${merchantId} order by seq desc limit 1), 0)`)} as last`)
  const { first, last } = ends[0]!
  const newest = last - (page - 1) * limit
  const seqs = Array.from({ length: Math.max(0, Math.min(limit, newest - first + 1)) }, (_, step) => newest - step)
  const found = await tx
    .select({ entry: auditEntry, name: account.username, known: account.id })
    .from(auditEntry)
    .leftJoin(account, eq(account.id, auditEntry.actorId))
    .where(and(own, inArray(auditEntry.seq, seqs)))
    .orderBy(desc(auditEntry.seq))
  return { rows: found.map(view), total: last - first + 1 }
}

type Row = { entry: typeof auditEntry.$inferSelect; name: string | null; known: string | null }

function view({ entry, name, known }: Row): ActivityEntry {
  const { seq, at, action, subject, reference, actorId } = entry
  const keyName = keyNameOf(entry)
  return {
    seq,
    at: at.toISOString(),
    action,
    subject,
    reference,
    actor:
      actorId === null
        ? null
        : { name: keyName ?? name, isAdmin: known === null && !keyName, isKey: keyName !== undefined },
  }
}
