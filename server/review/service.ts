import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/core/auth/actor.ts'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq, sql } from '#server/core/drizzle/orm.ts'
import { adminChannel, merchantChannel } from '#server/core/events/event-hub.ts'
import { audit } from '#server/core/logging/audit.ts'
import type { Services } from '#server/core/services.ts'
import type { Domain } from '#server/domain.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type ReviewKind, reviewProblems } from '#shared/review/contract.ts'
import type { ReviewStatus } from '#shared/review/status.ts'
import { decisionJob } from './jobs.ts'
import { type Reviewable, type ReviewSubject, reviewableOf } from './reviewable.ts'
import { reviewDecision } from './table.ts'

type Call = { tx: Tx; actor: Actor; request: FastifyRequest; services: Services }
type About = { reviewed: Reviewable; id: string }

export type { Reviewable }

type ReviewOutcome = { status: ReviewStatus; note?: string | undefined }

/**
 * Decides on the subject that `lock` of its kind returned. The merchant is notified by mail after the time to undo. A
 * decision that follows another within that time replaces it: the merchant is notified of the last one only, and
 * undoing it restores the state that the merchant knew.
 */
export async function decideReview(
  call: Call,
  { reviewed, id }: About,
  subject: ReviewSubject,
  verdict: ReviewOutcome,
): Promise<void> {
  const { tx, actor, services } = call
  const { kind } = reviewed
  const note = verdict.note || null
  if (verdict.status === subject.status && note === subject.note) return
  const [reviewer] = await tx.select({ username: account.username }).from(account).where(eq(account.id, actor.id))
  await reviewed.set(tx, id, { status: verdict.status, note, verifiedBy: reviewer!.username })
  const [replaced] = await tx.update(reviewDecision).set({ state: 'superseded' }).where(waitingOn(id)).returning()
  const known = replaced ?? {
    beforeStatus: subject.status,
    beforeVerifiedBy: subject.verifiedBy,
    beforeNote: subject.note,
  }
  const { beforeStatus, beforeVerifiedBy, beforeNote } = known
  const [made] = await tx
    .insert(reviewDecision)
    .values({
      merchantId: subject.merchantId,
      kind,
      subjectId: id,
      actorId: actor.id,
      beforeStatus,
      beforeVerifiedBy,
      beforeNote,
      status: verdict.status,
      note,
    })
    .returning({ id: reviewDecision.id })
  await services.jobs.send(tx, decisionJob, { id: made!.id }, { startAfterSeconds: limits.undoMs / 1000 })
  await announce(call, kind, id, subject.merchantId)
}

/** Undoes the caller's own last decision, as long as its merchant has not been notified. */
export async function undoReview(
  call: Call,
  all: readonly Domain[],
  { kind, id }: { kind: ReviewKind; id: string },
): Promise<ReviewStatus> {
  const { tx, actor, request } = call
  const reviewed = reviewableOf(all, kind)
  const subject = await reviewed.lock(tx, id)
  const isOver = sql<boolean>`${reviewDecision.createdAt} <= now() - ${limits.undoMs / 1000} * interval '1 second'`
  const [found] = await tx
    .select({ last: reviewDecision, isOver })
    .from(reviewDecision)
    .where(and(eq(reviewDecision.kind, kind), eq(reviewDecision.subjectId, id)))
    .orderBy(desc(reviewDecision.createdAt))
    .limit(1)
    .for('update')
  const last = found?.last
  if (!subject || last?.actorId !== actor.id || last.state === 'undone') throw new Problem(reviewProblems.nothing)
  if (last.state !== 'waiting' || found!.isOver) throw new Problem(reviewProblems.tooLate)
  if (subject.status !== last.status || subject.note !== last.note) throw new Problem(reviewProblems.changed)
  const { beforeStatus: status, beforeVerifiedBy: verifiedBy, beforeNote: note } = last
  await reviewed.set(tx, id, { status, verifiedBy, note })
  await tx.update(reviewDecision).set({ state: 'undone' }).where(eq(reviewDecision.id, last.id))
  await audit(tx, request, 'review.undo', {
    subject: id,
    data: { kind, from: last.status, to: status },
    merchantId: subject.merchantId,
  })
  await announce(call, kind, id, subject.merchantId)
  return status
}

const waitingOn = (id: string) => and(eq(reviewDecision.subjectId, id), eq(reviewDecision.state, 'waiting'))

/** The merchant's screens and the lists of other administrators change at once; only the mail waits. */
async function announce({ tx, services }: Call, kind: ReviewKind, id: string, merchantId: string): Promise<void> {
  await services.events.publish(tx, merchantChannel(merchantId), 'progress', {})
  await services.events.publish(tx, adminChannel, kind, { id })
}
