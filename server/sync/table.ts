import { bytes, createdAt, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { FieldFileExt, ResultStatus } from '#shared/sync/contract.ts'

/** Counts the commits of a merchant for the cursors of devices. The lock on the row makes numbers visible in their order. */
export const merchantSeq = pgTable('merchant_seq', {
  merchantId: uuid().primaryKey(),
  n: bigint({ mode: 'number' }).notNull().default(0),
  /** An operator increments it after restoring a dump into the same cluster. Every device then pulls everything again. */
  epoch: integer().notNull().default(0),
})

/**
 * The records that the current transaction has written. At the commit the trigger `sync_number` gives them their number and
 * deletes them, so other transactions see an empty table. Unlogged, because no row outlives its transaction.
 */
export const syncTouched = pgTable('sync_touched', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  merchantId: uuid().notNull(),
  entity: text().notNull(),
  records: uuid().array().notNull(),
  versions: integer().array().notNull(),
  deleted: boolean().notNull(),
})

/** The newest commit of each record, also of deleted ones. Only the trigger `sync_number` writes here. */
export const syncChange = pgTable(
  'sync_change',
  {
    merchantId: uuid().notNull(),
    entity: text().notNull(),
    recordId: uuid().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    ver: integer().notNull(),
    deleted: boolean().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.entity, table.recordId] }),
    uniqueIndex('sync_change_seq').on(table.merchantId, table.seq, table.entity, table.recordId),
    index('sync_change_deleted').on(table.at).where(sql`deleted`),
  ],
)

/**
 * The position of the newest tombstone that retention has deleted from `sync_change`. A device with an older
 * cursor may not know that the record is deleted, so it pulls everything again.
 */
export const syncFloor = pgTable(
  'sync_floor',
  {
    merchantId: uuid().notNull(),
    entity: text().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    recordId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.entity] })],
)

/** The ledger of decided operations. An operation that arrives again gets its result from here. */
export const syncOp = pgTable(
  'sync_op',
  {
    merchantId: uuid().notNull(),
    opId: uuid().notNull(),
    hash: bytes().notNull(),
    deviceId: uuid().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    userId: uuid().notNull(),
    entity: text().notNull(),
    recordId: uuid().notNull(),
    kind: text().notNull(),
    /** The fields that an update changed, to name the author of a value that others met; null for other kinds. */
    paths: text().array(),
    supersedes: uuid(),
    status: text().$type<Extract<ResultStatus, 'applied' | 'merged' | 'rejected'>>().notNull(),
    ver: integer(),
    seq: bigint({ mode: 'number' }),
    code: text(),
    message: text(),
    details: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.opId] }),
    index('sync_op_supersedes').on(table.merchantId, table.supersedes).where(sql`supersedes is not null`),
    index('sync_op_changed').on(table.merchantId, table.recordId, table.seq).where(sql`paths is not null`),
    index('sync_op_device').on(table.merchantId, table.deviceId, table.n),
    // The entries that retention may compact, see `compactOldEntries`.
    index('sync_op_compactable')
      .on(table.createdAt)
      .where(sql`status <> 'rejected' and details is null and supersedes is null`),
  ],
)

/**
 * Old ledger entries in a compact form, never deleted: an operation may arrive again from a file at any time. A row has the
 * operations of one user whose ids begin with the same five digits. Device clocks make ids, so these are usually the
 * operations of about three days. The arrays have the same order.
 */
export const syncOpCompact = pgTable(
  'sync_op_compact',
  {
    merchantId: uuid().notNull(),
    userId: uuid().notNull(),
    bucket: text().notNull(),
    opIds: uuid().array().notNull(),
    recordIds: uuid().array().notNull(),
    versions: integer().array().notNull(),
    /** The status: applied if true, otherwise merged. */
    applied: boolean().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.userId, table.bucket] })],
)

/** The number of operations of a device whose ledger entries were compacted. */
export const syncOpCount = pgTable(
  'sync_op_count',
  {
    merchantId: uuid().notNull(),
    deviceId: uuid().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.deviceId] })],
)

/** What a device last sent about itself. */
export const syncDevice = pgTable(
  'sync_device',
  {
    merchantId: uuid().notNull(),
    deviceId: uuid().notNull(),
    userId: uuid().notNull(),
    maxN: bigint({ mode: 'number' }).notNull(),
    pending: integer().notNull(),
    discarded: integer().notNull(),
    /** The sign-in (family of refresh tokens) of its last push. */
    signIn: uuid(),
    userAgent: text().notNull().default(''),
    /** The fields of `DeviceReport`; null before the first report. */
    app: text(),
    oldestAt: instant(),
    usedBytes: bigint({ mode: 'number' }),
    quotaBytes: bigint({ mode: 'number' }),
    lastSeen: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.deviceId] }),
    index('sync_device_seen').on(table.merchantId, table.lastSeen),
  ],
)

/** A file that operations name by its digest, or the text of a large operation. It is complete when `file`, its name in the file store, is set. */
export const syncBlob = pgTable(
  'sync_blob',
  {
    merchantId: uuid().notNull(),
    sha256: text().notNull(),
    /** Bytes of the complete file, and bytes that arrived. */
    size: integer().notNull(),
    received: integer().notNull().default(0),
    file: text(),
    /** Of a file of an answer: its extension, and SHA-256 of the stored bytes, which are encoded again if they are a picture. */
    ext: text().$type<FieldFileExt>(),
    contentHash: text(),
    /** Shoppers see it: `/api/files/{contentHash}{ext}` serves it to everybody. */
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.sha256] }),
    index('sync_blob_shared').on(table.contentHash).where(sql`is_shared`),
  ],
)

export const syncBlobChunk = pgTable(
  'sync_blob_chunk',
  {
    merchantId: uuid().notNull(),
    sha256: text().notNull(),
    /** The offset of the first byte in the file. */
    start: integer().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.sha256, table.start] })],
)
