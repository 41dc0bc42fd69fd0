import { createdAt, id } from '#server/core/db/columns.ts'
import { boolean, index, integer, pgTable, text, uuid } from '#server/core/drizzle/pg-core.ts'

/**
 * The files that `/api/files/{hash}{ext}` serves. Public files are named by their content, private ones by 32 random
 * bytes, so that a document cannot be requested by guessing its content.
 */
export const storedFile = pgTable('stored_file', {
  hash: text().primaryKey(),
  ext: text().notNull(),
  mime: text().notNull(),
  /** Bytes. */
  size: integer().notNull(),
  /** SHA-256 of the bytes: the key in the file store. */
  contentHash: text().notNull(),
  private: boolean().notNull(),
  createdAt: createdAt(),
})

/** A merchant's list of its uploads. */
export const upload = pgTable(
  'upload',
  {
    id: id(),
    merchantId: uuid().notNull(),
    hash: text()
      .notNull()
      .references(() => storedFile.hash),
    ext: text().notNull(),
    name: text().notNull(),
    mime: text().notNull(),
    size: integer().notNull(),
    private: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    // One for each sort order of the list, with the columns of its conditions.
    index('upload_merchant').on(table.merchantId, table.private, table.createdAt, table.id, table.mime),
    index('upload_name').on(table.merchantId, table.private, table.name, table.id, table.mime),
    index('upload_ext').on(table.merchantId, table.private, table.ext, table.id, table.mime),
    index('upload_hash').on(table.hash),
  ],
)
