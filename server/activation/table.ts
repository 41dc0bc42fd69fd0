import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sku } from '#server/sku/table.ts'
import { submission } from '#server/submission/table.ts'

export type BatchState = 'queued' | 'running' | 'done' | 'failed'

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
    /** How many of the codes are in which block of their order, see `code_block`. Null if they were not counted when checked. */
    blocks: jsonb().$type<[orderId: string, block: number, codes: number][]>(),
    /** Ids of the certificates in the payloads. */
    certificates: jsonb().$type<string[]>().notNull().default([]),
    /** The submission whose shared answers are in the payloads. */
    submissionId: uuid(),
    /** Incremented with each state. Maintained by the trigger `sync_version`. */
    ver: integer().notNull().default(1),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (table) => [
    unique('activation_batch_identifier').on(table.merchantId, table.identifier),
    index('activation_batch_created').on(table.merchantId, table.createdAt, table.id),
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
    /** UTF-8 JSON, at most 1023 bytes. */
    bytes: bytes().notNull(),
    /** SHA-256 of the bytes. */
    digest: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('payload_of_batch').on(table.batchId, table.skuId),
    check('payload_size', sql`octet_length(bytes) between 1 and 1023`),
    check('payload_digest', sql`digest = sha256(bytes)`),
  ],
)
