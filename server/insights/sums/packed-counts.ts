import { type SQL, sql } from '#server/core/drizzle/orm.ts'

/**
 * Numbers of scans by key, packed into the elements of an array, the highest bit first:
 *
 *     slots    integer   |  8 bits: slot of the day  |  24 bits: number  |   scan_day.verify, .redirect
 *     keys     bigint    | 32 bits: key              |  32 bits: number  |   scan_day.systems: operating system
 *                                                                            scan_day.slot_systems: slot of the day × 32 + operating system
 *                                                                            scan_place_month.totals, .suspicious: place
 */
const layouts = {
  slots: { bytes: 4, numberBits: 24, type: sql`integer` },
  keys: { bytes: 8, numberBits: 32, type: sql`bigint` },
} as const
type Layout = keyof typeof layouts

const bitsOf = (layout: Layout): SQL => sql.raw(String(layouts[layout].numberBits))
const maskOf = (layout: Layout): SQL => sql.raw(String(2 ** layouts[layout].numberBits - 1))

/** An element. @param key and `number` are of the type bigint */
export const packed = (layout: Layout, key: SQL, number: SQL): SQL =>
  sql`(${key} << ${bitsOf(layout)} | ${number})::${layouts[layout].type}`
export const packedKey = (layout: Layout, element: SQL): SQL => sql`(${element} >> ${bitsOf(layout)})`
export const packedNumber = (layout: Layout, element: SQL): SQL => sql`(${element} & ${maskOf(layout)})`

/** Operating systems of a slot: their numbers are smaller. */
const systemBits = 5
/** The key of `scan_day.slot_systems`. */
export const slotSystem = (slot: SQL, os: SQL): SQL => sql`(${slot} << ${sql.raw(String(systemBits))} | ${os})`
export const slotOfKey = (key: number): number => key >>> systemBits
export const systemOfKey = (key: number): number => key & (2 ** systemBits - 1)

/**
 * The head of an array in PostgreSQL's binary form (`array_send`): number of dimensions, flags, type of the elements; then of the only
 * dimension its size and its lower bound, 4 bytes each. Before each element are the 4 bytes of its length.
 */
const headBytes = 20
const lengthBytes = 4

/** Calls `see` for each element of an array in its binary form. Arrays as texts take several times longer to read. */
export function eachCount(layout: Layout, list: Buffer, see: (key: number, number: number) => void): void {
  const { bytes } = layouts[layout]
  for (let at = headBytes + lengthBytes; at < list.length; at += bytes + lengthBytes) {
    if (layout === 'slots') see(list.readUInt8(at), list.readUIntBE(at + 1, 3))
    else see(list.readUInt32BE(at), list.readUInt32BE(at + 4))
  }
}
