import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import { sku } from '#server/sku/table.ts'
import { submission } from '#server/submission/table.ts'
import type { ActivationOptions } from '#shared/activation/contract.ts'
import type { JobFailure } from '#shared/core/job-failure.ts'

export type BatchState = 'queued' | 'running' | 'done' | 'failed'

/**
 * One column for each option of an activation, with the name of its field. A batch has them, and a run, which gives them to its
 * batches (`run-job.ts`). An option without a column does not compile.
 */
const optionColumns = () =>
  ({
    /** Ids of the certificates in the payloads. */
    certificates: jsonb().$type<string[]>().notNull().default([]),
    /** The submission whose shared answers are in the payloads. */
    submissionId: uuid(),
  }) satisfies Record<keyof ActivationOptions, PgColumnBuilderBase>

/** A request to activate codes. The codes are Pending while it is queued or running. */
export const activationBatch = pgTable(
  'activation_batch',
  {
    id: id(),
    merchantId: uuid().notNull(),
    /** The number that people see. */
    identifier: text().notNull(),
    quantity: integer().notNull(),
    state: text().$type<BatchState>().notNull().default('queued'),
    /** In the order of the Merkle leaves. */
    addresses: uuid().array().notNull(),
    /** The number of its codes in each block of their order, see `code_block`. Null if they were not counted when checked. */
    blocks: jsonb().$type<[orderId: string, block: number, codes: number][]>(),
    ...optionColumns(),
    /** The reason of the failure, while `state` is failed. The codes are inactive again then. */
    failure: text().$type<JobFailure>(),
    /** Incremented with each state. Maintained by the trigger `sync_version`. */
    ver: integer().notNull().default(1),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (table) => [
    unique('activation_batch_identifier').on(table.merchantId, table.identifier),
    index('activation_batch_created').on(table.merchantId, table.createdAt, table.id),
    // The batches whose events are written.
    index('activation_batch_finished').on(table.finishedAt).where(sql`state = 'done'`),
    index('activation_batch_open').on(table.merchantId).where(sql`state in ('queued', 'running')`),
    foreignKey({
      name: 'activation_batch_submission',
      columns: [table.merchantId, table.submissionId],
      foreignColumns: [submission.merchantId, submission.id],
    }),
    check('activation_batch_state', sql`state in ('queued', 'running', 'done', 'failed')`),
    check('activation_batch_quantity', sql`quantity > 0 and quantity = cardinality(addresses)`),
  ],
)

/**
 * A request to activate a range of serial numbers of an order, of any size. Its job creates one batch after another, from
 * `first` to `last`, and leaves out codes that are active or pending. The serial numbers before `next` are finished.
 */
export const activationRun = pgTable(
  'activation_run',
  {
    id: id(),
    merchantId: uuid().notNull(),
    orderId: uuid().notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
    next: integer().notNull(),
    /** Codes that the run has activated. */
    activated: integer().notNull().default(0),
    /** The batch that is being activated. */
    batchId: uuid(),
    state: text().$type<BatchState>().notNull().default('queued'),
    /** The reason of the failure, while `state` is failed. */
    failure: text().$type<JobFailure>(),
    ...optionColumns(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (table) => [
    index('activation_run_order').on(table.merchantId, table.orderId, table.createdAt),
    // Two runs of one order would wait for each other, and the second would find nothing to do.
    uniqueIndex('activation_run_open').on(table.orderId).where(sql`state in ('queued', 'running')`),
    index('activation_run_waiting').on(table.merchantId).where(sql`state in ('queued', 'running')`),
    check('activation_run_state', sql`state in ('queued', 'running', 'done', 'failed')`),
    check('activation_run_range', sql`first between 1 and last and next between first and last + 1`),
  ],
)

/** Insert-only: the primary key makes a second activation of a code impossible. `idx` is the Merkle leaf. */
export const activation = pgTable(
  'activation',
  {
    address: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    batchId: uuid().notNull(),
    idx: integer().notNull(),
  },
  (table) => [unique('activation_leaf').on(table.batchId, table.idx)],
)

/** The data that the leaves of a batch commit to, one row per SKU. Immutable: anchored bytes can never change. */
export const payload = pgTable(
  'payload',
  {
    id: id(),
    merchantId: uuid().notNull(),
    batchId: uuid()
      .notNull()
      .references(() => activationBatch.id),
    skuId: uuid()
      .notNull()
      .references(() => sku.id),
    /** UTF-8 JSON, at most 1023 bytes. Without the code and the order: `payloadOfCode` adds them. */
    bytes: bytes().notNull(),
    /** SHA-256 of the bytes. */
    digest: bytes().notNull(),
    /** The facts that did not fit, as UTF-8 JSON, whose digest the payload contains. */
    rest: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('payload_of_batch').on(table.batchId, table.skuId),
    check('payload_size', sql`octet_length(bytes) between 1 and 1023`),
    check('payload_digest', sql`digest = sha256(bytes)`),
  ],
)
