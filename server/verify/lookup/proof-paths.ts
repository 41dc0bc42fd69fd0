import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { topLevelsOf } from '#server/anchoring/service.ts'
import { HASH_BYTES, pathOffsets } from '#shared/anchoring/merkle.ts'
import { microBatch } from './micro-batch.ts'

/** A stored tree as it is now: `version` changes with every write to its row, so what is remembered of another is void. */
export interface StoredTree {
  id: string
  version: string
  size: number
  root: Buffer
}

/**
 * The upper levels of a tree are the last bytes of what is stored, and all paths of its codes share them. The batch of a
 * list (3000 codes at most) is whole in them; of a larger one they spare most of each path.
 */
const TOP_LEVELS_BYTES = 512 * 1024
type TopLevels = ReturnType<typeof topLevelsOf>
/** Bytes of crowns, and siblings below them, that are remembered. */
const TOP_LEVELS_CACHE = { maxSize: 64 * 1024 * 1024, sizeCalculation: ({ bytes }: { bytes: number }) => bytes }
const SIBLINGS_CACHE = { max: 20_000 }

const TOP_LEVELS_QUERY = {
  name: 'verify_crowns',
  text: `select id, substring(levels from greatest(1, octet_length(levels) - ${TOP_LEVELS_BYTES - 1})) as crown
         from anchor_commitment where id = any($1::uuid[])`,
}
const SIBLINGS_QUERY = {
  name: 'verify_siblings',
  text: `select asked.code, string_agg(substring(c.levels from asked.start for ${HASH_BYTES}), '' order by asked.place) as hashes
         from unnest($1::int[], $2::uuid[], $3::int[]) with ordinality as asked(code, id, start, place)
         join anchor_commitment c on c.id = asked.id
         group by asked.code`,
}

/** Whether a leaf leads to the root of its stored tree, read without loading more of the tree than its crown. */
export function proofPathCheck(
  pool: pg.Pool,
): (tree: StoredTree, leaf: Uint8Array, index: number) => boolean | Promise<boolean> {
  const crowns = new LRUCache<string, { crown: TopLevels; bytes: number }>(TOP_LEVELS_CACHE)
  const lower = new LRUCache<string, Buffer>(SIBLINGS_CACHE)
  const loadCrown = microBatch<Buffer>(async (ids) => {
    const { rows } = await pool.query<{ id: string; crown: Buffer }>({ ...TOP_LEVELS_QUERY, values: [ids] })
    return new Map(rows.map(({ id, crown }) => [id, crown]))
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

  async function openCrown(tree: StoredTree): Promise<TopLevels | undefined> {
    const bytes = await loadCrown(tree.id)
    if (!bytes) return undefined
    const crown = topLevelsOf(bytes, tree)
    crowns.set(nameOf(tree), { crown, bytes: bytes.length })
    return crown
  }

  async function leads(
    tree: StoredTree,
    known: TopLevels | undefined,
    leaf: Uint8Array,
    index: number,
  ): Promise<boolean> {
    const crown = known ?? (await openCrown(tree))
    if (!crown) return false
    const offsets = pathOffsets(tree.size, index)
      .map(({ offset }) => offset)
      .filter((offset) => offset < crown.start)
    if (offsets.length === 0) return crown.verify(leaf, index)
    const key = [tree.id, tree.version, ...offsets].join(' ')
    const bytes = lower.get(key) ?? (await loadSiblings(key))
    const siblings = offsets.map(
      (_, step) => bytes?.subarray(step * HASH_BYTES, (step + 1) * HASH_BYTES) ?? Buffer.of(),
    )
    return crown.verify(leaf, index, siblings)
  }

  return (tree, leaf, index) => {
    const known = crowns.get(nameOf(tree))?.crown
    return known?.start === 0 ? known.verify(leaf, index) : leads(tree, known, leaf, index)
  }
}

const nameOf = ({ id, version }: StoredTree): string => `${id} ${version}`
