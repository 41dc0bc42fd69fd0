import { bytes, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import { osNames } from '#shared/scan/os-names.ts'
import { type CodeStatus, type ScanKind, scanKinds } from '#shared/verify/contract.ts'

/** The letters that stand for these words in the table `scan`. A released letter never changes its meaning. */
export const kindLetters: Record<ScanKind, string> = { VERIFY: 'v', REDIRECT: 'r', AUTOMATIC: 'a', OWN: 'o' }
/** A damaged code has no address, so its scan is not stored. */
type StoredStatus = Exclude<CodeStatus, 'damaged'>
export const verdictLetters: Record<StoredStatus, string> = {
  genuine: 'g',
  not_active: 'n',
  expired: 'e',
  unknown: 'u',
}

export const osNumber = (name: string | undefined): number =>
  (osNames as readonly (string | undefined)[]).indexOf(name) + 1

const storedStatuses = Object.keys(verdictLetters) as StoredStatus[]
/** The status that a letter of the table stands for. */
export const statusOf = (letter: string): StoredStatus =>
  storedStatuses.find((status) => verdictLetters[status] === letter)!

const letter = <Word extends string>(words: readonly Word[], letters: Record<Word, string>) =>
  customType<{ data: Word; driverData: string }>({
    dataType: () => '"char"',
    toDriver: (word) => letters[word],
    fromDriver: (stored) => words.find((word) => letters[word] === stored)!,
  })

const kindColumn = letter(scanKinds, kindLetters)
const verdictColumn = letter(storedStatuses, verdictLetters)
/** The name, or null where unknown. */
const osColumn = customType<{ data: string | null; driverData: number }>({
  dataType: () => 'smallint',
  toDriver: (name) => osNumber(name ?? undefined),
  fromDriver: (number) => osNames[number - 1] ?? null,
})

/**
 * One scan of a code. It contains no IP address and no name: a visitor is a hash whose salt is deleted every day.
 *
 * Rows are only added, in partitions by month (UTC): see scan-partitions.sql. The columns have a fixed size and are
 * ordered by alignment, so a row needs 100 bytes. The order of a code follows from its address.
 */
export const scan = pgTable(
  'scan',
  {
    /**
     * The time of the row, not of its statement: scans that are stored together keep their order. Rows are committed
     * seconds later, so a reader that continues where it stopped leaves out the latest minute.
     */
    at: instant().notNull().default(sql`clock_timestamp()`),
    /**
     * From its highest bit on: 4 bytes of a hash whose salt is deleted daily, then kind and version of the browser, 2
     * bytes each. 0 if unknown.
     */
    visitor: bigint({ mode: 'bigint' }).notNull(),
    /** A row of `scan_place`, or 0. */
    placeId: integer().notNull(),
    os: osColumn().notNull(),
    kind: kindColumn().notNull(),
    verdict: verdictColumn().notNull(),
    merchantId: uuid().notNull(),
    /** `noProduct` for a blank code that was not bound to a product. It stays so when the code is bound later. */
    skuId: uuid().notNull(),
    address: uuid().notNull(),
  },
  // A block range index is about 1 byte per row and does not slow down inserts: a range is summarized when it is full. It
  // finds rows by time, and the few scans of one code for the history of a case.
  (table) => [
    index('scan_at')
      .using('brin', table.at, table.address.op('uuid_bloom_ops(n_distinct_per_range=-0.3)'))
      .with({ pages_per_range: 16, autosummarize: true }),
  ],
)

/** The condition for scans that count, in a statement that reads `scan`. Statistics contain no other scans. */
export const byPeople = sql.raw(`kind not in ('${kindLetters.AUTOMATIC}', '${kindLetters.OWN}')`)

/** Where scans came from, as the database of network locations describes it. Rows are only added. */
export const scanPlace = pgTable(
  'scan_place',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** ISO 3166 alpha-2, empty if unknown. */
    country: text().notNull(),
    region: text().notNull(),
    city: text().notNull(),
    /** Degrees; null if unknown. */
    lat: real(),
    lng: real(),
  },
  ({ city, region, country, lat, lng }) => [
    uniqueIndex('scan_place_unique').on(
      city,
      region,
      country,
      sql`coalesce(${lat}, 'NaN')`,
      sql`coalesce(${lng}, 'NaN')`,
    ),
  ],
)

/**
 * The memory of codes, except what was visited since the last merge: see `recentVisits`. A merge writes many rows in the
 * order of their addresses, so each page is written once for many visits.
 */
export const codeVisits = pgTable('code_visits', {
  address: uuid().primaryKey(),
  /** The visit log when visits were last merged into it (shared/verdict/visits/visit-log-codec.ts). */
  visitLog: bytes(),
  /** The visits since then, in the order in which they were stored. */
  visits: bytes().notNull(),
})

/**
 * The memory of codes that were visited since the last merge into `code_visits`, in runs: one partition each. A scan writes
 * the current run only. The first visit of a code in a run copies the newest memory of the code into it, so the row of
 * the newest run is the memory, and all older ones are obsolete. Other runs never change. A run is small, so its pages change
 * many times between two checkpoints: see merge-visits.ts.
 *
 * Rows have space in their pages, so that an update leaves the index alone (HOT). `visits` is last, because PostgreSQL then
 * logs only the appended bytes.
 */
export const recentVisits = pgTable(
  'recent_visits',
  {
    run: smallint().notNull(),
    address: uuid().notNull(),
    visitLog: bytes(),
    visits: bytes().notNull(),
  },
  ({ address, run }) => [primaryKey({ columns: [address, run] })],
)

/** The current run of `recent_visits`. The table has one row. It changes while no scan is being stored. */
export const recentRun = pgTable('recent_run', { run: smallint().primaryKey() })

/** Hashes IP addresses into visitors. The table has one row, of today: see daily-salt.ts. */
export const dailySalt = pgTable('daily_salt', {
  /** Days since 1970, in UTC. */
  day: integer().primaryKey(),
  salt: bytes().notNull(),
})
