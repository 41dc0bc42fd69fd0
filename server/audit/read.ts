import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { account, merchant } from '#server/core/auth/table.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { auditEntry } from '#server/core/table.ts'
import type { AuditEntry, AuditFilter } from '#shared/audit/contract.ts'

/** Entries with the names of their ids, the latest first. */
export function selectEntries(tx: Tx) {
  return tx
    .select({
      entry: auditEntry,
      // With microseconds, which a Date does not have.
      exactAt: sql<string>`${auditEntry.at}::text`,
      merchant: merchant.name,
      name: account.username,
      email: account.email,
    })
    .from(auditEntry)
    .leftJoin(merchant, eq(merchant.id, auditEntry.merchantId))
    .leftJoin(account, eq(account.id, auditEntry.actorId))
    .orderBy(desc(auditEntry.at), desc(auditEntry.stream), desc(auditEntry.seq))
    .$dynamic()
}

export function matching(tx: Tx, { merchant: named, actor, action, reference }: AuditFilter): SQL | undefined {
  return and(
    named ? inArray(auditEntry.merchantId, merchantsNamed(tx, named)) : undefined,
    actor ? inArray(auditEntry.actorId, accountsNamed(tx, actor)) : undefined,
    action ? sql`starts_with(${auditEntry.action}, ${action})` : undefined,
    reference ? eq(auditEntry.reference, reference.toLowerCase()) : undefined,
  )
}

type Found = Awaited<ReturnType<typeof selectEntries>>[number]

/** The condition for entries after this one, in the order of `selectEntries`. */
export function after({ exactAt, entry: { stream, seq } }: Found): SQL {
  return sql`(${auditEntry.at}, ${auditEntry.stream}, ${auditEntry.seq}) < (${exactAt}::timestamptz, ${stream}, ${seq})`
}

export function view({ entry, merchant, name, email }: Found): AuditEntry {
  const { at, merchantId, actorId, prevHash, hash, ...rest } = entry
  return {
    ...rest,
    at: at.toISOString(),
    merchant: merchantId && { id: merchantId, name: merchant ?? merchantId },
    actor: actorId && { id: actorId, name, email },
    prevHash: prevHash.toString('hex'),
    hash: hash.toString('hex'),
  } as AuditEntry
}

function merchantsNamed(tx: Tx, words: string) {
  return tx
    .select({ id: merchant.id })
    .from(merchant)
    .where(or(ilike(merchant.name, containsPattern(words)), eq(merchant.code, words)))
}

function accountsNamed(tx: Tx, words: string) {
  const pattern = containsPattern(words)
  return tx
    .select({ id: account.id })
    .from(account)
    .where(or(ilike(account.username, pattern), ilike(account.email, pattern)))
}
