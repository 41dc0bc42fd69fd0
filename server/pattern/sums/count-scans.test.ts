import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type LargeOrder, largeOrder, storeLooks } from '#server/pattern/pattern.fixture.ts'
import { countNextLooks, type EndedDays } from './count-scans.ts'

let world: TestApp
let order: LargeOrder
beforeAll(async () => {
  world = await testApp()
  order = await largeOrder(world, 120)
  const look = { kind: 1, daysAgo: 3, minute: 60 }
  await storeLooks(world, order, [
    // Once; twice by one kind of phone; by two kinds within a day; by two kinds on two days.
    { ...look, serial: 1 },
    ...[look, { ...look, daysAgo: 2 }].map((one) => ({ ...one, serial: 2 })),
    ...[look, { ...look, kind: 2, minute: 600 }].map((one) => ({ ...one, serial: 3 })),
    ...[look, { ...look, kind: 2, daysAgo: 1 }].map((one) => ({ ...one, serial: 50 })),
    // In the last block, and scans that do not count.
    ...[look, { ...look, kind: 2, daysAgo: 2, minute: 5 }].map((one) => ({ ...one, serial: 120 })),
    { ...look, serial: 4, letters: 'ag' },
    { ...look, serial: 5, letters: 'vn' },
    { ...look, serial: 6, letters: 'vu' },
  ])
})
afterAll(() => world?.close())

/** The serial numbers of the bits of all blocks. */
async function counted() {
  const { rows } = await world.database.query('select * from pattern_block where order_id = $1 order by block', [
    order.orderId,
  ])
  const serials = (key: 'scanned' | 'again') =>
    rows.flatMap(({ block, [key]: bits }) =>
      Array.from({ length: 50 }, (_, n) => n).flatMap((n) =>
        (BigInt(bits) >> BigInt(n)) & 1n ? [block * 50 + n + 1] : [],
      ),
    )
  return { scanned: serials('scanned'), again: serials('again'), blocks: rows.length }
}

/** The kinds of phone that are kept, by serial number. */
async function kindsBySerial() {
  const { rows } = await world.database.query(
    `select block * 50 + (pair >> 16) + 1 as serial, pair & 65535 as kind from pattern_block, unnest(kinds) pair
     where order_id = $1 order by 1, 2`,
    [order.orderId],
  )
  return rows.map(({ serial, kind }) => [serial, kind])
}

it.each([
  ['several days', 10 * 86_400],
  ['whole days', 86_400],
  ['hours', 3_600],
  ['seven minutes', 420],
])('counts the same codes in windows of %s, and the end of each day once', async (_, seconds) => {
  await world.database.query('delete from pattern_mark; delete from pattern_block')
  const days: string[] = []
  const also = async (_: unknown, { from, to }: EndedDays) => {
    for (let at = Date.parse(from); at < Date.parse(to); at += 86_400_000) days.push(new Date(at).toISOString())
  }
  while (await countNextLooks(world.services.db, seconds, also));
  expect(await counted()).toEqual({ scanned: [1, 2, 3, 50, 120], again: [50, 120], blocks: 2 })
  // Kinds of later days decide nothing any more, so they take no space.
  expect(await kindsBySerial()).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [3, 2],
    [50, 1],
    [120, 1],
  ])
  expect(days).toHaveLength(3)
  expect(new Set(days).size).toBe(3)
})

it('counts a window again when its transaction did not commit', async () => {
  await world.database.query('delete from pattern_mark; delete from pattern_block')
  const fail = async () => {
    throw new Error('The worker ends')
  }
  await expect(countNextLooks(world.services.db, 86_400, fail)).rejects.toThrow('The worker ends')
  expect(await counted()).toEqual({ scanned: [], again: [], blocks: 0 })
  while (await countNextLooks(world.services.db, 86_400, async () => {}));
  expect(await counted()).toEqual({ scanned: [1, 2, 3, 50, 120], again: [50, 120], blocks: 2 })
})
