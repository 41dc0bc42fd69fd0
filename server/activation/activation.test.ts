import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { verifyContract } from '#shared/verify/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

const facts = { sku_details: { Weight: '100 g', Origin: 'Pahang' }, sku_details_order: ['Origin', 'Weight'] }

/** Orders codes and returns them as the print house receives them. */
async function printed(person: Person, quantity: number): Promise<string[]> {
  const { rows } = await world.database.query(
    `with mark as (insert into trademark
       (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
       values ($1, 'Highland', 'TM-1', 'Ada', 'Pahang', 'my', 'Approved', '{}') returning id)
     insert into sku (merchant_id, trademark_id, name, sku, details) select $1, id, 'Tea', $2, $3 from mark returning id`,
    [person.merchantId, randomUUID(), facts],
  )
  const orders = world.api(orderContract, person)
  const { id } = await orders.create({ body: { skuId: rows[0].id, quantity }, idempotencyKey: randomUUID() })
  await expect.poll(async () => (await orders.read({ params: { id } })).state, { timeout: 20_000 }).toBe('done')
  const answer = await world.app.inject({
    url: `/api/tag/download/${id}`,
    headers: { authorization: `Bearer ${person.token}` },
  })
  return answer.body.trim().split('\r\n').slice(1)
}

const activate = (person: Person, addressList: string[], idempotencyKey = randomUUID()) =>
  world.api(activationContract, person).activate({ body: { addressList }, idempotencyKey })

async function activated(person: Person, id: string) {
  const ownApi = world.api(activationContract, person)
  await expect.poll(async () => (await ownApi.batch({ params: { id } })).status, { timeout: 20_000 }).toBe('Activated')
}

test('activates a list: states, counters, and one commitment with the root of the leaves [CO06 CO08 CO10]', async () => {
  const person = await world.approvedMerchant({ credit: 3000 })
  const codes = await printed(person, 3000)
  const { id } = await activate(person, codes)
  await activated(person, id)
  const ownApi = world.api(activationContract, person)
  expect(await ownApi.totalActivated()).toEqual({ total: 3000 })
  const page = await ownApi.codes({ query: { activeBatchId: id, limit: 3 } })
  expect(page.total).toBe(3000)
  expect(page.rows.map(({ state }) => state)).toEqual(['Active', 'Active', 'Active'])
  const { rows } = await world.database.query(
    `select p.bytes, c.size, (select count(*)::int from activation where batch_id = $1) as codes
     from anchor_commitment c join payload p on p.batch_id = c.batch_id where c.batch_id = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ size: 3000, codes: 3000 })
  const code = codes[1234]!.split('/V/')[1]!
  const seen = await world.api(verifyContract).verify({ query: { a: code.slice(0, 26), p: code.slice(26) } })
  expect(seen.verified).toBe(true)
  expect(JSON.parse(seen.transaction!.message.payload)).toMatchObject({
    v: 2,
    code: code.slice(0, 26),
    order: expect.stringMatching(/^.{4}-.{4}$/),
    trademark: 'Highland',
    product: 'Tea',
    facts: { Origin: 'Pahang', Weight: '100 g' },
  })
  expect(JSON.parse(rows[0].bytes.toString())).toMatchObject({ code: '', order: '' })
  expect(await brokenInvariants(world)).toEqual({})
})

test('reports every bad row with its reason, and activates no code [CO06]', async () => {
  const [person, other] = [await world.approvedMerchant({ credit: 20 }), await world.approvedMerchant({ credit: 20 })]
  const [mine, theirs] = [await printed(person, 5), await printed(other, 1)]
  await activated(person, (await activate(person, [mine[0]!])).id)
  const forged = `${mine[1]!.slice(0, -1)}${mine[1]!.endsWith('0') ? '1' : '0'}`
  const list = [mine[0]!, 'https://example.com', forged, mine[2]!, mine[2]!, theirs[0]!, mine[3]!]
  const api = world.api(activationContract, person)
  const { valid, errors } = await api.check({ body: { addressList: list } })
  expect(valid).toBe(2)
  expect(errors.map(({ row, problem }) => [row, problem])).toEqual([
    [1, 'active'],
    [2, 'unreadable'],
    [3, 'wrongSecret'],
    [5, 'duplicate'],
    [6, 'unknown'],
  ])
  await expect(activate(person, list)).rejects.toMatchObject({ code: 'activation.badRows', details: { count: 5 } })
  expect(await api.totalActivated()).toEqual({ total: 1 })
})

test('activates once when the same list is sent many times at once [CO06]', async () => {
  const person = await world.approvedMerchant({ credit: 50 })
  const codes = await printed(person, 50)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => activate(person, codes)))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  const { rows } = await world.api(activationContract, person).batches({ query: {} })
  expect(rows).toHaveLength(1)
  await activated(person, rows[0]!.id)
})

test('lists the activations with a part of their number when a search is given', async () => {
  const person = await world.approvedMerchant({ credit: 2 })
  const [first, second] = await printed(person, 2)
  const wanted = await activate(person, [first!])
  await activate(person, [second!])
  const { batches } = world.api(activationContract, person)
  const search = wanted.identifier.slice(2).toLowerCase()
  expect(await batches({ query: { search } })).toMatchObject({ rows: [{ id: wanted.id }], total: 1 })
  expect(await batches({ query: { search: '%' } })).toEqual({ rows: [], total: 0 })
})
