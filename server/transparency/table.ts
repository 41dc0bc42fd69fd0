import { bytes, createdAt, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from '#server/core/drizzle/pg-core.ts'

/** Entries, sizes and indexes are below 2^53. */
const count = () => bigint({ mode: 'number' })

/** Batch roots that are not in the log yet. A trigger of guard/log.sql adds each batch when its codes are activated. */
export const logQueue = pgTable(
  'log_queue',
  {
    commitmentId: uuid().primaryKey(),
    at: instant().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('log_queue_order').on(table.at, table.commitmentId)],
)

/** The entries, append-only: both keys make a second entry of a batch, or a second entry at an index, impossible. */
export const logEntry = pgTable('log_entry', {
  idx: count().primaryKey(),
  commitmentId: uuid().notNull().unique(),
  entry: bytes().notNull(),
})

/**
 * The hashes of https://c2sp.org/tlog-tiles. A row grows until it has 256 hashes; its first ones never change, so that every
 * partial tile is a prefix of it.
 */
export const logTile = pgTable(
  'log_tile',
  { level: smallint().notNull(), idx: count().notNull(), hashes: bytes().notNull() },
  (table) => [
    primaryKey({ columns: [table.level, table.idx] }),
    check('log_tile_hashes', sql`octet_length(hashes) % 32 = 0 and octet_length(hashes) between 32 and 8192`),
  ],
)

/** The tree heads. The primary key makes a second root of one size impossible. */
export const logHead = pgTable(
  'log_head',
  {
    size: count().primaryKey(),
    root: bytes().notNull(),
    /** The signature line of the log, once there is one. */
    signature: text(),
    createdAt: createdAt(),
  },
  () => [check('log_head_root', sql`octet_length(root) = 32`)],
)

/** Cosignatures of witnesses: one line for each witness and head. */
export const logCosignature = pgTable(
  'log_cosignature',
  {
    size: count()
      .notNull()
      .references(() => logHead.size),
    witness: text().notNull(),
    line: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.size, table.witness] })],
)

/**
 * The public keys of the operator that were ever used: vkeys of the log, whose name never changes, and keys of the chains as
 * hex. The current one of a kind is the last.
 */
export const publicKey = pgTable(
  'public_key',
  {
    kind: text().$type<'log' | 'bitcoin' | 'catapult'>().notNull(),
    key: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)

/** Why the log cannot continue; no row while it can. */
export const logProblem = pgTable(
  'log_problem',
  {
    single: boolean().primaryKey().default(true),
    reason: text().notNull(),
    since: instant().notNull().defaultNow(),
  },
  (table) => [check('log_problem_single', sql`${table.single}`)],
)
