import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { windowOf } from '#server/core/db/paging.ts'
import { asNumber } from '#server/core/db/sql-params.ts'
import { and, asc, desc, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
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
  { page, limit, member }: { page: number; limit: number; member?: string | undefined },
): Promise<{ rows: ActivityEntry[]; total: number }> {
  if (member !== undefined) return listActivityOf(tx, merchantId, { page, limit, member })
  const own = and(eq(auditEntry.merchantId, merchantId), eq(auditEntry.stream, merchantId))
  const { rows: ends } = await tx.execute<{ first: number; last: number }>(sql`
    select ${asNumber(sql`coalesce((select seq from audit_entry where stream = ${merchantId} order by seq limit 1), 1)`)} as first,
      ${asNumber(sql`coalesce((select seq from audit_entry where stream = ${merchantId} order by seq desc limit 1), 0)`)} as last`)
  const { first, last } = ends[0]!
  const newest = last - (page - 1) * limit
  const seqs = Array.from({ length: Math.max(0, Math.min(limit, newest - first + 1)) }, (_, step) => newest - step)
  const found = await selectEntries(tx)
    .where(and(own, inArray(auditEntry.seq, seqs)))
    .orderBy(desc(auditEntry.seq))
  return { rows: found.map(view), total: last - first + 1 }
}

/** One page of what an account of the merchant did, the newest first: an index has the entries of each actor in this order. */
async function listActivityOf(
  tx: Tx,
  merchantId: string,
  { page, limit, member }: { page: number; limit: number; member: string },
): Promise<{ rows: ActivityEntry[]; total: number }> {
  const { actorId, at, stream, seq } = auditEntry
  const isMatch = and(eq(auditEntry.merchantId, merchantId), eq(stream, merchantId), eq(actorId, member))
  const total = await tx.$count(auditEntry, isMatch)
  const { offset, count, fromEnd } = windowOf(total, page, limit)
  if (count === 0) return { rows: [], total }
  const direction = fromEnd ? asc : desc
  const found = await selectEntries(tx)
    .where(isMatch)
    .orderBy(direction(at), direction(stream), direction(seq))
    .offset(offset)
    .limit(count)
  const rows = found.map(view)
  return { rows: fromEnd ? rows.reverse() : rows, total }
}

/** The accounts that can have entries, by name. */
export async function listActors(
  tx: Tx,
  merchantId: string,
): Promise<{ id: string; name: string; isRemoved: boolean }[]> {
  const rows = await tx
    .select({ id: account.id, name: account.username, removedAt: account.removedAt })
    .from(account)
    .where(eq(account.merchantId, merchantId))
    .orderBy(account.username, account.id)
    .limit(maxActors)
  return rows.map(({ id, name, removedAt }) => ({ id, name, isRemoved: removedAt !== null }))
}
const maxActors = 500

const selectEntries = (tx: Tx) =>
  tx
    .select({ entry: auditEntry, name: account.username, known: account.id })
    .from(auditEntry)
    .leftJoin(account, eq(account.id, auditEntry.actorId))
    .$dynamic()

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
