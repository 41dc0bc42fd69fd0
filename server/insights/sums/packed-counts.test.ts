import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { eachCount, packed, packedKey, packedNumber, slotOfKey, slotSystem, systemOfKey } from './packed-counts.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ databaseUrl: database.url, databaseConnections: 1 })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const first = async (query: SQL) => (await db.read.execute<Record<string, unknown>>(query)).rows[0]!

test.each([
  [
    'slots',
    [
      [0, 1],
      [95, 16_777_215],
    ],
  ],
  [
    'keys',
    [
      [0, 1],
      [31, 4_294_967_295],
      [2_147_483_647, 7],
    ],
  ],
] as const)('writes and reads the layout %s in SQL and in the binary form of arrays [IN06]', async (layout, counts) => {
  const list = sql.raw(
    `(values ${counts.map(([key, number]) => `(${key}::bigint, ${number}::bigint)`).join()}) as given (k, n)`,
  )
  const { bytes } = await first(
    sql`select array_send(array_agg(${packed(layout, sql`k`, sql`n`)})) as bytes from ${list}`,
  )
  const seen: number[][] = []
  eachCount(layout, bytes as Buffer, (key, number) => seen.push([key, number]))
  expect(seen).toEqual(counts)
  const parts = sql`${packedKey(layout, sql`e`)}::float8 as key, ${packedNumber(layout, sql`e`)}::float8 as number`
  const { found } = await first(sql`select json_agg(json_build_array(key, number)) as found from (
    select ${parts} from (select ${packed(layout, sql`k`, sql`n`)} as e from ${list}) packed) part`)
  expect(found).toEqual(counts)
})

test('reads slot and operating system of a key that SQL has made [IN06]', async () => {
  const { key } = await first(sql`select ${slotSystem(sql`95::bigint`, sql`31`)}::int as key`)
  expect([slotOfKey(key as number), systemOfKey(key as number)]).toEqual([95, 31])
})
