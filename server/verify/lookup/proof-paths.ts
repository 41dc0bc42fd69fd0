import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { topLevelsOf } from '#server/anchoring/service.ts'
import { HASH_BYTES, pathOffsets } from '#shared/anchoring/merkle.ts'
import { microBatch } from './micro-batch.ts'

/**
 * A stored tree in its current version. `version` changes with every write to its row, so cached data of an older
 * version is invalid.
 */
export interface StoredTree {
  id: string
  version: string
  size: number
  root: Buffer
}

/**
 * The top levels of a tree are its last stored bytes, and the paths of all its codes share them. The batch of a list
 * (at most 3000 codes) fits completely; of a larger tree they contain most of each path.
 */
const TOP_LEVELS_BYTES = 512 * 1024
type TopLevels = ReturnType<typeof topLevelsOf>
/** Bytes of top levels and of siblings below them in memory. */
const TOP_LEVELS_CACHE = { maxSize: 64 * 1024 * 1024, sizeCalculation: ({ bytes }: { bytes: number }) => bytes }
const SIBLINGS_CACHE = { max: 20_000 }

const TOP_LEVELS_QUERY = {
  name: 'verify_top_levels',
  text: `select id, substring(levels from greatest(1, octet_length(levels) - ${TOP_LEVELS_BYTES - 1})) as levels
         from anchor_commitment where id = any($1::uuid[])`,
}
const SIBLINGS_QUERY = {
  name: 'verify_siblings',
  text: `select asked.code, string_agg(substring(c.levels from asked.start for ${HASH_BYTES}), '' order by asked.place) as hashes
         from unnest($1::int[], $2::uuid[], $3::int[]) with ordinality as asked(code, id, start, place)
         join anchor_commitment c on c.id = asked.id
         group by asked.code`,
}

/** Whether a leaf leads to the root of its stored tree, read without loading more of the tree than its top levels. */
export function proofPathCheck(
  pool: pg.Pool,
): (tree: StoredTree, leaf: Uint8Array, index: number) => boolean | Promise<boolean> {
  const cache = new LRUCache<string, { levels: TopLevels; bytes: number }>(TOP_LEVELS_CACHE)
  const lower = new LRUCache<string, Buffer>(SIBLINGS_CACHE)
  const loadTopLevels = microBatch<Buffer>(async (ids) => {
    const { rows } = await pool.query<{ id: string; levels: Buffer }>({ ...TOP_LEVELS_QUERY, values: [ids] })
    return new Map(rows.map(({ id, levels }) => [id, levels]))
  })
  const loadSiblings = microBatch<Buffer>(async (keys) => {
    const asked = keys.flatMap((key, code) => {
      const [id, , ...offsets] = key.split(' ')
      return offsets.map((offset) => ({ code, id, start: Number(offset) + 1 }))
    })
    const values = [asked.map(({ code }) => code), asked.map(({ id }) => id), asked.map(({ start }) => start)]
    const { rows } = await pool.query<{ code: number; hashes: Buffer }>({ ...SIBLINGS_QUERY, values })
    for (const { code, hashes } of rows) lower.set(keys[code]!, hashes)
    return new Map(rows.map(({ code, hashes }) => [keys[code]!, hashes]))
  })

  async function readTopLevels(tree: StoredTree): Promise<TopLevels | undefined> {
    const bytes = await loadTopLevels(tree.id)
    if (!bytes) return undefined
    const levels = topLevelsOf(bytes, tree)
    cache.set(nameOf(tree), { levels, bytes: bytes.length })
    return levels
  }

  async function verifyPath(
    tree: StoredTree,
    known: TopLevels | undefined,
    leaf: Uint8Array,
    index: number,
  ): Promise<boolean> {
    const levels = known ?? (await readTopLevels(tree))
    if (!levels) return false
    const offsets = pathOffsets(tree.size, index)
      .map(({ offset }) => offset)
      .filter((offset) => offset < levels.start)
    if (offsets.length === 0) return levels.verify(leaf, index)
    const key = [tree.id, tree.version, ...offsets].join(' ')
    const bytes = lower.get(key) ?? (await loadSiblings(key))
    const siblings = offsets.map(
      (_, step) => bytes?.subarray(step * HASH_BYTES, (step + 1) * HASH_BYTES) ?? Buffer.of(),
    )
    return levels.verify(leaf, index, siblings)
  }

  return (tree, leaf, index) => {
    const known = cache.get(nameOf(tree))?.levels
    return known?.start === 0 ? known.verify(leaf, index) : verifyPath(tree, known, leaf, index)
  }
}

const nameOf = ({ id, version }: StoredTree): string => `${id} ${version}`
