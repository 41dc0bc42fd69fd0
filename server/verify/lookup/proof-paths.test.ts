import { hash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTree } from '#server/anchoring/proof/merkle.ts'
import { verifyInclusion } from '#server/anchoring/proof/verify-inclusion.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { hashBytes, levelWidths, pathOffsets, topLevelsStart, treeBytes } from '#shared/anchoring/merkle.ts'
import { proofPathCheck, type StoredTree } from './proof-paths.ts'

let database: TestDatabase
let pool: pg.Pool
/** Bytes that the checks have read from stored trees, and how many queries read them. */
const read = { bytes: 0, queries: 0 }
let counted: pg.Pool

beforeAll(async () => {
  database = await cloneDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  // The policies of a merchant's rows apply to the owner, too.
  pool.on('connect', (client) => void client.query('set role app_system'))
  const query = async (config: pg.QueryConfig) => {
    const result = await pool.query<Record<string, Buffer | number>>(config)
    read.queries += 1
    for (const row of result.rows)
      for (const value of Object.values(row)) if (Buffer.isBuffer(value)) read.bytes += value.length
    return result
  }
  counted = { query } as unknown as pg.Pool
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const leavesOf = (size: number) =>
  Buffer.concat(Array.from({ length: size }, (_, i) => hash('sha256', `${i}`, 'buffer')))

async function storeTree(size: number, leaves: Buffer) {
  const { levels, root } = buildTree(leaves)
  const id = randomUUID()
  await database.query(
    `insert into anchor_commitment (id, kind, batch_id, merchant_id, root, size, levels)
     values ($1, 'batch', $1, $1, $4, $2, $3)`,
    // Trees of one size have one root, which the table contains once.
    [id, size, levels, hash('sha256', id, 'buffer')],
  )
  return { id, levels, root: Buffer.from(root) }
}

async function current({ id, root }: { id: string; root: Buffer }, size: number): Promise<StoredTree> {
  const { rows } = await database.query('select xmin::text as version from anchor_commitment where id = $1', [id])
  return { id, version: rows[0].version, size, root }
}

/** The whole path as it is stored, by the steps of RFC 9162. */
function isIncluded(levels: Buffer, root: Buffer, size: number, leaf: Buffer, index: number): boolean {
  const path = pathOffsets(size, index).map(({ offset }) => levels.subarray(offset, offset + hashBytes))
  return verifyInclusion({ leaf, index, size, path, root })
}

const indexesOf = (size: number) =>
  [...new Set([0, 1, 2, size >> 1, size - 2, size - 1])].filter((i) => i >= 0 && i < size)
const sizes = [1, 2, 3, 127, 128, 129, 255, 1000, 3000, 3001, 4097, 100_000]

test.each(sizes)('verifies the leaves of a tree of %i, and no other leaf [VE03]', async (size) => {
  const leaves = leavesOf(size)
  const tree = await current(await storeTree(size, leaves), size)
  const leadsToRoot = proofPathCheck(pool)
  for (const index of indexesOf(size)) {
    const leaf = leaves.subarray(index * hashBytes, (index + 1) * hashBytes)
    expect(await leadsToRoot(tree, leaf, index)).toBe(true)
    expect(await leadsToRoot(tree, hash('sha256', leaf, 'buffer'), index)).toBe(false)
    if (size > 1) expect(await leadsToRoot(tree, leaf, (index + 1) % size)).toBe(false)
  }
  for (const index of [-1, size, 0.5]) expect(await leadsToRoot(tree, leaves.subarray(0, hashBytes), index)).toBe(false)
})

test.each([3, 129, 3001, 100_000])(
  'detects a changed byte in each level of a tree of %i as its path does [VE03]',
  async (size) => {
    const leaves = leavesOf(size)
    const stored = await storeTree(size, leaves)
    const leadsToRoot = proofPathCheck(pool)
    const index = size >> 1
    const steps = new Map(pathOffsets(size, index).map(({ offset }) => [levelOf(size, offset), offset]))
    for (const level of levelWidths(size).keys()) {
      // A node of the path where the level has one, so that the change matters; the root itself is stored once more.
      const offset = steps.get(level) ?? treeBytes(size) - hashBytes
      await changeByte(stored.id, offset)
      const changed = Buffer.from(stored.levels)
      changed[offset]! ^= 1
      const tree = await current(stored, size)
      for (const one of [index, ...indexesOf(size)]) {
        const leaf = leaves.subarray(one * hashBytes, (one + 1) * hashBytes)
        expect(await leadsToRoot(tree, leaf, one)).toBe(isIncluded(changed, stored.root, size, leaf, one))
      }
      if (steps.has(level)) expect(isIncluded(changed, stored.root, size, leafAt(leaves, index), index)).toBe(false)
      await changeByte(stored.id, offset)
    }
  },
)

test('detects changed bytes after a tree was read whole, because many of its codes were scanned [VE03]', async () => {
  const size = 3000
  const leaves = leavesOf(size)
  const stored = await storeTree(size, leaves)
  const leadsToRoot = proofPathCheck(counted)
  const tree = await current(stored, size)
  for (let index = 0; index < 100; index++) expect(await leadsToRoot(tree, leafAt(leaves, index), index)).toBe(true)
  const before = read.queries
  for (let index = 100; index < 200; index++) expect(await leadsToRoot(tree, leafAt(leaves, index), index)).toBe(true)
  expect(read.queries).toBe(before)
  expect(await leadsToRoot(tree, leafAt(leaves, 1), 0)).toBe(false)
  await changeByte(stored.id, 0)
  const changed = await current(stored, size)
  expect(await leadsToRoot(changed, leafAt(leaves, 1), 1)).toBe(false)
  expect(await leadsToRoot(changed, leafAt(leaves, 2), 2)).toBe(true)
})

test('reads little of a tree for its first code, in two queries [VE03]', async () => {
  for (const size of [3000, 100_000, 200_000]) {
    const leaves = leavesOf(size)
    const tree = await current(await storeTree(size, leaves), size)
    const leadsToRoot = proofPathCheck(counted)
    const before = { ...read }
    expect(await leadsToRoot(tree, leafAt(leaves, 7), 7)).toBe(true)
    expect(read.bytes - before.bytes).toBeLessThan(9 * 1024)
    expect(read.queries - before.queries).toBeLessThanOrEqual(2)
  }
})

test('keeps whole levels at the top of a tree, as many as fit [VE03]', () => {
  for (const size of [1, 2, 255, 3000, 100_000]) {
    const start = topLevelsStart(size, 256)
    const ends = levelWidths(size).map((_, level, widths) => sum(widths.slice(0, level)) * hashBytes)
    expect(ends).toContain(start)
    const topNodeCount = (treeBytes(size) - start) / hashBytes
    expect(topNodeCount).toBeLessThanOrEqual(256)
    const next = levelWidths(size)[ends.indexOf(start) - 1] ?? Number.POSITIVE_INFINITY
    expect(topNodeCount + next).toBeGreaterThan(256)
  }
})

const leafAt = (leaves: Buffer, index: number) => leaves.subarray(index * hashBytes, (index + 1) * hashBytes)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function levelOf(size: number, offset: number): number {
  let start = 0
  return levelWidths(size).findIndex((width) => {
    start += width * hashBytes
    return offset < start
  })
}

const changeByte = (id: string, at: number) =>
  database.query('update anchor_commitment set levels = set_byte(levels, $2, get_byte(levels, $2) # 1) where id = $1', [
    id,
    at,
  ])
