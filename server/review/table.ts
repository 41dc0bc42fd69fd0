import { createdAt, id } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { check, index, pgTable, text, uniqueIndex, uuid } from '#server/core/drizzle/pg-core.ts'
import type { ReviewKind } from '#shared/review/contract.ts'
import type { ReviewStatus } from '#shared/review/status.ts'

/** `superseded`: the subject changed before the merchant was notified, or a later decision replaced this one. */
type DecisionState = 'waiting' | 'dispatched' | 'undone' | 'superseded'

/** Decisions of administrators, and whether the merchant was notified. `before` is the state that the merchant knew. */
export const reviewDecision = pgTable(
  'review_decision',
  {
    id: id(),
    merchantId: uuid().notNull(),
    kind: text().$type<ReviewKind>().notNull(),
    subjectId: uuid().notNull(),
    actorId: uuid().notNull(),
    beforeStatus: text().$type<ReviewStatus>().notNull(),
    beforeVerifiedBy: text(),
    beforeNote: text(),
    status: text().$type<ReviewStatus>().notNull(),
    note: text(),
    state: text().$type<DecisionState>().notNull().default('waiting'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('review_decision_waiting').on(table.subjectId).where(sql`state = 'waiting'`),
    index('review_decision_subject').on(table.subjectId, table.createdAt),
    check('review_decision_kind', sql`kind in ('business', 'trademark', 'certificate')`),
    check('review_decision_state', sql`state in ('waiting', 'dispatched', 'undone', 'superseded')`),
  ],
)
