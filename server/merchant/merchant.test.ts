import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { authContract } from '#shared/auth/contract.ts'
import { formContract } from '#shared/form/contract.ts'
import { merchantContract } from '#shared/merchant/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test('switches one feature of a merchant at once, and keeps the other features [SH09]', async () => {
  const person = await world.confirmedMerchant()
  const merchants = world.api(merchantContract, await world.admin())
  const forms = world.api(formContract, person)
  await world.database.query(`update merchant set features = '{redirect:tea.example}' where id = $1`, [
    person.merchantId,
  ])
  const params = { id: person.merchantId! }
  await expect(forms.list({ query: {} })).rejects.toMatchObject({ code: 'feature.temperature' })

  await merchants.setFeature({ params, body: { feature: 'halal', on: true } })
  const { features } = await merchants.setFeature({ params, body: { feature: 'temperature', on: true } })
  expect(features).toEqual(['temperature', 'halal'])
  expect((await merchants.read({ params })).features).toEqual(features)
  expect((await forms.list({ query: {} })).rows).toEqual([])
  const own = world.api(authContract, person)
  expect((await own.me()).features).toEqual(['redirect:tea.example', 'halal', 'temperature'])

  await merchants.setFeature({ params, body: { feature: 'temperature', on: false } })
  await merchants.setFeature({ params, body: { feature: 'temperature', on: false } })
  await expect(forms.list({ query: {} })).rejects.toMatchObject({ code: 'feature.temperature' })
  const { rows } = await world.database.query(
    `select action, data from audit_entry where merchant_id = $1 and action like 'merchant.%' order by seq`,
    [person.merchantId],
  )
  expect(rows).toEqual([
    { action: 'merchant.featureOn', data: { feature: 'halal' } },
    { action: 'merchant.featureOn', data: { feature: 'temperature' } },
    { action: 'merchant.featureOff', data: { feature: 'temperature' } },
  ])
})

test('finds merchants by name and code [AD05]', async () => {
  const merchants = world.api(merchantContract, await world.admin())
  const { merchantId } = await world.signUp()
  const { rows } = await merchants.list({ query: { limit: 200 } })
  const { code } = rows.find(({ id }) => id === merchantId)!
  expect((await merchants.list({ query: { search: code } })).rows.map(({ id }) => id)).toEqual([merchantId])
})
