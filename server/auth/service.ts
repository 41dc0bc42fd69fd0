import { randomInt } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import { noPassword } from '#server/core/password.ts'
import type { Services } from '#server/core/services.ts'
import { endAllSessions, type SessionEnd } from '#server/core/session.ts'
import type { User } from '#shared/auth/contract.ts'
import { merchantCode } from '#shared/auth/rules.ts'
import type { Language } from '#shared/core/language.ts'
import { coreProblems, Problem } from '#shared/core/problem.ts'
import { endLinks, issueLink } from './link.ts'
import { confirmMail, resetMail } from './mails.ts'
import { account, merchant } from './table.ts'

export type Account = typeof account.$inferSelect

export async function findAccount(tx: Tx, identifier: string): Promise<Account | undefined> {
  const wanted = identifier.toLowerCase()
  const [found] = await tx
    .select()
    .from(account)
    .where(or(sql`lower(${account.email}) = ${wanted}`, eq(account.username, identifier)))
    // Names are not unique: the e-mail decides.
    .orderBy(sql`lower(${account.email}) = ${wanted} desc`, account.createdAt)
    .limit(1)
  return found
}

export async function viewUser(tx: Tx, accountId: string): Promise<User> {
  const [row] = await tx
    .select({ account, merchant })
    .from(account)
    .leftJoin(merchant, eq(merchant.id, account.merchantId))
    .where(eq(account.id, accountId))
  if (!row) throw new Problem(coreProblems.notFound)
  const { id, username, email, confirmed, language, role, passwordHash } = row.account
  return {
    id,
    username,
    email,
    confirmed,
    hasPassword: passwordHash !== noPassword,
    language,
    role: { type: role, description: row.merchant?.name ?? null, merchant_code: row.merchant?.code ?? null },
    features: row.merchant?.features ?? [],
    merchantId: row.merchant?.id ?? null,
  }
}

/** A code like the wanted one that no other merchant has, such as highland-tea or highland-tea-4821. */
export async function freeMerchantCode(tx: Tx, wanted: string): Promise<string> {
  const base = merchantCode(wanted) || 'brand'
  const [taken] = await tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.code, base))
  return taken ? `${base}-${randomInt(100_000, 1_000_000)}` : base
}

export async function mailConfirmation(
  { mail }: Services,
  tx: Tx,
  to: Pick<Account, 'id' | 'email' | 'language'>,
  business: string,
): Promise<void> {
  const token = await issueLink(tx, to.id, 'confirm')
  if (token)
    await mail.queue(tx, { to: to.email, language: to.language, template: confirmMail, data: { token, business } })
}

export async function mailReset({ mail }: Services, tx: Tx, to: Account): Promise<void> {
  const token = await issueLink(tx, to.id, 'reset')
  if (token) await mail.queue(tx, { to: to.email, language: to.language, template: resetMail, data: { token } })
}

/** Whatever gave access before ends: sessions, access tokens, and mailed links that set a password. */
export async function setPassword(call: SessionEnd, accountId: string, passwordHash: string): Promise<void> {
  await call.tx.update(account).set({ passwordHash }).where(eq(account.id, accountId))
  await endLinks(call.tx, accountId, 'reset')
  await endAllSessions(call, accountId)
}

export async function setLanguage(tx: Tx, accountId: string, language: Language): Promise<void> {
  await tx.update(account).set({ language }).where(eq(account.id, accountId))
}
