import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { customizationContract } from '#shared/customization/contract.ts'
import { hostContract } from '#shared/customization/host-contract.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
})
afterAll(() => world.close())

const hostsOf = ({ merchantId }: Person) =>
  world.api(customizationContract, admin).hosts({ params: { id: merchantId! } })

test('requests a host once, and approves it as administrator [VE05]', async () => {
  const person = await world.confirmedMerchant()
  const own = world.api(hostContract, person)
  const asked = await own.ask({ body: { use: 'redirect', host: 'https://Shop.Example.com/tea?x=1' } })
  expect(asked).toMatchObject({ use: 'redirect', host: 'shop.example.com', state: 'waiting' })
  expect((await own.ask({ body: { use: 'redirect', host: 'shop.example.com' } })).id).toBe(asked.id)
  const queue = world.api(hostContract, admin)
  const { rows } = await queue.waiting({ query: { limit: 200 } })
  expect(rows.filter(({ merchant }) => merchant.id === person.merchantId)).toMatchObject([{ host: 'shop.example.com' }])
  await queue.decide({ params: { id: asked.id }, body: { approved: true } })
  expect(await hostsOf(person)).toEqual({ redirect: ['shop.example.com'], embed: [] })
  expect((await own.own({ query: {} })).rows).toMatchObject([{ state: 'approved' }])
  expect((await own.ask({ body: { use: 'redirect', host: 'shop.example.com' } })).state).toBe('approved')
})

test('requests a rejected host again, and shows the reason until then [VE06]', async () => {
  const person = await world.confirmedMerchant()
  const own = world.api(hostContract, person)
  const { id } = await own.ask({ body: { use: 'embed', host: 'video.example.com' } })
  await world.api(hostContract, admin).decide({ params: { id }, body: { approved: false, note: 'Unknown site' } })
  expect((await own.own({ query: {} })).rows).toMatchObject([{ state: 'rejected', note: 'Unknown site' }])
  expect(await hostsOf(person)).toEqual({ redirect: [], embed: [] })
  expect(await own.ask({ body: { use: 'embed', host: 'video.example.com' } })).toMatchObject({
    id,
    state: 'waiting',
    note: '',
  })
})

test.each(['com', '*.com', 'https://co.uk/shop', 'github.io', 'xn--p1ai', 'vercel.app', '127.0.0.1.nip.io'])(
  'rejects %s, which is not the host of one owner [VE05 VE06]',
  async (host) => {
    const person = await world.confirmedMerchant()
    for (const use of ['redirect', 'embed'] as const) {
      await expect(world.api(hostContract, person).ask({ body: { use, host } })).rejects.toMatchObject({ status: 400 })
      const body = { redirect: [], embed: [], [use]: [host] }
      const set = world.api(customizationContract, admin).setHosts({ params: { id: person.merchantId! }, body })
      await expect(set).rejects.toMatchObject({ status: 400 })
    }
    expect(await hostsOf(person)).toEqual({ redirect: [], embed: [] })
  },
)

test('rejects a text that is not a host, and a decision by a merchant [VE06]', async () => {
  const person = await world.confirmedMerchant()
  const own = world.api(hostContract, person)
  await expect(own.ask({ body: { use: 'embed', host: 'localhost' } })).rejects.toMatchObject({ status: 400 })
  const { id } = await own.ask({ body: { use: 'embed', host: 'a.example.com' } })
  await expect(own.decide({ params: { id }, body: { approved: true } })).rejects.toMatchObject({ status: 403 })
})
