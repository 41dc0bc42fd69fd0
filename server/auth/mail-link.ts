import { randomToken, tokenHashOf } from '#server/core/auth/random-token.ts'
import { account, accountToken, type TokenKind } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, gt, isNotNull, isNull, sql } from '#server/core/drizzle/orm.ts'
import { authProblems } from '#shared/auth/contract.ts'
import type { Role } from '#shared/core/api/access.ts'
import { Problem } from '#shared/core/api/problem.ts'

const hours: Record<TokenKind, number> = { confirm: 48, reset: 1, administrator: 24 }
/** Mails of one kind to one account per hour. Further requests get the same response and send nothing. */
const mailsAnHour = 3

/** Links of the command line are only for administrators, and mailed links only for other accounts. */
const fitsRole = (kind: TokenKind, role: Role) => (kind === 'administrator') === (role === 'admin')

/**
 * Creates a single-use link token. Only its hash is stored. Returns undefined when the account has reached its hourly
 * limit, or when links of this kind are not for its role.
 */
export async function issueLink(tx: Tx, accountId: string, kind: TokenKind): Promise<string | undefined> {
  // Locked, so that concurrent requests count each other's links.
  const [owner] = await tx
    .select({ role: account.role })
    .from(account)
    .where(eq(account.id, accountId))
    .for('no key update')
  if (!owner || !fitsRole(kind, owner.role)) return undefined
  const recent = await tx.$count(
    accountToken,
    and(
      eq(accountToken.accountId, accountId),
      eq(accountToken.kind, kind),
      gt(accountToken.createdAt, sql`now() - interval '1 hour'`),
    ),
  )
  if (kind !== 'administrator' && recent >= mailsAnHour) return undefined
  // Only the newest link sets a password: older ones may be in a mailbox that another person reads.
  if (kind === 'reset') await revokeLinks(tx, accountId, kind)
  const token = randomToken()
  const expiresAt = sql`now() + make_interval(hours => ${hours[kind]})` as unknown as Date
  await tx.insert(accountToken).values({ hash: tokenHashOf(token), accountId, kind, expiresAt })
  return token
}

/** Revokes all links of one kind of an account. */
export async function revokeLinks(tx: Tx, accountId: string, kind: TokenKind): Promise<void> {
  await tx
    .update(accountToken)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountToken.accountId, accountId), eq(accountToken.kind, kind), isNull(accountToken.usedAt)))
}

/** Whether a link is valid now. Locks and changes nothing. */
export async function isLinkValid(db: Tx, token: string, kind: TokenKind): Promise<boolean> {
  return (await db.$count(accountToken, usable(token, kind))) > 0
}

const usable = (token: string, kind: TokenKind) =>
  and(
    eq(accountToken.hash, tokenHashOf(token)),
    eq(accountToken.kind, kind),
    isNull(accountToken.usedAt),
    gt(accountToken.expiresAt, sql`now()`),
    sql`exists (select from ${account} where ${account.id} = ${accountToken.accountId}
      and (${account.role} = 'admin') = (${accountToken.kind} = 'administrator'))`,
  )

/** Marks a link as used and returns its account; undefined when the link is unknown, used, expired or not for this account. */
export async function consumeLink(tx: Tx, token: string, kind: TokenKind): Promise<string | undefined> {
  const [spent] = await tx
    .update(accountToken)
    .set({ usedAt: sql`now()` })
    .where(usable(token, kind))
    .returning({ accountId: accountToken.accountId })
  return spent?.accountId
}

/**
 * Whether this link has confirmed the e-mail address of its account before: a mail scanner that runs scripts opens links, and the
 * response to a call can be lost.
 */
export async function hasConfirmed(tx: Tx, token: string): Promise<boolean> {
  const ofConfirmed = sql`exists (select from ${account} where ${account.id} = ${accountToken.accountId} and ${account.confirmed})`
  return (await tx.$count(accountToken, and(used(token, 'confirm'), ofConfirmed))) > 0
}

/** The reason why a link cannot be used. */
export async function linkProblem(tx: Tx, token: string, kind: TokenKind): Promise<Problem> {
  const isUsed = (await tx.$count(accountToken, used(token, kind))) > 0
  return new Problem(isUsed ? authProblems.usedLink : authProblems.badLink)
}

/** A link that was used, or replaced by a newer one. */
const used = (token: string, kind: TokenKind) =>
  and(eq(accountToken.hash, tokenHashOf(token)), eq(accountToken.kind, kind), isNotNull(accountToken.usedAt))
