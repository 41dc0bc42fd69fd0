import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { enableFeatures, fieldMerchant } from '#server/form/form.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { codeCardContract } from '#shared/verdict/code-card.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import { actionTokens } from './action-token.ts'
import { deleteUsedTokens } from './jobs.ts'
import { logistics, ship } from './logistic.fixture.ts'

let world: TestApp
let person: Person
/** Codes as printed, without the address of the page. The last one is inactive. */
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world, { credit: 20 })
  const orderId = await orderOf(world, person, await productOf(world, person), 16)
  await generate(world, orderId)
  const printed = await printedCodes(world, orderId)
  const { id } = await activate(world, person, printed.slice(0, -1))
  await activateWaitingBatch(world, id)
  codes = printed.map((url) => url.split('/V/')[1]!)
})
afterAll(() => world.close())

const shopper = () => logistics(world)
const scan = async (a: string) => (await shopper().accessToken({ query: { a } })).token
const deleteUsed = () =>
  deleteUsedTokens.run(
    {},
    { services: world.services, signal: new AbortController().signal, heartbeat: async () => {}, attempt: 'test' },
  )
const noScan = { status: 404, code: 'logistic.noScan' }

test('marks a shipment as arrived once when a shopper confirms it, and lets the merchant undo it [LO02]', async () => {
  const [a, another] = codes.splice(0, 2) as [string, string]
  const { id } = await ship(world, person, [a, another], { manufacturer_id: 'TAG-1' })
  const state = await shopper().accessToken({ query: { a: a.slice(0, 26), p: a.slice(26) } })
  expect(state).toMatchObject({ delivered: false, logisticLoggingEnded: false, hasSensor: true })
  const body = { token: state.token }
  expect(await shopper().arrived({ query: { a: a.slice(0, 26) }, body })).toEqual({
    delivered: true,
    logisticLoggingEnded: false,
  })
  const ownApi = logistics(world, person)
  const arrived = await ownApi.read({ params: { id } })
  expect(arrived).toMatchObject({ version: 2 })
  expect(arrived.delivered_at).not.toBeNull()
  // A scan of another code reports the same: the first time stays.
  await shopper().arrived({ query: { a: another }, body: { token: await scan(another) } })
  expect(await ownApi.read({ params: { id } })).toEqual(arrived)
  const { rows } = await world.database.query(
    `select actor_id, data from audit_entry where subject = $1 and action = 'logistic.arrived'`,
    [id],
  )
  expect(rows).toMatchObject([{ actor_id: null, data: { address: expect.any(String) } }])
  const edit = { recipient: 'Tea House', identifier: 'P', shipped_at: '2026-11-20T09:00:00Z' }
  await ownApi.update({ params: { id }, body: { ...edit, delivered: false } })
  await expect(shopper().arrived({ query: { a }, body })).rejects.toMatchObject(noScan)
  expect((await ownApi.read({ params: { id } })).delivered_at).toBeNull()
})

test('returns the token in the verify response of a code in transit only [LO02]', async () => {
  const [a, idle] = codes.splice(0, 2) as [string, string]
  await ship(world, person, [a])
  const verify = (code: string) => world.api(verifyContract).verify({ query: { a: code } })
  const { delivered, delivery } = await verify(a)
  expect([delivered, delivery?.hasSensor]).toEqual([false, false])
  await shopper().arrived({ query: { a }, body: { token: delivery!.token } })
  expect(await verify(a)).toMatchObject({ delivered: true, logisticLoggingEnded: false })
  expect(await verify(idle)).toMatchObject({ verified: true, delivered: false, delivery: null })
})

test('names the open shipment of a code when a newer one was delivered, also after its arrival [LO02]', async () => {
  const [a] = codes.splice(0, 1) as [string]
  const ownApi = logistics(world, person)
  const edit = { recipient: 'Tea House', identifier: 'P', shipped_at: '2026-11-20T09:00:00Z' }
  const mark = (id: string, delivered: boolean) => ownApi.update({ params: { id }, body: { ...edit, delivered } })
  const older = await ship(world, person, [a], { manufacturer_id: 'TAG-2' })
  await mark(older.id, true)
  const newer = await ship(world, person, [a])
  const answers = async () => {
    const { delivered, delivery } = await world.api(verifyContract).verify({ query: { a } })
    const card = await world.api(codeCardContract, person).read({ query: { a: a.slice(0, 26) } })
    const { hasSensor } = await shopper().accessToken({ query: { a } })
    return { delivered, sensors: [delivery?.hasSensor, hasSensor], onCard: card.shipment?.id }
  }
  expect(await answers()).toEqual({ delivered: false, sensors: [false, false], onCard: newer.id })
  await mark(newer.id, true)
  await mark(older.id, false)
  expect(await answers()).toEqual({ delivered: false, sensors: [true, true], onCard: older.id })
  await shopper().arrived({ query: { a }, body: { token: await scan(a) } })
  await shopper().endSensorLogging({ query: { a }, body: { token: await scan(a) } })
  expect(await answers()).toEqual({ delivered: true, sensors: [true, true], onCard: older.id })
  expect((await ownApi.read({ params: older })).logging_ended_at).not.toBeNull()
})

test('stores one of many concurrent claims [LO02]', async () => {
  const list = codes.splice(0, 3)
  const { id } = await ship(world, person, list)
  const tokens = await Promise.all(Array.from({ length: 12 }, async (_, i) => [list[i % 3]!, await scan(list[i % 3]!)]))
  const outcomes = await Promise.all(
    tokens.map(([a, token]) => shopper().arrived({ query: { a: a! }, body: { token: token! } })),
  )
  expect(outcomes.every(({ delivered }) => delivered)).toBe(true)
  const { rows } = await world.database.query(
    'select count(*)::int as claims from logistic_claim where logistic_id = $1',
    [id],
  )
  expect(rows[0].claims).toBe(1)
  expect((await logistics(world, person).read({ params: { id } })).version).toBe(2)
})

test('rejects the token of an undone claim, and deletes its row after a day [LO02]', async () => {
  const [a] = codes.splice(0, 1) as [string]
  const { id } = await ship(world, person, [a])
  const token = await scan(a)
  const arrived = () => shopper().arrived({ query: { a }, body: { token } })
  const claims = async () =>
    (await world.database.query('select from logistic_claim where logistic_id = $1', [id])).rowCount
  await arrived()
  await deleteUsed()
  expect(await claims()).toBe(1)
  await world.database.query('update logistic set delivered_at = null where id = $1', [id])
  await expect(arrived()).rejects.toMatchObject(noScan)
  await world.database.query(
    "update logistic_claim set created_at = created_at - interval '25 hours' where logistic_id = $1",
    [id],
  )
  await deleteUsed()
  expect(await claims()).toBe(0)
})

test('ends the temperature log once, and only if there is one [LO02]', async () => {
  const [tagged, plain] = codes.splice(0, 2) as [string, string]
  const { id } = await ship(world, person, [tagged], { manufacturer_id: 'TAG-2' })
  await ship(world, person, [plain])
  const end = async (a: string) => shopper().endSensorLogging({ query: { a }, body: { token: await scan(a) } })
  expect(await end(tagged)).toEqual({ delivered: false, logisticLoggingEnded: true })
  const ended = await logistics(world, person).read({ params: { id } })
  await end(tagged)
  expect(await logistics(world, person).read({ params: { id } })).toEqual(ended)
  await expect(end(plain)).rejects.toMatchObject({ status: 409, code: 'logistic.noLog' })
})

test('rejects a missing, an old and a forged token, and one of another code [LO02]', async () => {
  const [a, another] = codes.splice(0, 2) as [string, string]
  await ship(world, person, [a, another])
  const arrive = (token: string) => shopper().arrived({ query: { a }, body: { token } })
  const token = await scan(a)
  const forged = (token[0] === 'A' ? 'B' : 'A') + token.slice(1)
  for (const bad of ['', 'x', forged, await scan(another)]) await expect(arrive(bad)).rejects.toMatchObject(noScan)
  const other = actionTokens(Buffer.alloc(32)).issue(a)
  await expect(arrive(other.token)).rejects.toMatchObject(noScan)
  expect(await arrive(token)).toMatchObject({ delivered: true })
})

test('accepts a token for ten minutes and for its own code [LO02]', () => {
  const tokens = actionTokens(Buffer.alloc(32, 7))
  const { token, expiresAt } = tokens.issue('one')
  expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(600_000)
  expect(tokens.read(token, 'one')).toMatchObject({ address: 'one' })
  expect(tokens.read(token, 'two')).toBeUndefined()
  expect(tokens.read(token, 'one', expiresAt.getTime() + 1)).toBeUndefined()
})

test('issues a token only for an active code with its secret in a shipment with the feature [LO02]', async () => {
  const inactive = codes.at(-1)!
  const [idle, a] = codes.splice(0, 2) as [string, string]
  await ship(world, person, [a, inactive])
  const noShipment = { status: 404, code: 'logistic.noShipment' }
  const wrong = a.slice(0, -1) + (a.endsWith('0') ? '1' : '0')
  for (const bad of [idle, inactive, wrong, a.slice(0, 26), 'nothing']) {
    await expect(shopper().accessToken({ query: { a: bad } })).rejects.toMatchObject(noShipment)
  }
  const token = await scan(a)
  await enableFeatures(world, person)
  await expect(scan(a)).rejects.toMatchObject(noShipment)
  await expect(shopper().arrived({ query: { a }, body: { token } })).rejects.toMatchObject(noShipment)
  // The shared data of a product is cached for two seconds.
  const delivery = async () => (await world.api(verifyContract).verify({ query: { a } })).delivery
  await expect.poll(delivery, { timeout: 20_000, interval: 200 }).toBeNull()
})
