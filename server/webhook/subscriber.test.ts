import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { tellAnchored } from '#server/anchoring/jobs/tell-anchored.ts'
import { emit } from '#server/core/events/emit.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { enableFeatures } from '#server/form/form.fixture.ts'
import { logistics, ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { reviewDecided } from '#shared/review/events.ts'
import { verdictContract } from '#shared/verdict/contract.ts'
import { addWebhook } from './webhook.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp({ config: { webhookAllowCidrs: ['127.0.0.0/8'] } })
  person = await world.approvedMerchant({ credit: 100 })
  await enableFeatures(world, person, 'temperature')
  await addWebhook(world, person, 'https://127.0.0.1:9443/')
})
afterAll(() => world.close())

/** The messages since the last call of this function: type and id. */
async function queued(): Promise<string[]> {
  await world.deliverEvents()
  const { rows } = await world.database.query(
    `with told as (delete from webhook_delivery d using webhook_event e where e.id = d.event_id and d.merchant_id = $1
     returning e.type, e.subject, e.at) select type, subject from told order by at, type`,
    [person.merchantId],
  )
  return rows.map(({ type, subject }) => `${type} ${subject}`)
}

test('tells endpoints of an order, an activation, its anchors and a recall', async () => {
  const skuId = await productOf(world, person)
  const orderId = await orderOf(world, person, skuId, 3)
  await generate(world, orderId)
  expect(await queued()).toEqual([`order.done ${orderId}`])
  const { id: batchId } = await activate(world, person, await printedCodes(world, orderId))
  await activateWaitingBatch(world, batchId)
  expect(await queued()).toEqual([`activation.done ${batchId}`])
  await world.services.db.system(async (tx) => {
    const { rows } = await tx.execute(`with round as (
        insert into anchor_commitment (kind, root, size, levels) values ('round', sha256('round'), 1, '') returning id
      ), batch as (update anchor_commitment set parent_id = round.id from round where batch_id = '${batchId}')
      select id from round`)
    await tellAnchored(tx, { chain: 'catapult', commitmentId: rows[0]!.id } as Parameters<typeof tellAnchored>[1])
  })
  expect(await queued()).toEqual([`activation.anchored ${batchId}`])
  const { sku } = (await world.database.query('select sku from sku where id = $1', [skuId])).rows[0]
  const recall = await world.api(verdictContract, person).recall({
    body: { scope: 'sku', target: skuId, message: 'Bring it back', confirm: sku },
  })
  expect(await queued()).toEqual([`recall.set ${recall.id}`])
})

test('tells endpoints of a shipment that is created, changed, delivered and removed', async () => {
  const orderId = await orderOf(world, person, await productOf(world, person), 2)
  await generate(world, orderId)
  const { id, identifier } = await ship(world, person, await printedCodes(world, orderId))
  const shipped_at = new Date().toISOString()
  await queued()
  const api = logistics(world, person)
  const params = { id }
  await api.update({ params, body: { identifier, shipped_at, note: 'Fragile' } })
  expect(await queued()).toEqual([`shipment.updated ${id}`])
  await api.update({ params, body: { identifier, shipped_at, note: 'Fragile' } })
  expect(await queued()).toEqual([])
  await api.update({ params, body: { identifier, shipped_at, delivered: true } })
  expect(await queued()).toEqual([`shipment.delivered ${id}`])
  await api.remove({ params })
  expect(await queued()).toEqual([`shipment.updated ${id}`])
})

test('tells endpoints of decisions on certificates, not on other documents', async () => {
  const { merchantId, id: subject } = person
  const decided = (kind: 'certificate' | 'trademark') => ({
    ...{ merchantId: merchantId!, subject, data: { kind, status: 'Approved' as const, name: 'Halal' } },
  })
  await world.services.db.tenant(merchantId!, (tx) =>
    emit(tx, reviewDecided, [decided('trademark'), decided('certificate')]),
  )
  expect(await queued()).toEqual([`certificate.decided ${subject}`])
})
