import { z } from 'zod'
import { eq } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import type { Domain } from '#server/domain.ts'
import { mailRecipients } from '#server/notification/service.ts'
import { reviewDecided } from '#shared/review/events.ts'
import { decisionMail } from './mails.ts'
import { reviewableOf } from './reviewable.ts'
import { reviewDecision } from './table.ts'

export const decisionJob = { name: 'review.tell', schema: z.object({ id: z.uuid() }) }

/** Notifies the merchant once, unless the decision was undone, replaced, or followed by a change of the merchant. */
export const mailDecision = (all: readonly Domain[]) =>
  defineJob({
    ...decisionJob,
    concurrency: 2,
    async run({ id }, { services: { db, mail } }) {
      await db.system(async (tx) => {
        const [asked] = await tx.select().from(reviewDecision).where(eq(reviewDecision.id, id))
        if (asked?.state !== 'waiting') return
        // Locks the subject first and the decision second, in the same order as deciding and undoing.
        const subject = await reviewableOf(all, asked.kind).lock(tx, asked.subjectId)
        const [decision] = await tx.select().from(reviewDecision).where(eq(reviewDecision.id, id)).for('update')
        if (decision?.state !== 'waiting') return
        const { kind, status, note, beforeStatus, beforeNote, merchantId, subjectId } = decision
        const stands = subject?.status === status && subject.note === note
        const isNews = status !== beforeStatus || note !== beforeNote
        const state = stands && isNews ? 'dispatched' : 'superseded'
        await tx.update(reviewDecision).set({ state }).where(eq(reviewDecision.id, id))
        if (state === 'superseded') return
        const { name, title = name } = subject!
        await emit(tx, reviewDecided, [{ merchantId, subject: subjectId, data: { kind, status, name: title } }])
        const content = decisionMail({ kind, status, note, name })
        for (const { email: to, language } of await mailRecipients(tx, merchantId, 'decision'))
          await mail.queue(tx, { to, language, content })
      })
    },
  })
