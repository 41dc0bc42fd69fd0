import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { defineDomain } from '#server/domain.ts'
import { createThings, thing, thingDomains } from '#server/sync/thing.fixture.ts'
import { type PullResponse, syncContract } from '#shared/sync/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { syncChangeRetentionRule } from './retention.ts'

const tales = defineDomain({ name: 'tale', sync: async () => ({ ...thing, name: 'tale' }) })

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp({ domains: [...thingDomains, tales] })
  await createThings(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.confirmedMerchant()
})

const query = async (text: string, ...values: unknown[]) =>
  (await world.database.query(text, [person.merchantId, ...values])).rows
const insert = (id: string) => query("insert into thing (id, merchant_id, fields) values ($2, $1, '{}')", id)
const remove = (id: string) => query('delete from thing where merchant_id = $1 and id = $2', id)
async function deleteOld(): Promise<number> {
  await query("update sync_change set at = at - interval '2 years' where merchant_id = $1")
  const { removed } = await syncChangeRetentionRule.remove!(
    world.services,
    new Date(Date.now() - 400 * 86_400_000),
    new Map(),
  )
  return removed
}

/** A device that only pulls. `ids` are its records. */
function follower() {
  let [epoch, since] = ['', '0']
  const ids = new Set<string>()
  const pull = async (limit = 1000): Promise<PullResponse> => {
    const page = await world.api(syncContract, person).pull({ query: { epoch, since, limit } })
    ;({ epoch, cursor: since } = page)
    if (page.reset) ids.clear()
    for (const { id, data } of page.rows) data ? ids.add(id) : ids.delete(id)
    return page
  }
  return { pull, ids }
}

test('pulls all records once when a device returns after a tombstone that it needs was deleted [OF03]', async () => {
  const [stays, goes] = [uuid7(), uuid7()]
  for (const id of [stays, goes]) await insert(id)
  const [returning, present] = [follower(), follower()]
  await returning.pull()
  await remove(goes)
  await present.pull()
  expect(await deleteOld()).toBe(1)
  expect(await query('select record_id from sync_change where merchant_id = $1')).toEqual([{ record_id: stays }])

  expect(await present.pull()).toMatchObject({ reset: false, rows: [] })
  expect(await returning.pull()).toMatchObject({ reset: true, rows: [{ id: stays }] })
  expect(await returning.pull()).toMatchObject({ reset: false, rows: [] })
  expect([...returning.ids]).toEqual([...present.ids])
})

test('continues a full pull page by page although its cursor is below the floor [OF03]', async () => {
  const ids = Array.from({ length: 6 }, () => uuid7())
  for (const id of ids) await insert(id)
  const [returning, fresh] = [follower(), follower()]
  await returning.pull()
  await remove(ids.pop()!)
  await deleteOld()
  for (const device of [returning, fresh]) {
    const pages: PullResponse[] = []
    do pages.push(await device.pull(2))
    while (pages.at(-1)!.more)
    expect(pages.map(({ reset, rows }) => [reset, rows.length])).toEqual([
      [true, 2],
      [false, 2],
      [false, 1],
    ])
    expect([...device.ids]).toEqual(ids)
  }
})

test('restarts a pull between two pages when tombstones that it needs are deleted [OF03]', async () => {
  const ids = [uuid7(), uuid7(), uuid7()]
  for (const id of ids) await insert(id)
  const device = follower()
  await device.pull()
  await query("update thing set fields = '{}' where merchant_id = $1 and id = $2", ids[1])
  await query("update thing set fields = '{}' where merchant_id = $1 and id = $2", ids[2])
  await remove(ids[0]!)
  expect(await device.pull(1)).toMatchObject({ reset: false, more: true })
  await deleteOld()
  expect(await device.pull(1)).toMatchObject({ reset: true, more: true })
  expect(await device.pull(1)).toMatchObject({ reset: false, more: false })
  expect([...device.ids]).toEqual(ids.slice(1))
})

test('keeps a device up to date while further tombstones are deleted, also after a full pull [OF03]', async () => {
  const device = follower()
  for (let round = 0; round < 3; round++) {
    const [kept, gone] = [uuid7(), uuid7()]
    for (const id of [kept, gone]) await insert(id)
    await remove(gone)
    expect((await device.pull()).reset).toBe(round === 0)
    expect(await deleteOld()).toBe(1)
    expect(await device.pull()).toMatchObject({ reset: false, rows: [] })
  }
})

test('deletes only old tombstones, in bounded steps', async () => {
  const id = uuid7()
  await insert(id)
  await remove(id)
  await query(
    `insert into sync_change (merchant_id, entity, record_id, seq, ver, deleted, at)
      select $1, 'thing', gen_random_uuid(), 1, 1, true, now() - interval '2 years' from generate_series(1, 7000)`,
  )
  const before = new Date(Date.now() - 400 * 86_400_000)
  expect(await syncChangeRetentionRule.remove!(world.services, before, new Map())).toEqual({
    removed: 5000,
    hasMore: true,
  })
  expect(await syncChangeRetentionRule.remove!(world.services, before, new Map())).toEqual({
    removed: 2000,
    hasMore: false,
  })
  expect(await query('select record_id from sync_change where merchant_id = $1')).toEqual([{ record_id: id }])
  expect(await query('select entity, seq::int from sync_floor where merchant_id = $1')).toEqual([
    { entity: 'thing', seq: 1 },
  ])
})

test('finds old tombstones by an index without entries of other records', async () => {
  const { rows } = await world.database
    .query(`
    begin; set local enable_seqscan = off;
    explain (format json) select from sync_change where deleted and at < now() order by at limit 5000; rollback`)
    .then((results) => (results as unknown as { rows: Record<string, unknown>[] }[])[2]!)
  expect(JSON.stringify(rows)).toContain('sync_change_deleted')
})

test('never decreases the version of a record while its tombstone exists, and restarts at 1 after deletion', async () => {
  const id = uuid7()
  const version = async () => (await query('select ver from thing where merchant_id = $1 and id = $2', id))[0]!.ver
  await insert(id)
  await remove(id)
  await insert(id)
  expect(await version()).toBe(3)
  const device = follower()
  await device.pull()
  await remove(id)
  await deleteOld()
  await insert(id)
  expect(await version()).toBe(1)
  expect(await device.pull()).toMatchObject({ reset: true, rows: [{ id, ver: 1 }] })
})
