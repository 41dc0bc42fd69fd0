import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { HASH_BYTES, pathOffsets, treeBytes } from '#shared/anchoring/merkle.ts'
import { microBatch } from './micro-batch.ts'

export interface Place {
  commitmentId: string
  size: number
  index: number
}

/**
 * The upper levels of a tree are the last bytes of what is stored, and all paths of its codes share them. A batch of one
 * list (3000 codes at most) is whole in them; of a larger one they spare most of each path.
 */
const CROWN_BYTES = 256 * 1024
/** Remembered so many bytes of all trees, and for so many milliseconds: a tree that is tampered with shows. */
const REMEMBERED = { maxSize: 64 * 1024 * 1024, sizeCalculation: ({ length }: Buffer) => length, ttl: 1000 }

const CROWN = {
  name: 'verify_crowns',
  text: `select id, substring(levels from greatest(1, octet_length(levels) - ${CROWN_BYTES - 1})) as crown
         from anchor_commitment where id = any($1::uuid[])`,
}
const SIBLINGS = {
  name: 'verify_siblings',
  text: `select asked.code, string_agg(substring(c.levels from asked.start for ${HASH_BYTES}), '' order by asked.place) as hashes
         from unnest($1::int[], $2::uuid[], $3::int[]) with ordinality as asked(code, id, start, place)
         join anchor_commitment c on c.id = asked.id
         group by asked.code`,
}

/** Reads the siblings from a leaf to the root, lowest first, without loading the tree. */
export function pathLookup(pool: pg.Pool): (place: Place) => Promise<Uint8Array[]> {
  const crowns = new LRUCache<string, Buffer>(REMEMBERED)
  const loadCrown = microBatch<Buffer>(async (ids) => {
    const { rows } = await pool.query<{ id: string; crown: Buffer }>({ ...CROWN, values: [ids] })
    for (const { id, crown } of rows) crowns.set(id, crown)
    return new Map(rows.map(({ id, crown }) => [id, crown]))
  })
  const loadSiblings = microBatch<Buffer>(async (keys) => {
    const asked = keys.flatMap((key, code) => {
      const [id, ...offsets] = key.split(' ')
      return offsets.map((offset) => ({ code, id, start: Number(offset) + 1 }))
    })
    const values = [asked.map(({ code }) => code), asked.map(({ id }) => id), asked.map(({ start }) => start)]
    const { rows } = await pool.query<{ code: number; hashes: Buffer }>({ ...SIBLINGS, values })
    return new Map(rows.map(({ code, hashes }) => [keys[code]!, hashes]))
  })

  return async ({ commitmentId, size, index }) => {
    const offsets = pathOffsets(size, index).map(({ offset }) => offset)
    const crownStart = Math.max(0, treeBytes(size) - CROWN_BYTES)
    const lower = offsets.filter((offset) => offset < crownStart)
    const [crown, siblings] = await Promise.all([
      crowns.get(commitmentId) ?? loadCrown(commitmentId),
      lower.length > 0 ? loadSiblings([commitmentId, ...lower].join(' ')) : undefined,
    ])
    return offsets.map((offset, step) => {
      const [bytes, at] = offset < crownStart ? [siblings, step * HASH_BYTES] : [crown, offset - crownStart]
      return bytes?.subarray(at, at + HASH_BYTES) ?? new Uint8Array()
    })
  }
}
