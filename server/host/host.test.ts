import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { brandHosts } from './host.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: 'https://app.assay.example' } })
  person = await world.confirmedMerchant()
})
afterAll(() => world.close())

test('names the records to set when a host is added, and adds it once', async () => {
  const api = brandHosts(world, person)
  const added = await api.add({ body: { host: 'https://Verify.Brand.example/page' } })
  expect(added).toMatchObject({
    ...{ host: 'verify.brand.example', state: 'pending', isPrinted: false, fault: null, checkedAt: null, orders: 0 },
    records: [
      { type: 'CNAME', name: 'verify.brand.example', value: 'app.assay.example' },
      {
        type: 'TXT',
        name: '_assay-challenge.verify.brand.example',
        value: expect.stringMatching(/^assay-[0-9a-f]{40}$/),
      },
    ],
  })
  expect(await api.add({ body: { host: 'verify.brand.example.' } })).toEqual(added)
  expect(await api.list()).toEqual({ official: 'app.assay.example', rows: [added] })
  expect(await api.remove({ params: { id: added.id } })).toEqual({ ok: true })
  expect((await api.list()).rows).toEqual([])
})

test('stores letters of other scripts in punycode, and shows them as they are read', async () => {
  const added = await brandHosts(world, person).add({ body: { host: 'чай.пример' } })
  expect(added).toMatchObject({ host: 'xn--80as4b.xn--e1afmkfd', name: 'чай.пример' })
})

test.each([
  ['app.assay.example', 'This host belongs to this installation. Please name one of your own domain.'],
  ['brand.app.assay.example', 'This host belongs to this installation. Please name one of your own domain.'],
  ['assay.example', 'This host belongs to this installation. Please name one of your own domain.'],
  ['github.io', 'Anybody can have a site under this domain. Please name the host of your own site.'],
  ['127.0.0.1', 'Invalid host name'],
  ['tea.internal', 'Invalid host name'],
  ['verify.brand.example:8443', 'Invalid host name'],
  ['a.example b.example', 'Invalid host name'],
  [`${'a'.repeat(60)}.example`, 'At most 64 letters, because a longer name makes the QR code too dense'],
])('refuses the host %s and says why beside the field', async (host, message) => {
  await expect(brandHosts(world, person).add({ body: { host } })).rejects.toMatchObject({
    status: 400,
    details: { issues: [{ path: 'host', message }] },
  })
})

test('lets a merchant have five hosts', async () => {
  const other = await world.confirmedMerchant()
  const api = brandHosts(world, other)
  for (let n = 1; n <= 5; n++) await api.add({ body: { host: `v${n}.brand.example` } })
  await expect(api.add({ body: { host: 'v6.brand.example' } })).rejects.toMatchObject({ code: 'core.quota' })
})

test('prints no host that nobody has proven', async () => {
  const { id } = await brandHosts(world, person).add({ body: { host: 'early.brand.example' } })
  const print = brandHosts(world, person).print({ params: { id }, body: { isPrinted: true } })
  await expect(print).rejects.toMatchObject({ code: 'brandHost.notProven' })
})
