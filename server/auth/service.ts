import { randomInt } from 'node:crypto'
import { noPassword, verifyPassword } from '#server/core/auth/password.ts'
import {
  type AccountOfMerchant,
  endAllSessions,
  findAccount,
  type SessionEnd,
  type SignedIn,
} from '#server/core/auth/session.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { problemOfViolation } from '#server/core/db/database-error.ts'
import { and, desc, eq, inArray, or, sql } from '#server/core/drizzle/orm.ts'
import { problemOfField } from '#server/core/http/validate.ts'
import type { Services } from '#server/core/services.ts'
import { authProblems, type Session, type User } from '#shared/auth/contract.ts'
import { merchantCode } from '#shared/auth/rules.ts'
import { coreProblems, Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { issueLink, revokeLinks } from './mail-link.ts'
import { confirmMail, resetMail } from './mails.ts'
import { identityProvider, linkedIdentity } from './table.ts'

export type Account = typeof account.$inferSelect

/** The accounts to which an e-mail address may refer, or at a sign-in a name. */
type AccountMatch = {
  holder: Account | undefined
  /** Of the accounts that claim the e-mail address, the one that was opened on the caller's device, otherwise the latest. */
  claimed: Account | undefined
}

/**
 * Runs the same number of statements for every e-mail address and name.
 *
 * @param onDevice accounts that were opened on the caller's device before
 */
export async function findAccounts(
  tx: Tx,
  identifier: string,
  by: 'email' | 'emailOrName',
  onDevice: readonly string[] = [],
): Promise<AccountMatch> {
  const hasEmail = sql`lower(${account.email}) = ${identifier.toLowerCase()}`
  const isNamed = by === 'email' ? hasEmail : or(hasEmail, eq(account.username, identifier))
  const [holder] = await tx
    .select()
    .from(account)
    .where(and(account.holdsEmail, isNamed))
    // Names are not unique, so an e-mail match has priority.
    .orderBy(sql`${hasEmail} desc`, account.createdAt)
    .limit(1)
  const [claimed] = await tx
    .select()
    .from(account)
    .where(and(sql`not ${account.holdsEmail}`, hasEmail))
    .orderBy(sql`${account.id} = any(${sql.param(onDevice)}::uuid[]) desc`, desc(account.createdAt), account.id)
    .limit(1)
  return { holder, claimed }
}

/**
 * Returns the account whose password this is. A wrong password costs the same number of hashes for any accounts.
 *
 * @param isKnownDevice whether the caller's device is known
 */
export async function accountOfPassword(
  meant: AccountMatch,
  password: string,
  isKnownDevice: boolean,
): Promise<Account | undefined> {
  for (const candidate of [meant.holder, meant.claimed])
    if (await verifyPassword(candidate?.passwordHash, password, isKnownDevice)) return candidate
  return undefined
}

export async function viewUser(tx: Tx, accountId: string): Promise<User> {
  const found = await findAccount(tx, accountId)
  if (!found) throw new Problem(coreProblems.notFound)
  return userOf(found)
}

/** With the ids, the device finds the unsent work of the account, which its owner can save to a file. */
export function assertNotBlocked({
  id: userId,
  merchantId,
  blocked,
}: Pick<Account, 'id' | 'merchantId' | 'blocked'>): void {
  if (blocked) throw new Problem(authProblems.blocked, { userId, merchantId })
}

/**
 * A business can require the sign-in of its organisation: linked accounts then open at the provider only, so that the organisation can end
 * the access of a person. Owners keep their passwords, so that a provider that is down or set up wrongly locks nobody out for ever.
 */
export async function assertSignInAllowed(tx: Tx, { id, role }: Pick<Account, 'id' | 'role'>): Promise<void> {
  if (role === 'merchant') return
  const required = and(eq(linkedIdentity.accountId, id), identityProvider.isRequired)
  const [found] = await tx
    .select({ id: linkedIdentity.id })
    .from(linkedIdentity)
    .innerJoin(identityProvider, eq(identityProvider.id, linkedIdentity.providerId))
    .where(required)
  if (found) throw new Problem(authProblems.organisationOnly)
}

/** A new session as calls that sign in return it. */
export const viewSession = ({ token, found }: SignedIn): Session => ({ jwt: token, user: userOf(found) })

export function userOf({ account, merchant }: AccountOfMerchant): User {
  const { id, username, email, confirmed, language, role, passwordHash } = account
  return {
    id,
    username,
    email,
    confirmed,
    hasPassword: passwordHash !== noPassword,
    language,
    role: { type: role, description: merchant?.name ?? null, merchant_code: merchant?.code ?? null },
    features: merchant?.features ?? [],
    merchantId: merchant?.id ?? null,
  }
}

type NewMerchant = Pick<typeof merchant.$inferInsert, 'name' | 'country'>

/**
 * Adds a merchant with a code similar to the wanted one that no other merchant has, such as highland-tea or highland-tea-4821.
 * Of two simultaneous merchants of one name, the second waits for the first and then draws another code.
 */
export async function addMerchant(
  tx: Tx,
  wanted: string,
  fields: NewMerchant,
  draw = sixDigits,
): Promise<typeof merchant.$inferSelect> {
  const code = await findFreeMerchantCode(tx, wanted, draw)
  const [made] = await tx
    .insert(merchant)
    .values({ ...fields, code })
    .onConflictDoNothing({ target: merchant.code })
    .returning()
  return made ?? addMerchant(tx, wanted, fields, draw)
}

async function findFreeMerchantCode(tx: Tx, wanted: string, draw: () => number): Promise<string> {
  const base = merchantCode(wanted) || 'brand'
  const codes = [base, ...Array.from({ length: drawsAtOnce }, () => `${base}-${draw()}`)]
  const takenCodes = await tx.select({ code: merchant.code }).from(merchant).where(inArray(merchant.code, codes))
  return codes.find((code) => !takenCodes.some((other) => other.code === code))!
}
/** Several numbers are drawn at once: with a thousand merchants of one name, one number is often taken. */
const drawsAtOnce = 8
const sixDigits = () => randomInt(100_000, 1_000_000)

export async function mailConfirmation(
  { mail }: Services,
  tx: Tx,
  { id, email: to, language, createdAt }: Pick<Account, 'id' | 'email' | 'language' | 'createdAt'>,
): Promise<void> {
  const token = await issueLink(tx, id, 'confirm')
  if (token) await mail.queue(tx, { to, language, content: confirmMail(token, createdAt) })
}

/** The e-mail address is confirmed. If another account already holds it, that account keeps it. */
export async function confirm(tx: Tx, accountId: string): Promise<Account> {
  const [row] = await tx
    .update(account)
    .set({ confirmed: true, holdsEmail: true })
    .where(eq(account.id, accountId))
    .returning()
    .catch(problemOfViolation(new Problem(authProblems.emailHeld), 'account_email'))
  return row!
}

export async function mailReset({ mail }: Services, tx: Tx, to: Account): Promise<void> {
  const token = await issueLink(tx, to.id, 'reset')
  if (token) await mail.queue(tx, { to: to.email, language: to.language, content: resetMail(token) })
}

/** Ends every earlier access: sessions, access tokens, and mailed links that set a password. Returns the merchant of the account. */
export async function setPassword(call: SessionEnd, accountId: string, passwordHash: string): Promise<string | null> {
  const [changed] = await call.tx
    .update(account)
    .set({ passwordHash })
    .where(eq(account.id, accountId))
    .returning({ merchantId: account.merchantId })
  await revokeLinks(call.tx, accountId, 'reset')
  await endAllSessions(call, accountId)
  return changed!.merchantId
}

export async function setLanguage(tx: Tx, accountId: string, language: Language): Promise<void> {
  await tx.update(account).set({ language }).where(eq(account.id, accountId))
}

export async function passwordOf(db: Tx, accountId: string): Promise<string | undefined> {
  const [found] = await db.select({ passwordHash: account.passwordHash }).from(account).where(eq(account.id, accountId))
  return found?.passwordHash
}

/**
 * Checks the password that a signed-in person types again. Returns its hash, for `assertPassword` in the transaction.
 *
 * @param field of the form, beside which the message is shown
 */
export async function confirmPassword(
  db: Tx,
  { accountId, typed, field }: { accountId: string; typed: string; field: string },
  language: Language,
): Promise<string | undefined> {
  const hash = await passwordOf(db, accountId)
  if (await verifyPassword(hash, typed, true)) return hash
  throw problemOfField(field, authProblems.wrongOldPassword, {}, language)
}

/** Locks the account. Its password was checked before the transaction and may have changed since. */
export async function assertPassword(
  tx: Tx,
  id: string,
  checked: string | undefined,
  otherwise: ProblemKind,
): Promise<void> {
  const [found] = await tx
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.id, id))
    .for('update')
  if (found?.passwordHash !== checked) throw new Problem(otherwise)
}
