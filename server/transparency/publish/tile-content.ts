import { sql } from '#server/core/drizzle/orm.ts'
import type { LogReader } from '#server/transparency/tree-store.ts'
import { type TilePath, tileWidth } from '#shared/transparency/tree.ts'

/** The bytes of a tile or entry bundle; undefined if the log does not have it. */
export async function tileContent(db: LogReader, path: TilePath): Promise<Buffer | undefined> {
  return path.level === 'entries' ? entryBundle(db, path) : tile(db, path)
}

async function tile(db: LogReader, { level, index, width }: TilePath): Promise<Buffer | undefined> {
  const { rows } = await db.execute<{ hashes: Buffer }>(sql`
    select substring(hashes for ${width * 32}) as hashes from log_tile
    where level = ${level} and idx = ${index} and octet_length(hashes) >= ${width * 32}`)
  return rows[0]?.hashes
}

/** Entries one after the other, each behind its length in two bytes. */
async function entryBundle(db: LogReader, { index, width }: TilePath): Promise<Buffer | undefined> {
  const first = index * tileWidth
  const { rows } = await db.execute<{ entry: Buffer }>(sql`
    select entry from log_entry where idx >= ${first} and idx < ${first + width} order by idx`)
  if (rows.length !== width) return undefined
  return Buffer.concat(
    rows.flatMap(({ entry }) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(entry.length)
      return [length, entry]
    }),
  )
}
