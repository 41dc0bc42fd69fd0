import { bytes, createdAt, instant } from '#server/core/db/columns.ts'
import { bigint, integer, pgTable, primaryKey, text } from '#server/core/drizzle/pg-core.ts'

/**
 * Entries of the audit trail that were written to a file and then deleted. The chain of a stream continues from its newest
 * seal. The database deletes no entry without one: see guard/audit.sql.
 */
export const auditSeal = pgTable(
  'audit_seal',
  {
    stream: text().notNull(),
    /** The last entry in the file, and its hash. */
    seq: bigint({ mode: 'number' }).notNull(),
    hash: bytes().notNull(),
    entries: integer().notNull(),
    /** Times of the first and the last entry. */
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** The name in the file store, and the SHA-256 of the file. */
    file: text().notNull(),
    sha256: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.stream, table.seq] })],
)

/**
 * The newest entry of each stream to which its hashes were recomputed. Every hash covers all entries before it, so the
 * check of a stream can begin here.
 */
export const auditCheckpoint = pgTable('audit_checkpoint', {
  stream: text().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: bytes().notNull(),
  checkedAt: instant().notNull().defaultNow(),
})
