import type { z } from 'zod'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import type { Services } from '#server/core/services.ts'
import { Problem } from '#shared/core/api/problem.ts'
import {
  type Invitation,
  type InvitationInput,
  invitationDays,
  maxMailsOfInvitation,
  teamProblems,
} from '#shared/team/contract.ts'
import { teamQuotas } from '#shared/team/quotas.ts'
import { mailInvitation } from './jobs.ts'
import { assertSpace, memberOf } from './service.ts'
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

const ownInvitation = (actor: Actor, id: string) =>
  and(eq(invitation.merchantId, merchantOf(actor)), eq(invitation.id, id))

function view({ id, email, role, sentAt, expiresAt }: Row): Invitation {
  const isExpired = expiresAt.getTime() <= Date.now()
  return { id, email, role, sentAt: isoTime(sentAt), expiresAt: expiresAt.toISOString(), isExpired }
}
