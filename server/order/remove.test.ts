import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { generate, orderOf, productOf } from './order.fixture.ts'

/** No worker runs: orders stay queued until the test generates their codes. */
let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const remove = (person: Person, id: string) => world.api(orderContract, person).remove({ params: { id } })
const balance = (person: Person) => world.api(billingContract, person).balance()

async function ledger({ merchantId }: Person) {
  const { rows } = await world.database.query(
    'select kind, delta::int from ledger_entry where merchant_id = $1 order by created_at, kind',
    [merchantId],
  )
  return rows.map(({ kind, delta }) => [kind, delta])
}

test('withdraws a queued order: a separate entry returns its credit once, and no code is generated [CO10]', async () => {
  const person = await world.approvedMerchant({ credit: 100 })
  const id = await orderOf(world, person, await productOf(world, person), 60)
  expect(await balance(person)).toMatchObject({ remainingCodes: 40, usedCodes: 60 })
  await remove(person, id)
  expect(await balance(person)).toMatchObject({ remainingCodes: 100, usedCodes: 0 })
  expect(await ledger(person)).toEqual([
    ['grant', 100],
    ['order', -60],
    ['refund', 60],
  ])
  await expect(remove(person, id)).rejects.toMatchObject({ status: 404, code: 'order.notFound' })
  await generate(world, id)
  expect((await world.database.query('select from code where order_id = $1', [id])).rowCount).toBe(0)
  expect((await world.api(orderContract, person).list({ query: {} })).total).toBe(0)
})

test('keeps an order with codes, also after a failure, and removes one that failed without codes [CO10]', async () => {
  const person = await world.approvedMerchant({ credit: 100 })
  const skuId = await productOf(world, person)
  const [made, half, none] = [
    await orderOf(world, person, skuId, 10),
    await orderOf(world, person, skuId, 10),
    await orderOf(world, person, skuId, 10),
  ]
  await generate(world, made)
  await world.database.query(`update code_order set state = 'failed', generated = 4 where id = $1`, [half])
  await world.database.query(`update code_order set state = 'failed' where id = $1`, [none])
  await expect(remove(person, made)).rejects.toMatchObject({ status: 409, code: 'order.begun' })
  await expect(remove(person, half)).rejects.toMatchObject({ status: 409, code: 'order.begun' })
  await remove(person, none)
  expect(await balance(person)).toMatchObject({ remainingCodes: 80 })
})

test("responds 404 to another merchant's order, and lets only the owner change its note [CO10]", async () => {
  const [person, other] = [await world.approvedMerchant({ credit: 10 }), await world.approvedMerchant()]
  const id = await orderOf(world, person, await productOf(world, person), 10)
  await expect(remove(other, id)).rejects.toMatchObject({ status: 404 })
  await expect(remove(person, randomUUID())).rejects.toMatchObject({ status: 404 })
  const body = { note: 'For the autumn harvest' }
  const foreignUpdate = world.api(orderContract, other).setNote({ params: { id }, body })
  await expect(foreignUpdate).rejects.toMatchObject({ status: 404 })
  expect(await world.api(orderContract, person).setNote({ params: { id }, body })).toMatchObject(body)
})

test('withdrawing while a worker starts gives either the codes or the credit, never both [CO09]', async () => {
  const person = await world.approvedMerchant({ credit: 1000 })
  const skuId = await productOf(world, person)
  for (let round = 0; round < 20; round++) {
    const id = await orderOf(world, person, skuId, 5)
    const [removed] = await Promise.allSettled([remove(person, id), generate(world, id)])
    const { rows } = await world.database.query(
      `select (select count(*)::int from code where order_id = $1) as codes,
         (select sum(delta)::int from ledger_entry where order_id = $1) as charged`,
      [id],
    )
    const withdrawn = removed.status === 'fulfilled'
    expect(rows[0]).toEqual(withdrawn ? { codes: 0, charged: 0 } : { codes: 5, charged: -5 })
  }
})
