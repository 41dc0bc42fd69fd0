import { identityProvider } from '#server/auth/table.ts'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { tokenHashOf } from '#server/core/auth/random-token.ts'
import { endAllSessions, type SessionEnd } from '#server/core/auth/session.ts'
import { account, accountToken, merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { problemOfViolation } from '#server/core/db/database-error.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { and, eq, gt, isNull, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import type { MerchantRole } from '#shared/core/api/access.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import {
  type InvitationSignIn,
  type Member,
  maxMembers,
  type TeamRole,
  teamProblems,
  teamRoles,
} from '#shared/team/contract.ts'
import { invitation } from './table.ts'

type Account = typeof account.$inferSelect
type Call = SessionEnd & { actor: Actor }

/** With the names of tables, which drizzle leaves out of columns: a renewal of the session makes a new row. */
const newestSession = sql<string | null>`(
  select created_at from session where session.account_id = account.id order by created_at desc limit 1)`

export async function listMembers(tx: Tx, actor: Actor): Promise<Member[]> {
  const rows = await tx
    .select({ row: account, lastActiveAt: newestSession })
    .from(account)
    .where(memberOf(merchantOf(actor)))
    .orderBy(account.createdAt, account.id)
    .limit(maxMembers)
  return rows.map(({ row: { id, username, email, role, blocked, createdAt }, lastActiveAt }) => ({
    id,
    name: username,
    email,
    role: role as MerchantRole,
    blocked,
    lastActiveAt: isoTime(lastActiveAt),
    joinedAt: createdAt.toISOString(),
    isSelf: id === actor.id,
  }))
}

/** Returns the account with its earlier role; undefined if it has the role already. */
export async function changeRole(call: Call, id: string, role: TeamRole): Promise<Account | undefined> {
  const { tx, services, defer } = call
  const member = await lockMember(call, id)
  if (member.role === role) return undefined
  if (!teamRoles.some((one) => one === member.role)) throw new Problem(teamProblems.otherRole)
  if (member.role === 'merchant') await assertOtherOwner(call, id)
  await tx.update(account).set({ role }).where(eq(account.id, id))
  defer(() => services.sessions.forget(id))
  // Open consoles renew their session, which contains the role.
  await services.events.publish(tx, merchantChannel(merchantOf(call.actor)), 'features', {})
  return member
}

/**
 * Blocks the account, so that its owner can save unsent work of the device at the next sign-in. Its e-mail address is free for
 * another account; the name stays, because the audit trail shows it.
 */
export async function removeMember(call: Call, id: string): Promise<Account> {
  const { tx } = call
  const member = await lockMember(call, id)
  if (member.role === 'merchant') await assertOtherOwner(call, id)
  await tx.update(account).set({ blocked: true, holdsEmail: false, removedAt: sql`now()` }).where(eq(account.id, id))
  await tx.delete(accountToken).where(eq(accountToken.accountId, id))
  await endAllSessions(call, id)
  return member
}

/**
 * Locks the owners and then the member. The access was checked before the transaction, so a caller who is no longer an owner is
 * rejected here: of two owners who remove each other, one succeeds.
 */
async function lockMember({ tx, actor }: Call, id: string): Promise<Account> {
  const merchantId = merchantOf(actor)
  const owners = await tx
    .select({ id: account.id, blocked: account.blocked })
    .from(account)
    .where(isOwnerOf(merchantId))
    .orderBy(account.id)
    .for('update')
  if (!owners.some((owner) => owner.id === actor.id && !owner.blocked)) throw new Problem(coreProblems.denied)
  const [member] = await tx
    .select()
    .from(account)
    .where(and(memberOf(merchantId), eq(account.id, id)))
    .for('update')
  if (!member) throw new Problem(teamProblems.noMember)
  return member
}

async function assertOtherOwner({ tx, actor }: Call, id: string): Promise<void> {
  const other = and(isOwnerOf(merchantOf(actor)), eq(account.blocked, false), sql`${account.id} <> ${id}`)
  if ((await tx.$count(account, other)) === 0) throw new Problem(teamProblems.lastOwner)
}

const isOwnerOf = (merchantId: string) => and(memberOf(merchantId), eq(account.role, 'merchant'))

/** The invitation of a mailed link, and how it can be accepted. */
export async function openInvitation(tx: Tx, token: string) {
  const [found] = await tx
    .select({
      business: merchant.name,
      email: invitation.email,
      role: invitation.role,
      merchantId: invitation.merchantId,
      isRequired: identityProvider.isRequired,
    })
    .from(invitation)
    .innerJoin(merchant, eq(merchant.id, invitation.merchantId))
    .leftJoin(identityProvider, eq(identityProvider.merchantId, invitation.merchantId))
    .where(usable(tokenHashOf(token)))
  if (!found) throw new Problem(teamProblems.badLink)
  const { isRequired, ...rest } = found
  return { ...rest, signIn: waysIn(isRequired, found.role) }
}

/** Owners can always have a password. */
function waysIn(isRequired: boolean | null, role: TeamRole): InvitationSignIn {
  if (isRequired === null) return 'password'
  return isRequired && role !== 'merchant' ? 'organisation' : 'both'
}

/** `hash`: of the link. `name`: null for the address of the invitation. */
type Joining = { hash: Buffer; name: string | null; language: Language; passwordHash: string }

/**
 * Uses up the invitation and opens the account. The link proves the address; an account that holds it already stays as it is, and
 * the link stays valid, because the problem rolls back its deletion.
 */
export async function join(tx: Tx, { hash, name, language, passwordHash }: Joining): Promise<Account> {
  const [used] = await tx.delete(invitation).where(usable(hash)).returning()
  if (!used) throw new Problem(teamProblems.badLink)
  const { merchantId, email, role } = used
  await tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.id, merchantId)).for('no key update')
  await assertSpace(tx, merchantId)
  const [made] = await tx
    .insert(account)
    .values({
      merchantId,
      role,
      username: name ?? email,
      email,
      passwordHash,
      language,
      confirmed: true,
      holdsEmail: true,
    })
    .returning()
    .catch(problemOfViolation(new Problem(teamProblems.hasAccount), 'account_email'))
  return made!
}

/** The accounts of a merchant, without those that were removed from the team. */
export const memberOf = (merchantId: string): SQL => and(eq(account.merchantId, merchantId), isNull(account.removedAt))!

export async function assertSpace(tx: Tx, merchantId: string): Promise<void> {
  const count = await tx.$count(account, memberOf(merchantId))
  if (count >= maxMembers) throw new Problem(teamProblems.full, { max: maxMembers })
}

const usable = (hash: Buffer) => and(eq(invitation.hash, hash), gt(invitation.expiresAt, sql`now()`))
