import { hash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch, certificateOf } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { productFacts } from '#shared/verify/rules.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

async function productWithCodes(person: Person, quantity: number) {
  const skuId = await productOf(world, person)
  const orderId = await orderOf(world, person, skuId, quantity)
  await generate(world, orderId)
  return { skuId, codes: await printedCodes(world, orderId) }
}

async function payloadOf(batchId: string) {
  await activateWaitingBatch(world, batchId)
  const { rows } = await world.database.query('select bytes from payload where batch_id = $1', [batchId])
  return rows.map(({ bytes }) => productFacts(JSON.parse(bytes.toString())))
}

const cert = (title: string) => ({ hash: hash('sha256', title), ext: '.pdf', name: `${title}.pdf` })

test('adds the chosen certificates to the payload, or all approved ones when none are chosen [CO07]', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const { skuId, codes } = await productWithCodes(person, 3)
  const halal = await certificateOf(world, person, skuId, 'Halal')
  await certificateOf(world, person, skuId, 'Organic')
  await certificateOf(world, person, skuId, 'Waiting', 'Pending Approval')
  const chosen = await activate(world, person, codes.slice(0, 1), { certificates: [halal, halal] })
  const all = await activate(world, person, codes.slice(1, 2))
  const none = await activate(world, person, codes.slice(2), { certificates: [] })
  expect(await payloadOf(chosen.id)).toEqual([{ certs: [cert('Halal')] }])
  expect(await payloadOf(all.id)).toEqual([{ certs: [cert('Halal'), cert('Organic')] }])
  expect(await payloadOf(none.id)).toEqual([{}])
})

test('rejects unapproved certificates, and those of other products, other merchants or no merchant [CO07]', async () => {
  const [person, other] = [await world.approvedMerchant({ credit: 10 }), await world.approvedMerchant({ credit: 10 })]
  const { skuId, codes } = await productWithCodes(person, 1)
  const foreign = await certificateOf(world, other, (await productWithCodes(other, 1)).skuId, 'Theirs')
  const ofOtherProduct = await certificateOf(world, person, await productOf(world, person), 'Elsewhere')
  for (const certificate of [foreign, ofOtherProduct, randomUUID()]) {
    await expect(activate(world, person, codes, { certificates: [certificate] })).rejects.toMatchObject({
      status: 404,
      code: 'activation.noCertificate',
    })
  }
  const waiting = await certificateOf(world, person, skuId, 'Waiting', 'Rejected')
  await expect(activate(world, person, codes, { certificates: [waiting] })).rejects.toMatchObject({
    status: 409,
    code: 'activation.unapprovedCertificate',
    message: 'The certificate is not approved: Waiting',
  })
  expect((await world.database.query('select from activation_batch')).rowCount).toBe(3)
})

test('does not anchor a certificate when its approval was withdrawn before the job ran [CO07]', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const { skuId, codes } = await productWithCodes(person, 1)
  const halal = await certificateOf(world, person, skuId, 'Halal')
  const { id } = await activate(world, person, codes, { certificates: [halal] })
  await world.database.query(`update sku_certificate set status = 'Rejected' where id = $1`, [halal])
  expect(await payloadOf(id)).toEqual([{}])
})
