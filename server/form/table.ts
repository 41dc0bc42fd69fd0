import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { FormStructure } from '#shared/form/contract.ts'
import type { Datatype } from '#shared/form/question-types/registry.ts'

/** Devices keep this many revisions of a form even without submissions, including the current one. */
export const keptRevisions = 20

export const form = pgTable(
  'form',
  {
    id: id(),
    merchantId: uuid().notNull(),
    /** The name of the current revision, for sorting and searching. */
    name: text().notNull(),
    /**
     * The revision of the content. `ver` counts every change of this row and is maintained by the trigger
     * `sync_version`.
     */
    revision: integer().notNull().default(1),
    ver: integer().notNull().default(1),
    /** SHA-256 of the input that created it: the same form sent twice is one form. */
    draftHash: bytes().notNull(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
    removedAt: instant(),
  },
  (table) => [
    unique('form_of_merchant').on(table.merchantId, table.id),
    index('form_created').on(table.merchantId, table.createdAt),
    check('form_revision_counts', sql`revision > 0`),
  ],
)

/** Append-only: a submission matches the revision that it was created with, also after the form has changed. */
export const formRevision = pgTable(
  'form_revision',
  {
    merchantId: uuid().notNull(),
    formId: uuid().notNull(),
    revision: integer().notNull(),
    structure: jsonb().$type<FormStructure>().notNull(),
    /** The `ver` of the form at this revision: a client with that version or a later one has seen this revision. */
    formVer: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.formId, table.revision] }),
    foreignKey({
      name: 'form_revision_form',
      columns: [table.merchantId, table.formId],
      foreignColumns: [form.merchantId, form.id],
    }),
  ],
)

/**
 * Append-only: the form of each section and question, and the datatype of each question, for all revisions. The key
 * contains the merchant, so ids of different merchants never collide.
 */
export const formPart = pgTable(
  'form_part',
  {
    merchantId: uuid().notNull(),
    id: uuid().notNull(),
    formId: uuid().notNull(),
    /** Null for sections. The contract allows only the types of the registry, so that a new one needs no migration. */
    datatype: text().$type<Datatype>(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({
      name: 'form_part_form',
      columns: [table.merchantId, table.formId],
      foreignColumns: [form.merchantId, form.id],
    }),
  ],
)
