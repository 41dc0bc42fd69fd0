import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import { codeOrder } from '#server/order/table.ts'
import { sku } from '#server/sku/table.ts'
import type { PatternCloseReason, PatternEvidence, PatternFacts, PatternKind } from '#shared/pattern/contract.ts'

/**
 * The scans of 50 codes in a row, kept by the job `pattern.find`; a block without scans has no row. Bit `n` stands for the code
 * with the serial number `50 * block + n + 1`. No index has a column that changes, so that an update leaves the indexes alone (HOT).
 */
export const patternBlock = pgTable(
  'pattern_block',
  {
    orderId: uuid().notNull(),
    block: integer().notNull(),
    merchantId: uuid().notNull(),
    /** Codes that were scanned. */
    scanned: bigint({ mode: 'bigint' }).notNull(),
    /** Codes that another kind of phone scanned on a later day than the first one. */
    again: bigint({ mode: 'bigint' }).notNull(),
    /** Codes that were scanned for the first time on `day`, the newest day that changed the block. */
    fresh: bigint({ mode: 'bigint' }).notNull(),
    day: date().notNull(),
    /** Which kinds of phone scanned which codes on the first day of the code: code * 2^16 + kind. At most `maxKinds`. */
    kinds: integer().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.block] }),
    foreignKey({
      name: 'pattern_block_order',
      columns: [table.merchantId, table.orderId],
      foreignColumns: [codeOrder.merchantId, codeOrder.id],
    }).onDelete('cascade'),
  ],
)

/** How far the job has come. One row. */
export const patternMark = pgTable('pattern_mark', {
  id: integer().primaryKey(),
  /** Scans before this time are in the blocks. */
  countedTo: instant().notNull(),
  /** Blocks that changed before this day were compared. */
  comparedTo: date().notNull(),
})

/** Something unusual about several codes of an order, for a person to decide. */
export const patternCase = pgTable(
  'pattern_case',
  {
    id: id(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    orderId: uuid().notNull(),
    kind: text().$type<PatternKind>().notNull(),
    firstSerial: integer().notNull(),
    lastSerial: integer().notNull(),
    /** The codes that are meant, if not all of the range. */
    serials: integer().array(),
    facts: jsonb().$type<PatternFacts>().notNull(),
    evidence: jsonb().$type<PatternEvidence>().notNull(),
    /** More means more evidence. Comparable within a kind. */
    strength: doublePrecision().notNull(),
    /** The strength when it was closed: clearly more opens it again. */
    closedStrength: doublePrecision(),
    state: text().$type<'open' | 'closed'>().notNull().default('open'),
    reason: text().$type<PatternCloseReason>(),
    note: text().notNull().default(''),
    /** When its codes were marked as copied: exactly the time of the marks that it made. */
    markedAt: instant(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('pattern_case_created').on(table.merchantId, table.createdAt, table.id, table.state),
    index('pattern_case_of_order').on(table.orderId, table.kind),
    index('pattern_case_closed').on(table.updatedAt).where(sql`state = 'closed'`),
    foreignKey({
      name: 'pattern_case_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }),
    foreignKey({
      name: 'pattern_case_order',
      columns: [table.merchantId, table.orderId],
      foreignColumns: [codeOrder.merchantId, codeOrder.id],
    }),
    check('pattern_case_kind', sql`kind in ('harvest', 'labels', 'early', 'diverted')`),
    check('pattern_case_state', sql`state in ('open', 'closed')`),
    check('pattern_case_reason', sql`(state = 'closed') = (reason is not null)`),
    check('pattern_case_serials', sql`first_serial between 1 and last_serial`),
  ],
)
