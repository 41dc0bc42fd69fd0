import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { syncContract } from '#shared/sync/contract.ts'
import { createThings, deviceOf, thingDomains } from './thing.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ domains: thingDomains })
  await createThings(world)
})
afterAll(() => world.close())

let owner: Person
let field: Person
beforeEach(async () => {
  owner = await world.confirmedMerchant()
  field = await colleague('field')
})

const colleague = (role: Person['role']) => world.signUp({ role, confirmed: true, merchantId: owner.merchantId! })
const phone =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const onPhone = (person: Person) => world.api(syncContract, person, { headers: { 'user-agent': phone } })
const devicesSeenBy = async (person: Person) => (await world.api(syncContract, person).devices({})).rows
const deviceOfField = async () => (await devicesSeenBy(owner)).find(({ user }) => user === field.id)!
const oldestAt = '2026-11-21T08:00:00.000Z'
const about = { app: '1.2.3', oldestAt, usedBytes: 3_000_000_000, quotaBytes: 60_000_000_000 }

test('lists what a device reported with its last push, beside its person and sign-in [OF03]', async () => {
  const office = await colleague('office')
  const device = deviceOf(field)
  await onPhone(field).push({ body: device.body([await device.op()], { pending: 3, about }) })
  const [shown] = (await devicesSeenBy(office)).filter(({ user }) => user === field.id)
  expect(shown).toEqual({
    id: device.deviceId,
    user: field.id,
    userName: field.email,
    browser: 'Chrome',
    os: 'Android',
    appVersion: '1.2.3',
    lastSeen: expect.any(String),
    isSignedIn: true,
    waiting: 2,
    oldestAt,
    missing: 0,
    usedBytes: about.usedBytes,
    quotaBytes: about.quotaBytes,
    current: false,
  })
  // The sign-ins that have saved nothing are listed, too.
  expect((await devicesSeenBy(office)).map(({ user, waiting, current }) => [user, waiting, current])).toEqual(
    expect.arrayContaining([
      [owner.id, 0, false],
      [office.id, 0, true],
    ]),
  )
  await onPhone(field).push({ body: device.body([], { pending: 0, about: { ...about, oldestAt: null } }) })
  expect(await deviceOfField()).toMatchObject({ waiting: 0, oldestAt: null })
})

test('shows devices to owners and office only, each merchant its own', async () => {
  await expect(devicesSeenBy(field)).rejects.toMatchObject({ status: 403 })
  const other = await world.confirmedMerchant()
  expect((await devicesSeenBy(other)).map(({ user }) => user)).toEqual([other.id])
  const { id } = await deviceOfField()
  const foreign = world.api(syncContract, other).signOutDevice({ params: { id } })
  await expect(foreign).rejects.toMatchObject({ status: 404, code: 'sync.noDevice' })
  const office = world.api(syncContract, await colleague('office')).signOutDevice({ params: { id } })
  await expect(office).rejects.toMatchObject({ status: 403 })
})

test('signs out a device whose unsent work stays listed, and changes nothing when it is called again', async () => {
  const device = deviceOf(field)
  await onPhone(field).push({ body: device.body([], { maxN: 4, pending: 4, about }) })
  const { id } = await deviceOfField()
  const api = world.api(syncContract, owner)
  for (let k = 0; k < 2; k++) await api.signOutDevice({ params: { id } })
  await expect(onPhone(field).pull({ query: {} })).rejects.toMatchObject({ status: 401 })
  expect(await deviceOfField()).toMatchObject({
    id: device.deviceId,
    isSignedIn: false,
    os: 'Android',
    waiting: 4,
    oldestAt,
  })
  const { rows } = await world.database.query(
    `select subject from audit_entry where action = 'sync.signOutDevice' and merchant_id = $1`,
    [owner.merchantId],
  )
  expect(rows).toEqual([{ subject: field.id }])
})

test('signs out a device that has saved nothing, and forgets it', async () => {
  const { id } = await deviceOfField()
  await world.api(syncContract, owner).signOutDevice({ params: { id } })
  await expect(onPhone(field).pull({ query: {} })).rejects.toMatchObject({ status: 401 })
  expect(await deviceOfField()).toBeUndefined()
})
