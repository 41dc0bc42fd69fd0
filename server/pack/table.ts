import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { PackKind } from '#shared/pack/contract.ts'

/** A case or a pallet. Its contents never change: it is packed once, and taken apart as a whole. */
export const pack = pgTable(
  'pack',
  {
    id: id(),
    merchantId: uuid().notNull(),
    kind: text().$type<PackKind>().notNull(),
    /** 18 digits. Null if the merchant had no company prefix. */
    sscc: text(),
    /** The number that people see where there is no SSCC. */
    identifier: text().notNull(),
    /** Number of codes; of a pallet, those in all of its cases. */
    quantity: integer().notNull(),
    /** Number of cases of a pallet. */
    cases: integer().notNull(),
    /** The pallet on which a case is now. */
    palletId: uuid(),
    packedAt: instant().notNull(),
    unpackedAt: instant(),
    unpackReason: text(),
    /** Counts the changes. Maintained by the trigger `sync_version`. */
    ver: integer().notNull().default(1),
    /** SHA-256 of the input that created it: the same package sent twice is one package. */
    draftHash: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('pack_of_merchant').on(table.merchantId, table.id),
    uniqueIndex('pack_sscc').on(table.merchantId, table.sscc),
    index('pack_identifier').on(table.merchantId, table.identifier),
    index('pack_created').on(table.merchantId, table.createdAt, table.id),
    // The packages whose events are written.
    index('pack_made').on(table.createdAt),
    index('pack_apart').on(table.unpackedAt).where(sql`unpacked_at is not null`),
    index('pack_pallet').on(table.palletId).where(sql`pallet_id is not null`),
    foreignKey({
      name: 'pack_on_pallet',
      columns: [table.merchantId, table.palletId],
      foreignColumns: [table.merchantId, table.id],
    }),
    check('pack_kind', sql`kind in ('case', 'pallet')`),
    check('pack_quantity', sql`quantity > 0`),
    check('pack_unpacked', sql`(unpacked_at is null) = (unpack_reason is null)`),
  ],
)

/** A code in a case. `isPacked`: the case is not taken apart. A code is in at most one such case. */
export const packItem = pgTable(
  'pack_item',
  {
    merchantId: uuid().notNull(),
    packId: uuid().notNull(),
    /** Without a foreign key, as in `logisticItem`: the addresses are checked before, and codes stay. */
    address: uuid().notNull(),
    isPacked: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.packId, table.address] }),
    uniqueIndex('pack_item_packed').on(table.address).where(sql`is_packed`),
    index('pack_item_address').on(table.address),
    foreignKey({
      name: 'pack_item_pack',
      columns: [table.merchantId, table.packId],
      foreignColumns: [pack.merchantId, pack.id],
    }),
  ],
)

/** A case that was put on a pallet. It stays here when the pallet is taken apart; `palletId` of the case is where it is now. */
export const packCase = pgTable(
  'pack_case',
  {
    merchantId: uuid().notNull(),
    palletId: uuid().notNull(),
    caseId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.palletId, table.caseId] }),
    index('pack_case_case').on(table.caseId),
    foreignKey({
      name: 'pack_case_pallet',
      columns: [table.merchantId, table.palletId],
      foreignColumns: [pack.merchantId, pack.id],
    }),
    foreignKey({
      name: 'pack_case_case',
      columns: [table.merchantId, table.caseId],
      foreignColumns: [pack.merchantId, pack.id],
    }),
  ],
)

/** From which SSCCs are made. The numbers of a prefix are given in order, by the server, so that no two devices give the same. */
export const packNumbering = pgTable('pack_numbering', {
  merchantId: uuid().primaryKey(),
  companyPrefix: text(),
  /** The place of the next SSCC in the series of the prefix. */
  next: bigint({ mode: 'number' }).notNull().default(0),
})
