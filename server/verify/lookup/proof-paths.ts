import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { topLevelsOf } from '#server/anchoring/service.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { arrayText } from '#server/core/db/sql-params.ts'
import { hashBytes, pathOffsets, topLevelsStart, treeBytes } from '#shared/anchoring/merkle.ts'

/**
 * A stored tree in its current version. `version` changes with every write to its row, so cached data of an older
 * version is invalid.
 */
export type StoredTree = {
  id: string
  version: string
  size: number
  root: Buffer
}

type TopLevels = ReturnType<typeof topLevelsOf>
type CachedLevels = { levels: TopLevels; bytes: number }

/**
 * The top levels of a tree are its last stored bytes, and the paths of all its codes share them. So few are kept of each
 * tree that thousands of trees fit; a path needs about five more siblings, which cost less to read than more levels.
 */
const topNodes = 256
const topLevelsLimit = bytesAtMost(24 * 1024 * 1024)
/**
 * Whole trees of codes that are scanned often, for as long as they are: no path of them is read. A tree is added only
 * where there is room, because trees that replace one another cost more than the paths that they save.
 */
const wholeTreesCache = { ...bytesAtMost(48 * 1024 * 1024), ttl: 60_000, updateAgeOnGet: true }
/** A tree of 3,000 codes is read in the time in which the siblings of this many paths are read. */
const readsBeforeWholeTree = 30
const wholeTreeBytes = 512 * 1024
/** Interval at which unused trees are evicted. */
const purgeMs = 1_000
const siblingsCache = { max: 20_000 }
/** Siblings in one row of the query. */
const siblingsARow = 6

const levelsQuery = {
  name: 'verify_levels',
  text: `select asked.place::int, substring(c.levels from asked.start) as levels
         from unnest($1::uuid[], $2::int[]) with ordinality as asked(id, start, place)
         join anchor_commitment c on c.id = asked.id`,
}
const startColumns = Array.from({ length: siblingsARow }, (_, i) => `start${i}`)
/** All siblings of a path in one row: the row of the tree is found once. */
const siblingsQuery = {
  name: 'verify_siblings',
  text: `select asked.place::int, ${startColumns.map((start) => `coalesce(substring(c.levels from asked.${start} for ${hashBytes}), '')`).join(' || ')} as hashes
         from unnest($1::uuid[], ${startColumns.map((_, i) => `$${i + 2}::int[]`).join()}) with ordinality
           as asked(id, ${startColumns.join()}, place)
         join anchor_commitment c on c.id = asked.id`,
}

/** Whether a leaf leads to the root of its stored tree, read without loading more of the tree than its top levels. */
export function proofPathCheck(
  pool: pg.Pool,
): (tree: StoredTree, leaf: Uint8Array, index: number) => boolean | Promise<boolean> {
  const topLevelsCache = new LRUCache<string, CachedLevels & { reads: number }>(topLevelsLimit)
  const wholeTreeCache = new LRUCache<string, CachedLevels>(wholeTreesCache)
  const lower = new LRUCache<string, Buffer>(siblingsCache)
  let purgedAt = 0
  const loadLevels = createMicroBatch<Buffer>((keys) => readLevels(pool, keys))
  const loadSiblings = createMicroBatch<Buffer>(async (keys) => {
    const found = await readSiblings(pool, keys)
    for (const [key, hashes] of found) lower.set(key, hashes)
    return found
  })

  async function readTopLevels(tree: StoredTree, start: number): Promise<TopLevels | undefined> {
    const bytes = await loadLevels(`${tree.id} ${start}`)
    // Another version of the tree may have another size.
    if (bytes?.length !== treeBytes(tree.size) - start) return undefined
    const levels = topLevelsOf(bytes, tree)
    if (start > 0) topLevelsCache.set(nameOf(tree), { levels, bytes: bytes.length, reads: 0 })
    else wholeTreeCache.set(nameOf(tree), { levels, bytes: bytes.length })
    return levels
  }

  /** Reads the whole tree for later paths, if it is used often and fits. */
  function cacheWholeTreeIfUseful(tree: StoredTree, top: { reads: number } | undefined): void {
    if (!top || ++top.reads % readsBeforeWholeTree !== 0) return
    const bytes = treeBytes(tree.size)
    if (bytes > wholeTreeBytes) return
    const hasRoom = () => wholeTreeCache.calculatedSize + bytes <= wholeTreesCache.maxSize
    if (!hasRoom() && Date.now() - purgedAt > purgeMs) {
      purgedAt = Date.now()
      wholeTreeCache.purgeStale()
    }
    // A failure fails no path: the next paths read their siblings.
    if (hasRoom()) readTopLevels(tree, 0).catch(() => undefined)
  }

  async function verifyPath(tree: StoredTree, leaf: Uint8Array, index: number): Promise<boolean> {
    const top = topLevelsCache.get(nameOf(tree))
    const start = topLevelsStart(tree.size, topNodes)
    const offsets = pathOffsets(tree.size, index)
      .map(({ offset }) => offset)
      .filter((offset) => offset < start)
    const key = [tree.id, tree.version, ...offsets].join(' ')
    const [levels, siblings] = await Promise.all([
      top?.levels ?? readTopLevels(tree, start),
      offsets.length > 0 ? (lower.get(key) ?? loadSiblings(key)) : Buffer.of(),
    ])
    if (!levels || siblings?.length !== offsets.length * hashBytes) return false
    cacheWholeTreeIfUseful(tree, top)
    return levels.verify(
      leaf,
      index,
      offsets.map((_, step) => siblings.subarray(step * hashBytes, (step + 1) * hashBytes)),
    )
  }

  return (tree, leaf, index) => {
    if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size) return false
    const whole = wholeTreeCache.get(nameOf(tree))?.levels
    return whole ? whole.verify(leaf, index) : verifyPath(tree, leaf, index)
  }
}

/** @param keys id of a tree and the first byte of the levels, separated by a space */
async function readLevels(pool: pg.Pool, keys: readonly string[]): Promise<Map<string, Buffer>> {
  const asked = keys.map((key) => key.split(' ') as [id: string, start: string])
  const values = [arrayText(asked.map(([id]) => id)), arrayText(asked.map(([, start]) => Number(start) + 1))]
  const { rows } = await pool.query<{ place: number; levels: Buffer }>({ ...levelsQuery, values })
  return new Map(rows.map(({ place, levels }) => [keys[place - 1]!, levels]))
}

/** @param keys id and version of a tree and the offsets of siblings, separated by spaces */
async function readSiblings(pool: pg.Pool, keys: readonly string[]): Promise<Map<string, Buffer>> {
  const asked: { key: string; id: string; starts: string[] }[] = []
  for (const key of keys) {
    const [id, , ...offsets] = key.split(' ')
    for (let at = 0; at < offsets.length; at += siblingsARow) {
      const starts = offsets.slice(at, at + siblingsARow)
      asked.push({
        key,
        id: id!,
        starts: startColumns.map((_, i) => (starts[i] ? String(Number(starts[i]) + 1) : 'null')),
      })
    }
  }
  const values = [
    arrayText(asked.map(({ id }) => id)),
    ...startColumns.map((_, i) => arrayText(asked.map(({ starts }) => starts[i]!))),
  ]
  const { rows } = await pool.query<{ place: number; hashes: Buffer }>({ ...siblingsQuery, values })
  const found = new Map<string, Buffer>()
  for (const { place, hashes } of rows.toSorted((a, b) => a.place - b.place)) {
    const { key } = asked[place - 1]!
    const before = found.get(key)
    found.set(key, before ? Buffer.concat([before, hashes]) : hashes)
  }
  return found
}

function bytesAtMost(maxSize: number) {
  return { maxSize, sizeCalculation: ({ bytes }: CachedLevels) => bytes }
}

const nameOf = ({ id, version }: StoredTree): string => `${id} ${version}`
