import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { supportContract } from '#shared/support/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: { supportEmail: 'help@assay.test', supportTelegram: 'assay_help' } })
})
afterAll(() => world.close())

const mails = (to: string) => writtenMails(world, to)
const price = { title: 'Harvest', codes: 500, description: 'A season', validity: 1, validity_unit: 'year' } as const

test('sends a message to support and a copy to its sender, and stores it for both [BI02]', async () => {
  const person = await world.confirmedMerchant()
  const api = world.api(supportContract, person, { language: 'ru' })
  expect(await api.contact()).toEqual({ email: 'help@assay.test', phone: null, telegram: 'assay_help', mailed: true })
  const message = await api.send({ body: { message: 'How do labels stick to <ice>?' } })
  expect(message).toMatchObject({ kind: 'support', plan: null, email: person.email, doneAt: null })
  expect(await mails('help@assay.test')).toMatchObject([
    { subject: expect.stringMatching(/^Support: Brand/), text: expect.stringContaining('stick to <ice>?') },
  ])
  expect(await mails(person.email)).toMatchObject([{ subject: 'Мы получили ваше сообщение: Поддержка' }])
  expect((await api.list({ query: {} })).rows).toEqual([message])
  await expect(api.send({ body: { message: '  ' } })).rejects.toMatchObject({ status: 400 })
})

test('mails and lists a plan request for the administrator, who replies once [BI02]', async () => {
  const [person, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const admin = await world.admin()
  const plan = await world.api(billingContract, admin).addPlan({ body: price })
  const api = world.api(supportContract, person)
  const message = await api.send({ body: { message: 'Please', planId: plan.id } })
  expect(message).toMatchObject({ kind: 'plan', plan: 'Harvest' })
  expect(await mails('help@assay.test')).toContainEqual(
    expect.objectContaining({ subject: expect.stringMatching(/^Plan Harvest: Brand/) }),
  )
  const adminApi = world.api(supportContract, admin)
  expect((await adminApi.list({ query: {} })).rows[0]).toEqual(message)
  expect((await world.api(supportContract, other).list({ query: {} })).rows).toEqual([])
  const done = await adminApi.setDone({ params: { id: message.id }, body: { done: true } })
  expect(done.doneAt).not.toBeNull()
  await expect(api.setDone({ params: { id: message.id }, body: { done: false } })).rejects.toMatchObject({
    status: 403,
  })
  await world.api(billingContract, admin).removePlan({ params: { id: plan.id } })
  await expect(api.send({ body: { message: 'Again', planId: plan.id } })).rejects.toMatchObject({
    code: 'support.noPlan',
  })
})

test('stores and mails one message when it is sent again with the same key [BI02]', async () => {
  const api = world.api(supportContract, await world.confirmedMerchant())
  const call = { body: { message: 'Sent once, received once' }, idempotencyKey: 'support-0001' }
  const message = await api.send(call)
  expect(await api.send(call)).toEqual(message)
  expect((await api.list({ query: {} })).rows).toEqual([message])
  const received = (await mails('help@assay.test')).filter(({ text }) => text.includes(call.body.message))
  expect(received).toHaveLength(1)
})
