import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificateOf } from '#server/activation/activation.fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { enableFeatures } from '#server/form/form.fixture.ts'
import { generateCodes } from '#server/order/jobs.ts'
import { orderOf, productOf } from '#server/order/order.fixture.ts'
import { sensorOf } from '#server/sensor/sensor.fixture.ts'
import { alarmContract } from '#shared/alarm/contract.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { supportContract } from '#shared/support/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test('counts the documents that wait and those to correct by their kind [DB01]', async () => {
  const owner = await world.approvedMerchant({ credit: 10 })
  const approvals = async () => (await world.api(attentionContract, owner).read()).approvals
  const none = { business: 0, trademark: 0, certificate: 0 }
  expect(await approvals()).toEqual({ waiting: none, toCorrect: none })
  const skuId = await productOf(world, owner)
  await certificateOf(world, owner, skuId, 'Halal')
  const set = (table: string, assignment: string) =>
    world.database.query(`update ${table} set ${assignment} where merchant_id = $1`, [owner.merchantId])
  await set('sku_certificate', `status = 'Pending Approval'`)
  await set('trademark', `status = 'Pending Approval'`)
  await set('business', 'verified = false')
  expect(await approvals()).toEqual({ waiting: { business: 1, trademark: 1, certificate: 1 }, toCorrect: none })
  await set('sku_certificate', `status = 'Request Changes'`)
  await set('business', `review_note = 'Blurred'`)
  expect(await approvals()).toEqual({
    waiting: { ...none, trademark: 1 },
    toCorrect: { ...none, business: 1, certificate: 1 },
  })
})

test('lists an order as running until it is done or has failed [DB01]', async () => {
  const owner = await world.approvedMerchant({ credit: 10 })
  const jobs = async () => (await world.api(attentionContract, owner).read()).jobs
  const id = await orderOf(world, owner, await productOf(world, owner), 4)
  expect(await jobs()).toMatchObject([{ kind: 'order', id, done: 0, total: 4 }])
  await generateCodes.gaveUp!({ orderId: id }, { services: world.services, failure: 'internal' })
  expect(await jobs()).toEqual([])
})

test('knows whether a merchant has a plan, has asked for one, or gets one with its approval [AU05 BI02]', async () => {
  const admin = await world.admin()
  const billing = world.api(billingContract, admin)
  const person = await world.confirmedMerchant()
  const steps = () => world.api(attentionContract, person).firstSteps()
  expect(await steps()).toMatchObject({ plan: false, awaitedPlan: null })
  const price = { title: 'Harvest', codes: 5, description: 'For a season', validity: 1, validity_unit: 'year' as const }
  const included = await billing.addPlan({ body: { ...price, on_approval: true } })
  expect(await steps()).toMatchObject({ plan: false, awaitedPlan: 'withApproval' })
  await billing.removePlan({ params: { id: included.id } })
  const bought = await billing.addPlan({ body: price })
  const { id } = await world.api(supportContract, person).send({ body: { message: 'Please', planId: bought.id } })
  expect(await steps()).toMatchObject({ plan: false, awaitedPlan: 'requested' })
  await world.api(supportContract, admin).setDone({ params: { id }, body: { done: true } })
  expect(await steps()).toMatchObject({ plan: false, awaitedPlan: null })
  await billing.grant({ body: { merchant: person.merchantId!, plan: bought.id } })
  expect(await steps()).toMatchObject({ plan: true, awaitedPlan: null })
})

test('counts open cases and temperature alarms that are not acknowledged [DB01 SE01]', async () => {
  const owner = await world.approvedMerchant()
  await enableFeatures(world, owner, 'temperature')
  const { id } = await sensorOf(world, owner, [4])
  const { rows } = await world.database.query(
    `insert into temperature_alarm (merchant_id, sensor_id, unit, "limit", from_at, to_at, peak)
     values ($1, $2, '°C', 8, now() - interval '1 hour', now(), 9) returning id`,
    [owner.merchantId, id],
  )
  const open = async () => (await world.api(attentionContract, owner).read()).openAlerts
  expect(await open()).toBe(1)
  await world.api(alarmContract, owner).acknowledge({ params: { id: rows[0].id } })
  expect(await open()).toBe(0)
})
