import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createMerchantData, type MerchantData } from '#server/core/test/merchant-data.ts'
import { searchContract } from '#shared/search/contract.ts'

type Scene = { person: Person; own: MerchantData }

let world: TestApp
let mine: Scene
let theirs: Scene
beforeAll(async () => {
  world = await testApp()
  mine = await newScene()
  theirs = await newScene()
})
afterAll(() => world.close())

async function newScene(): Promise<Scene> {
  const person = await world.approvedMerchant({ credit: 100 })
  return { person, own: await createMerchantData(world, person) }
}

const search = ({ person }: Scene, q: string) => world.api(searchContract, person).find({ query: { q } })

/** The name by which people know a row of the merchant. */
async function nameOf(table: string, column: string, id: string): Promise<string> {
  const { rows } = await world.database.query(`select ${column} as name from ${table} where id = $1`, [id])
  return rows[0].name
}

const kinds = [
  ['sku', 'sku', 'sku', 'skuId'],
  ['order', 'code_order', 'order_id', 'orderId'],
  ['batch', 'activation_batch', 'identifier', 'batchId'],
  ['shipment', 'logistic', 'identifier', 'logisticId'],
  ['case', 'verdict_case', 'reference', 'caseId'],
] as const

test.each(kinds)(
  'finds a %s by its own number, and nothing of another merchant by theirs',
  async (kind, table, column, key) => {
    const [own, foreign] = [mine.own[key], theirs.own[key]]
    const hits = (await search(mine, await nameOf(table, column, own))).found
    expect(hits).toContainEqual(expect.objectContaining({ kind, id: own }))
    const { found } = await search(mine, await nameOf(table, column, foreign))
    expect(found.filter(({ id }) => id === foreign)).toEqual([])
  },
)

test('finds a code as printed, and returns null when the code belongs to another merchant', async () => {
  const printed = mine.own.codes[0]!
  const { code, found } = await search(mine, printed)
  expect([code, found]).toEqual([printed.split('/').at(-1)!.slice(0, 26), []])
  expect((await search(mine, theirs.own.codes[0]!)).code).toBeNull()
})

test('takes characters of patterns as text, and rejects a single character', async () => {
  expect(await search(mine, '%%')).toEqual({ code: null, found: [] })
  expect(await search(mine, "';--")).toEqual({ code: null, found: [] })
  await expect(search(mine, 'x')).rejects.toMatchObject({ status: 400 })
})
