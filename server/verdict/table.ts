import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import { codeOrder } from '#server/order/table.ts'
import { sku } from '#server/sku/table.ts'
import type { OrderScores } from '#shared/verdict/calibration/calibrate.ts'
import type { CloseReason, RecallScope, VerdictCase } from '#shared/verdict/contract.ts'
import type { ClearedWarnings, StoredWarnings } from '#shared/verdict/evidence/stored-warnings.ts'
import type { RuleName, TriggeredRule, VerdictLevel } from '#shared/verdict/rules.ts'
import type { VerdictSettings } from '#shared/verdict/settings.ts'

/** Thresholds that a brand set for a SKU. Without a row the defaults apply. */
export const verdictSetting = pgTable(
  'verdict_setting',
  {
    skuId: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    settings: jsonb().$type<VerdictSettings>().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'verdict_setting_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }).onDelete('cascade'),
  ],
)

/** The threshold of a SKU that its own scanned codes set. Without a row, or a threshold, that of its category applies. */
export const verdictCalibration = pgTable(
  'verdict_calibration',
  {
    skuId: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    /** The sample of its codes, by order: so a change of the settings needs no new sample. */
    sample: jsonb().$type<OrderScores[]>().notNull().default([]),
    measuredAt: instant(),
    /** A person's word: whether the items are looked at by many people. Null until somebody said it. */
    isShared: boolean(),
    threshold: doublePrecision(),
  },
  (table) => [
    foreignKey({
      name: 'verdict_calibration_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }).onDelete('cascade'),
  ],
)

/** Facts about single items besides their visits. */
export const codeMark = pgTable('code_mark', {
  address: uuid().primaryKey(),
  merchantId: uuid().notNull(),
  consumedAt: instant(),
  /** The brand found copies of this code. */
  copiedAt: instant(),
  /** Warnings that were shown to shoppers, by rule. They apply until the brand decides. */
  warned: jsonb().$type<StoredWarnings>(),
  /** Minute of the brand's latest decision, by rule, that the warning was a mistake. */
  cleared: jsonb().$type<ClearedWarnings>(),
})

/** Shown to shoppers before everything else, from `publicAt` until it is ended. */
export const recall = pgTable(
  'recall',
  {
    id: id(),
    merchantId: uuid().notNull(),
    scope: text().$type<RecallScope>().notNull(),
    target: uuid().notNull(),
    message: text().notNull(),
    createdAt: createdAt(),
    /** Shoppers see the recall from this time on. A recall that is ended before it was undone. */
    publicAt: instant().notNull().defaultNow(),
    endedAt: instant(),
    /** Why it was ended, in the words of the person who did. Empty for one that was undone. */
    endReason: text().notNull().default(''),
  },
  (table) => [
    index('recall_history').on(table.merchantId, table.createdAt, table.id),
    // The recalls whose events are written.
    index('recall_public').on(table.publicAt),
    index('recall_ended').on(table.endedAt).where(sql`ended_at is not null`),
    index('recall_merchant').on(table.merchantId, table.createdAt, table.id).where(sql`ended_at is null`),
    // Otherwise the end of one recall would leave another one of the same subject in force.
    uniqueIndex('recall_open').on(table.merchantId, table.scope, table.target).where(sql`ended_at is null`),
    check('recall_scope', sql`scope in ('order', 'batch', 'sku')`),
  ],
)

/** A rule that fired for a code, one row per rule, or a shopper's report. */
export const verdictCase = pgTable(
  'verdict_case',
  {
    id: id(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    orderId: uuid().notNull(),
    address: uuid().notNull(),
    rule: text().$type<RuleName>(),
    fired: jsonb().$type<TriggeredRule>(),
    level: text().$type<VerdictLevel>().notNull(),
    reference: text().unique(),
    report: jsonb().$type<NonNullable<VerdictCase['report']>>(),
    state: text().$type<VerdictCase['state']>().notNull().default('open'),
    reason: text().$type<CloseReason>(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    // The state and the SKU are filters of the list.
    index('verdict_case_created').on(table.merchantId, table.createdAt, table.id, table.state, table.skuId),
    index('verdict_case_closed').on(table.updatedAt).where(sql`state = 'closed'`),
    // The latest decisions about warnings.
    index('verdict_case_decided')
      .on(table.merchantId, table.updatedAt, table.address, table.reason)
      .where(sql`state = 'closed' and rule in ('visitors', 'travel', 'market') and reason <> 'other'`),
    uniqueIndex('verdict_case_rule').on(table.address, table.rule),
    foreignKey({
      name: 'verdict_case_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }),
    foreignKey({
      name: 'verdict_case_order',
      columns: [table.merchantId, table.orderId],
      foreignColumns: [codeOrder.merchantId, codeOrder.id],
    }),
    check('verdict_case_kind', sql`(rule is null) = (reference is not null)`),
    check('verdict_case_state', sql`state in ('open', 'acknowledged', 'closed')`),
    check('verdict_case_reason', sql`(state = 'closed') = (reason is not null)`),
  ],
)
