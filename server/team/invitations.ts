import type { z } from 'zod'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { tokenHashOf } from '#server/core/auth/random-token.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { problemOfViolation } from '#server/core/db/database-error.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { and, eq, gt, isNull, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import type { Services } from '#server/core/services.ts'
import { Problem } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import {
  type Invitation,
  type InvitationInput,
  invitationDays,
  maxMailsOfInvitation,
  maxMembers,
  teamProblems,
} from '#shared/team/contract.ts'
import { teamQuotas } from '#shared/team/quotas.ts'
import { mailInvitation } from './jobs.ts'
import { invitation } from './table.ts'

type Row = typeof invitation.$inferSelect
type Call = { tx: Tx; actor: Actor; services: Services }

const newExpiry = sql`now() + make_interval(days => ${invitationDays})` as unknown as Date

export async function listInvitations(tx: Tx, merchantId: string): Promise<Invitation[]> {
  const rows = await tx
    .select()
    .from(invitation)
    .where(eq(invitation.merchantId, merchantId))
    .orderBy(invitation.email)
    .limit(teamQuotas.invitations.max)
  return rows.map(view)
}

/** Says nothing about accounts of other merchants. Undefined if the same invitation is open. */
export async function invite(
  { tx, actor, services }: Call,
  { email, role, language }: z.output<typeof InvitationInput>,
): Promise<{ invited: Invitation; isNew: boolean }> {
  const merchantId = merchantOf(actor)
  const ofAddress = and(eq(invitation.merchantId, merchantId), sql`lower(${invitation.email}) = ${email}`)
  const isMember = and(memberOf(merchantId), sql`lower(${account.email}) = ${email}`)
  if ((await tx.$count(account, isMember)) > 0) throw new Problem(teamProblems.isMember)
  await assertSpace(tx, merchantId)
  await assertQuota(tx, quotaOwnerOf(actor), teamQuotas.invitations)
  const [made] = await tx
    .insert(invitation)
    .values({ merchantId, email, role, language, invitedBy: actor.id, expiresAt: newExpiry })
    .onConflictDoNothing()
    .returning()
  if (made) await services.jobs.send(tx, mailInvitation, { id: made.id })
  const known = made ?? (await tx.select().from(invitation).where(ofAddress))[0]
  if (!known) throw new Problem(teamProblems.noInvitation)
  if (known.role !== role) throw new Problem(teamProblems.isInvited)
  return { invited: view(known), isNew: made !== undefined }
}

export async function resend({ tx, actor, services }: Call, id: string): Promise<Invitation> {
  const own = ownInvitation(actor, id)
  const [found] = await tx.select().from(invitation).where(own).for('update')
  if (!found) throw new Problem(teamProblems.noInvitation)
  if (found.mails >= maxMailsOfInvitation) throw new Problem(teamProblems.sentOften, { max: maxMailsOfInvitation })
  const [sent] = await tx
    .update(invitation)
    .set({ mails: found.mails + 1, hash: null, sentAt: null, expiresAt: newExpiry, invitedBy: actor.id })
    .where(own)
    .returning()
  await services.jobs.send(tx, mailInvitation, { id })
  return view(sent!)
}

export async function withdraw(tx: Tx, actor: Actor, id: string): Promise<Row> {
  const [gone] = await tx.delete(invitation).where(ownInvitation(actor, id)).returning()
  if (!gone) throw new Problem(teamProblems.noInvitation)
  return gone
}

export async function openInvitation(tx: Tx, token: string) {
  const [found] = await tx
    .select({ business: merchant.name, email: invitation.email, role: invitation.role })
    .from(invitation)
    .innerJoin(merchant, eq(merchant.id, invitation.merchantId))
    .where(usable(token))
  if (!found) throw new Problem(teamProblems.badLink)
  return found
}

type Joining = { token: string; name: string; language: Language; passwordHash: string }

/**
 * Uses up the invitation and opens the account. The link proves the address; an account that holds it already stays as it is, and
 * the link stays valid, because the problem rolls back its deletion.
 */
export async function join(tx: Tx, { token, name, language, passwordHash }: Joining) {
  const [used] = await tx.delete(invitation).where(usable(token)).returning()
  if (!used) throw new Problem(teamProblems.badLink)
  const { merchantId, email, role } = used
  await tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.id, merchantId)).for('no key update')
  await assertSpace(tx, merchantId)
  const [made] = await tx
    .insert(account)
    .values({ merchantId, role, username: name, email, passwordHash, language, confirmed: true, holdsEmail: true })
    .returning()
    .catch(problemOfViolation(new Problem(teamProblems.hasAccount), 'account_email'))
  return made!
}

/** The accounts of a merchant, without those that were removed from the team. */
export const memberOf = (merchantId: string): SQL => and(eq(account.merchantId, merchantId), isNull(account.removedAt))!

async function assertSpace(tx: Tx, merchantId: string): Promise<void> {
  const count = await tx.$count(account, memberOf(merchantId))
  if (count >= maxMembers) throw new Problem(teamProblems.full, { max: maxMembers })
}

const usable = (token: string) => and(eq(invitation.hash, tokenHashOf(token)), gt(invitation.expiresAt, sql`now()`))

const ownInvitation = (actor: Actor, id: string) =>
  and(eq(invitation.merchantId, merchantOf(actor)), eq(invitation.id, id))

function view({ id, email, role, sentAt, expiresAt }: Row): Invitation {
  const isExpired = expiresAt.getTime() <= Date.now()
  return { id, email, role, sentAt: isoTime(sentAt), expiresAt: expiresAt.toISOString(), isExpired }
}
