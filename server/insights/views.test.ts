import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { type InsightsView, viewContract, viewsOfAccount } from '#shared/insights/view-contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const views = (person: Person) => world.api(viewContract, person)
const viewOf = (part: Partial<InsightsView>): InsightsView => ({
  range: '1w',
  from: '',
  to: '',
  sku: '',
  location: '',
  trademark: '',
  compare: 'sku',
  first: '',
  second: '',
  ...part,
})

test('keeps views under their names, for the account that saved them alone [IN01]', async () => {
  const person = await world.confirmedMerchant()
  const dealer = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
  const jakarta = viewOf({ range: '1m', location: 'Jakarta, Indonesia' })
  const { id } = await views(person).create({ body: { name: 'Jakarta', view: jakarta } })
  await views(person).create({ body: { name: 'a year', view: viewOf({ range: '1y' }) } })
  expect((await views(person).list()).map(({ name }) => name)).toEqual(['a year', 'Jakarta'])
  expect(await views(dealer).list()).toEqual([])
  const renamed = { name: 'Java', view: jakarta }
  await expect(views(dealer).update({ params: { id }, body: renamed })).rejects.toMatchObject({ status: 404 })
  await expect(views(dealer).remove({ params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await views(person).update({ params: { id }, body: renamed })).toEqual({ id, ...renamed })
  await views(person).remove({ params: { id } })
  expect((await views(person).list()).map(({ name }) => name)).toEqual(['a year'])
})

test('saves a view once when the call is repeated, and rejects a second view with its name [IN01]', async () => {
  const person = await world.confirmedMerchant()
  const call = { body: { name: 'Copies', view: viewOf({}) }, idempotencyKey: 'view-0001' }
  expect(await views(person).create(call)).toEqual(await views(person).create(call))
  const taken = { status: 409, body: { error: 'insightsView.nameTaken' } }
  await expect(views(person).create({ body: { name: 'COPIES', view: viewOf({}) } })).rejects.toMatchObject(taken)
  const other = await views(person).create({ body: { name: 'Other', view: viewOf({}) } })
  await expect(
    views(person).update({ params: { id: other.id }, body: { name: 'copies', view: viewOf({}) } }),
  ).rejects.toMatchObject(taken)
})

test('saves at most the limit of views when calls arrive concurrently [IN01]', async () => {
  const person = await world.confirmedMerchant()
  await world.database.query(
    `insert into insights_view (merchant_id, account_id, name, view)
     select $1, $2, 'View ' || n, $3 from generate_series(1, $4::int) n`,
    [person.merchantId, person.id, viewOf({}), viewsOfAccount - 2],
  )
  const calls = ['one', 'two', 'three', 'four'].map((name) =>
    views(person).create({ body: { name, view: viewOf({}) } }),
  )
  const ended = await Promise.allSettled(calls)
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(2)
  expect(await views(person).list()).toHaveLength(viewsOfAccount)
})

test('rejects a view that no screen can show [IN01]', async () => {
  const person = await world.confirmedMerchant()
  for (const part of [{ range: '2w' }, { sku: 'tea' }, { from: 'yesterday' }])
    await expect(
      views(person).create({ body: { name: 'Wrong', view: viewOf(part as Partial<InsightsView>) } }),
    ).rejects.toMatchObject({ status: 400 })
})
