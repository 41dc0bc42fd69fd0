import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { scanCode, verifyAt } from '#server/verdict/shopper.fixture.ts'
import { type PrintedCode, product, storedScans } from '#server/verify/verify.fixture.ts'
import { authContract } from '#shared/auth/contract.ts'
import { codeCardContract } from '#shared/verdict/code-card.ts'
import { newestMemory } from './visitors.fixture.ts'

/** Two web processes of one installation. */
let world: TestApp
let other: TestApp
beforeAll(async () => {
  world = await testApp()
  other = await testApp({ database: world.database })
})
afterAll(async () => {
  await other?.close()
  await world?.close()
})
afterEach(() => {
  vi.useRealTimers()
})

const browser = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'
const remoteAddress = '203.0.113.40'
const open = (at: TestApp, code: PrintedCode, device = { remoteAddress, browser }) =>
  scanCode(at, code, 'Pixel', { path: '/verify', ...device })
const kindsOf = async ({ address }: PrintedCode) => (await storedScans(world, address)).map(({ kind }) => kind)

/** A call that the console makes. */
const useConsole = ({ token }: Person, device = { remoteAddress, browser }) =>
  world.app.inject({
    url: `/api${authContract.me.path}`,
    remoteAddress: device.remoteAddress,
    headers: { authorization: `Bearer ${token}`, 'user-agent': device.browser },
  })
const memberOf = (merchantId: string) => world.signUp({ confirmed: true, merchantId })

test('scans on a device that a member of the merchant uses today are stored apart, uncounted [VD04]', async () => {
  const { active, merchantId } = await product(world)
  const [code, next] = active as [PrintedCode, PrintedCode]
  const member = await memberOf(merchantId)
  expect((await useConsole(member)).statusCode).toBe(200)
  await expect
    .poll(async () => {
      await open(world, code)
      return (await kindsOf(code)).at(-1)
    })
    .toBe('OWN')
  // The other process learns it.
  await expect
    .poll(async () => {
      await open(other, next)
      return (await kindsOf(next)).at(-1)
    })
    .toBe('OWN')
  // Other devices, and other addresses, are shoppers.
  await open(world, code, { remoteAddress: '203.0.113.41', browser })
  await open(world, code, { remoteAddress, browser: browser.replace('Pixel 8', 'Galaxy') })
  expect((await kindsOf(code)).slice(-2)).toEqual(['VERIFY', 'VERIFY'])
})

test('the list of scans has their number, and the memory of the code has none of them [VD04]', async () => {
  const { active, merchantId } = await product(world)
  const code = active[0]!
  const member = await memberOf(merchantId)
  const headers = { authorization: `Bearer ${member.token}`, 'user-agent': browser }
  const url = `/api/tag/verify?a=${code.printed}&p=${code.secret}`
  for (let n = 0; n < 3; n++) await world.app.inject({ url, headers, remoteAddress: `203.0.113.${50 + n}` })
  expect(await newestMemory(world, code.address)).toBeUndefined()
  expect(await verifyAt(world, code, 'Shopper')).toMatchObject({ item: { level: 'first', checks: 1, isFirst: true } })
  const list = await world.api(codeCardContract, member).scans({ query: { a: code.printed } })
  expect(list).toMatchObject({ total: 1, own: 3, automatic: 0 })
})

test('a member of one merchant is a shopper of all others [VD04]', async () => {
  const device = { remoteAddress: '203.0.113.70', browser }
  const own = await product(world)
  await useConsole(await memberOf(own.merchantId), device)
  await expect
    .poll(async () => {
      await open(world, own.active[0]!, device)
      return (await kindsOf(own.active[0]!)).at(-1)
    })
    .toBe('OWN')
  const foreign = (await product(world)).active[0]!
  await open(world, foreign, device)
  expect(await kindsOf(foreign)).toEqual(['VERIFY'])
})

test('nothing about a device of a member remains on the next day [VD04]', async () => {
  const device = { remoteAddress: '203.0.113.80', browser }
  const { active, merchantId } = await product(world)
  const code = active[0]!
  await useConsole(await memberOf(merchantId), device)
  await expect
    .poll(async () => {
      await open(world, code, device)
      return (await kindsOf(code)).at(-1)
    })
    .toBe('OWN')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  await open(world, code, device)
  expect((await kindsOf(code)).at(-1)).toBe('VERIFY')
})
