import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { createScratchPrinter } from '#server/order/service.ts'
import { codeFields, postReport, reportField } from '#server/verdict/shopper.fixture.ts'
import { scanRetentionRule } from '#server/verify/retention.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { scratchCheckLetter } from '#shared/verify/code/scratch-code.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'

let world: TestApp
let goods: Product
let scratchOf: (code: PrintedCode) => string
beforeAll(async () => {
  world = await testApp()
  const print = createScratchPrinter(world.services.config)
  scratchOf = ({ address }) => print(address)
  goods = await scratched()
})
afterAll(() => world.close())

/** A product whose order has scratch codes. */
async function scratched(): Promise<Product> {
  const made = await product(world)
  await world.database.query('update code_order set has_scratch = true where merchant_id = $1', [made.merchantId])
  return made
}

/** A whole scratch code that belongs to another item. */
const otherThan = (scratchCode: string): string => {
  const letters = scratchCode.startsWith('0') ? '1234567' : '0234567'
  return letters + scratchCheckLetter(letters)
}

const headers = { 'user-agent': 'Mozilla/5.0 (iPhone)', 'accept-language': 'en' }
type Call = { ip?: string; key?: string; scratch?: string }
const open = (code: PrintedCode, { ip = '198.51.100.7', key, scratch = scratchOf(code) }: Call = {}) =>
  world.app.inject({
    method: 'POST',
    url: '/api/tag/open',
    remoteAddress: ip,
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    payload: { a: code.printed, p: code.secret, scratch },
  })
const outcomeOf = async (...call: Parameters<typeof open>) => (await open(...call)).json().outcome
const verify = async (code: PrintedCode, remoteAddress = '203.0.113.9'): Promise<VerifyResponse> =>
  (await world.app.inject({ url: `/api/tag/verify?a=${code.printed}&p=${code.secret}`, remoteAddress, headers })).json()

test('binds a code at its first opening, and says to others when that was [SC01]', async () => {
  const code = goods.active[0]!
  expect((await verify(code)).scratch).toEqual({ opening: null })
  expect((await open(code)).json()).toMatchObject({ outcome: 'first', opening: { isOwn: true } })
  expect(await outcomeOf(code)).toBe('own')
  expect((await open(code, { ip: '203.0.113.9' })).json()).toMatchObject({
    outcome: 'before',
    opening: { isOwn: false },
  })
  expect((await verify(code)).scratch?.opening).toMatchObject({ isOwn: false })
  expect((await verify(code, '198.51.100.7')).scratch?.opening).toMatchObject({ isOwn: true })
})

test('opens a code once in 20 simultaneous calls of different visitors [SC02]', async () => {
  const made = await scratched()
  const code = made.active[0]!
  const calls = Array.from({ length: 20 }, (_, n) => outcomeOf(code, { ip: `198.51.100.${n + 1}` }))
  expect((await Promise.all(calls)).toSorted()).toEqual([...Array(19).fill('before'), 'first'])
  const { rows } = await world.database.query('select opened from opening_total where merchant_id = $1', [
    made.merchantId,
  ])
  expect(rows).toEqual([{ opened: 1 }])
})

test('answers a call that is sent again with its idempotency key as the first time [SC02]', async () => {
  const code = (await scratched()).active[0]!
  const key = randomUUID()
  expect(await outcomeOf(code, { key })).toBe('first')
  // The connection of a phone may change between the two.
  expect(await outcomeOf(code, { key, ip: '203.0.113.80' })).toBe('first')
  expect(await outcomeOf(code, { key: randomUUID(), ip: '203.0.113.80' })).toBe('before')
})

test('rejects a wrong or mistyped scratch code, and records nothing [SC03]', async () => {
  const code = (await scratched()).active[0]!
  const right = scratchOf(code)
  const wrong = await open(code, { scratch: otherThan(right) })
  expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'scratch.wrong'])
  for (const scratch of ['', right.slice(1), `${right}0`, `${right.slice(0, 7)}${right[7] === '0' ? '1' : '0'}`]) {
    const mistyped = await open(code, { scratch })
    expect([mistyped.statusCode, mistyped.json().error]).toEqual([400, 'scratch.mistyped'])
  }
  expect((await verify(code)).scratch).toEqual({ opening: null })
  const spaced = ` ${right.slice(0, 4).toLowerCase()} – ${right.slice(4).replaceAll('0', 'o')} `
  expect(await outcomeOf(code, { scratch: spaced })).toBe('first')
})

test('limits guesses of scratch codes with those of secrets, and always answers the right one [SC03]', async () => {
  const code = (await scratched()).active[0]!
  const scratch = otherThan(scratchOf(code))
  for (let n = 0; n < 30; n++) expect((await open(code, { ip: '192.0.2.1', scratch })).statusCode).toBe(400)
  expect((await open(code, { ip: '192.0.2.1', scratch })).statusCode).toBe(429)
  expect(await outcomeOf(code, { ip: '192.0.2.1' })).toBe('first')
})

test('opens no code without its secret, without a scratch layer or before its activation [SC01]', async () => {
  const plain = await product(world)
  const refused = async (code: PrintedCode) => {
    const answer = await open(code, { ip: '198.18.0.77' })
    return [answer.statusCode, answer.json().error]
  }
  expect(await refused({ ...goods.active[1]!, secret: '0'.repeat(16) })).toEqual([404, 'scratch.noCode'])
  expect(await refused(plain.active[0]!)).toEqual([409, 'scratch.noScratch'])
  expect(await refused(goods.inactive)).toEqual([409, 'scratch.notActive'])
  expect((await verify(plain.active[0]!)).scratch).toBeNull()
})

test('opens a code by a plain form, and shows the form again after a typing error [SC01]', async () => {
  const code = (await scratched()).active[0]!
  const right = scratchOf(code)
  const post = (scratch: string, remoteAddress: string) =>
    postReport(
      { app: world.app, url: '/verify/open', remoteAddress },
      ...codeFields(code),
      reportField('scratch', scratch),
      reportField('lang', 'en'),
    )
  const mistyped = await post(right.slice(1), '198.51.100.20')
  expect(mistyped.statusCode).toBe(400)
  expect(mistyped.body).toContain(`value="${right.slice(1)}"`)
  const first = await post(right, '198.51.100.20')
  expect([first.statusCode, first.body]).toEqual([200, expect.stringContaining('You are the first')])
  expect((await post(right, '198.51.100.20')).body).toContain(
    'first checked a moment ago, through the same internet connection',
  )
  expect((await post(right, '203.0.113.20')).body).toContain('This code was checked before')
})

test('keeps the day of an old opening, and removes its place and visitor with old scans [SC04]', async () => {
  const code = (await scratched()).active[0]!
  await open(code)
  await world.database.query(
    "update code_opening set country = 'FR', city = 'Lyon', opened_at = '2024-05-03T12:00Z' where address = $1",
    [code.address],
  )
  expect((await verify(code)).scratch?.opening).toEqual({
    at: '2024-05-03T12:00:00.000Z',
    country: 'FR',
    city: 'Lyon',
    isOwn: false,
    claimedAt: null,
  })
  await scanRetentionRule.remove!(world.services, new Date('2024-06-01'), new Map())
  expect((await verify(code)).scratch?.opening).toMatchObject({ at: '2024-05-03T12:00:00.000Z', city: null })
})
