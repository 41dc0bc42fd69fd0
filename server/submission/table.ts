import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { TimeRange } from '#shared/submission/answers.ts'

// References of these tables are checked once a statement by `guard_reference` of guard/integrity.sql, instead of by foreign keys.

export const submission = pgTable(
  'submission',
  {
    id: id(),
    merchantId: uuid().notNull(),
    formId: uuid().notNull(),
    formRevision: integer().notNull(),
    date: instant().notNull(),
    customId: text().notNull(),
    /** The time zone in which the submission was begun: its days are those of expressions. Null: UTC. */
    timeZone: text(),
    /** Counts the changes of the record and of its answers. The trigger `sync_version` updates it. */
    ver: integer().notNull().default(1),
    /** SHA-256 of the sent input. It recognises a submission that is sent twice. */
    draftHash: bytes().notNull(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
    removedAt: instant(),
  },
  (table) => [
    unique('submission_of_merchant').on(table.merchantId, table.id),
    // One for each sort order of the list, but for `updatedAt`: with that one, no saved answer would leave the indexes alone.
    index('submission_created').on(table.merchantId, table.createdAt, table.id).where(sql`removed_at is null`),
    index('submission_date').on(table.merchantId, table.date, table.id).where(sql`removed_at is null`),
    index('submission_custom_id').on(table.merchantId, table.customId, table.id).where(sql`removed_at is null`),
    index('submission_form').on(table.merchantId, table.formId, table.formRevision),
  ],
)

/** One versioned value a question. `others`: answers of devices that had not seen this one; a user chooses between them. */
export const submissionAnswer = pgTable(
  'submission_answer',
  {
    merchantId: uuid().notNull(),
    submissionId: uuid().notNull(),
    questionId: uuid().notNull(),
    value: text().notNull(),
    version: integer().notNull(),
    others: jsonb().$type<string[]>().notNull(),
    /** The question requires unique answers, the answer is not empty, and the submission is not removed. */
    isUnique: boolean().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.submissionId, table.questionId] }),
    uniqueIndex('submission_answer_unique').on(table.merchantId, table.questionId, table.value).where(sql`is_unique`),
  ],
)

/** The time range in which a sensor recorded a section: one versioned value a sensor and section. */
export const submissionRange = pgTable(
  'submission_range',
  {
    merchantId: uuid().notNull(),
    submissionId: uuid().notNull(),
    sectionId: uuid().notNull(),
    sensorId: uuid().notNull(),
    startTime: instant(),
    endTime: instant(),
    version: integer().notNull(),
    others: jsonb().$type<TimeRange[]>().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.submissionId, table.sectionId, table.sensorId] }),
    check('submission_range_order', sql`start_time < end_time`),
  ],
)
