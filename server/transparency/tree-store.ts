import { nodeHash } from '#server/anchoring/service.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { arrayText } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { completeNodes, partialWidth, type Range, tilePartOf, tileWidth } from '#shared/transparency/tree.ts'

/** A handle that can run a read. */
export type LogReader = Tx | Database['read']

const hashBytes = 32
/** Tiles have 2^8 hashes, so that this many levels hold more entries than a number can count. */
const maxLevels = 7

/**
 * The roots of subtrees, in order, with one query for all of them: it reads only the hashes that they consist of.
 * Throws if the tiles do not contain them.
 */
export async function subtreeRoots(db: LogReader, ranges: readonly Range[]): Promise<Buffer[]> {
  const nodes = ranges.map(completeNodes)
  const parts = nodes.flat().map(tilePartOf)
  if (parts.length === 0) return []
  const column = (name: 'level' | 'index' | 'first' | 'count') => arrayText(parts.map((part) => part[name]))
  const { rows } = await db.execute<{ hashes: Buffer | null }>(sql`
    select substring(t.hashes from asked.first * 32 + 1 for asked.count * 32) as hashes
    from unnest(${column('level')}::int[], ${column('index')}::bigint[], ${column('first')}::int[], ${column('count')}::int[])
      with ordinality as asked (level, idx, first, count, place)
    left join log_tile t on t.level = asked.level and t.idx = asked.idx
    order by asked.place`)
  const roots = rows.map(({ hashes }, i) => completeRoot(hashes, parts[i]!.count))
  let at = 0
  return nodes.map(({ length }) => {
    const own = roots.slice(at, at + length)
    at += length
    return own.reduceRight((right, left) => nodeHash(left, right))
  })
}

function completeRoot(hashes: Buffer | null, count: number): Buffer {
  if (hashes?.length !== count * hashBytes) throw new Error('The log does not contain these hashes.')
  let level = hashes
  while (level.length > hashBytes) level = parentsOf(level)
  return level
}

function parentsOf(level: Buffer): Buffer {
  const parents = Buffer.allocUnsafe(level.length / 2)
  for (let at = 0; at < level.length; at += 2 * hashBytes) {
    nodeHash(hashAt(level, at), hashAt(level, at + hashBytes)).copy(parents, at / 2)
  }
  return parents
}

const hashAt = (level: Buffer, at: number): Buffer => level.subarray(at, at + hashBytes)

/** Appends leaf hashes to the tiles of a log of `size` entries. The caller holds the lock of the log. */
export async function appendLeaves(tx: Tx, size: number, leaves: readonly Buffer[]): Promise<void> {
  const open = await openTiles(tx, size)
  const changed = new Map<string, { level: number; index: number; hashes: Buffer[] }>()
  const append = (level: number, hash: Buffer): void => {
    const tile = open[level]!
    tile.hashes.push(hash)
    changed.set(`${level} ${tile.index}`, { level, ...tile })
    if (tile.hashes.length < tileWidth) return
    open[level] = { index: tile.index + 1, hashes: [] }
    append(level + 1, completeRoot(Buffer.concat(tile.hashes), tileWidth))
  }
  for (const leaf of leaves) append(0, leaf)
  const tiles = [...changed.values()]
  const texts = tiles.map(({ hashes }) => Buffer.concat(hashes).toString('hex'))
  await tx.execute(sql`
    insert into log_tile (level, idx, hashes)
    select level, idx, decode(hashes, 'hex') from unnest(${arrayText(tiles.map(({ level }) => level))}::int[],
      ${arrayText(tiles.map(({ index }) => index))}::bigint[], ${arrayText(texts)}::text[]) as written (level, idx, hashes)
    on conflict (level, idx) do update set hashes = excluded.hashes`)
}

/** The last tile of each level, into which the next hash goes. */
async function openTiles(tx: Tx, size: number): Promise<{ index: number; hashes: Buffer[] }[]> {
  const open = Array.from({ length: maxLevels }, (_, level) => ({
    index: Math.floor(size / tileWidth ** (level + 1)),
    hashes: [] as Buffer[],
  }))
  const levels = [...open.keys()].filter((level) => partialWidth(level, size) > 0)
  const { rows } = await tx.execute<{ level: number; hashes: Buffer }>(sql`
    select t.level, t.hashes
    from unnest(${arrayText(levels)}::int[], ${arrayText(levels.map((level) => open[level]!.index))}::bigint[]) as asked (level, idx)
    join log_tile t on t.level = asked.level and t.idx = asked.idx`)
  for (const { level, hashes } of rows) {
    for (let at = 0; at < hashes.length; at += hashBytes) open[level]!.hashes.push(hashAt(hashes, at))
  }
  if (levels.some((level) => open[level]!.hashes.length !== partialWidth(level, size))) {
    throw new Error(`The tiles of the log do not have ${size} entries.`)
  }
  return open
}
