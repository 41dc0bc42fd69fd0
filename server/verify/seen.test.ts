import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { codeFields, postReport, reportField, scanCode } from '#server/verdict/shopper.fixture.ts'
import { maxPendingVisits } from '#server/verify/scans/scan-statement.ts'
import { newestMemory } from '#server/verify/scans/visitors.fixture.ts'
import { restoreVisitLog } from '#shared/verdict/visits/restore-visit-log.ts'
import { visitBytes } from '#shared/verdict/visits/visit-log-codec.ts'
import { type PrintedCode, product, storedScans } from './verify.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())

const newCode = async () => (await product(world)).active[0]!
const remoteAddress = '203.0.113.7'
const browser = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'

const tell = (body: object, from = { remoteAddress, browser }) =>
  world.app.inject({
    method: 'POST',
    url: '/api/tag/seen',
    headers: { 'user-agent': from.browser },
    remoteAddress: from.remoteAddress,
    payload: body,
  })
const open = (code: PrintedCode, path = '/verify') => scanCode(world, code, 'Pixel', { path, remoteAddress, browser })
const given = ({ printed, secret }: PrintedCode) => ({ a: printed, p: secret })
async function history({ address }: PrintedCode) {
  const memory = await newestMemory(world, address)
  const { checks, visits } = restoreVisitLog(memory ?? { visit_log: null, visits: null }, [])
  return { checks, seen: visits.map(({ isUnseen }) => !isUnseen) }
}

test('a page counts half until it is seen, and is one scan [VD04]', async () => {
  const code = await newCode()
  for (const path of ['/verify', '/V/']) await open(code, path === '/V/' ? `/V/${code.printed}${code.secret}` : path)
  expect(await history(code)).toEqual({ checks: 1, seen: [false] })
  const answer = await tell(given(code))
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 200, body: { ok: true } })
  await expect.poll(() => history(code)).toEqual({ checks: 1, seen: [true] })
  // It is no scan, and a page that is opened again stays seen.
  await open(code)
  expect(await history(code)).toEqual({ checks: 1, seen: [true] })
  expect((await storedScans(world, code.address)).map(({ kind }) => kind)).toEqual(['VERIFY', 'VERIFY', 'VERIFY'])
})

test('a call of the API is made for a person who sees the result [VD04]', async () => {
  const code = await newCode()
  await open(code, '/api/tag/verify')
  expect(await history(code)).toEqual({ checks: 1, seen: [true] })
})

test('a page without a script was seen when its link is followed [VD04]', async () => {
  const code = (await product(world, { verify_url: 'https://rimba.example/bag' })).active[0]!
  await open(code)
  await open(code, '/verify/go')
  expect(await history(code)).toEqual({ checks: 1, seen: [true] })
})

test.each([
  ['a report', '/verify/report', { shop: 'Market' }],
  ['an empty report', '/verify/report', { shop: '' }],
  ['a mistyped scratch code', '/verify/open', { scratch: 'ABC' }],
  ['a mistyped recovery code', '/verify/owner', { secret: 'ABC', key: crypto.randomUUID() }],
])('a page without a script was seen when its form sends %s [VD04]', async (_, url, fields) => {
  const code = await newCode()
  await open(code)
  expect(await history(code)).toEqual({ checks: 1, seen: [false] })
  const parts = Object.entries(fields).map(([name, value]) => reportField(name, value))
  await postReport({ app: world.app, url, remoteAddress, browser }, ...codeFields(code), ...parts)
  await expect.poll(() => history(code)).toEqual({ checks: 1, seen: [true] })
  expect((await storedScans(world, code.address)).map(({ kind }) => kind)).toEqual(['VERIFY'])
})

test('a form with a wrong secret tells nothing about the page of a code [VD04]', async () => {
  const code = await newCode()
  await open(code)
  const wrong = { ...code, secret: '0'.repeat(16) }
  await postReport({ app: world.app, remoteAddress, browser }, ...codeFields(wrong), reportField('shop', 'Market'))
  // What is told later is stored later.
  await open(code)
  expect(await history(code)).toEqual({ checks: 1, seen: [false] })
})

test('whoever did not open the page of a code adds no visit [VD04]', async () => {
  const code = await newCode()
  await open(code)
  await tell(given(code), { remoteAddress: '198.51.100.1', browser: browser.replace('Pixel 8', 'Galaxy') })
  // The memory is written: a further visit of the same phone follows.
  await tell(given(code))
  await expect.poll(() => history(code)).toEqual({ checks: 1, seen: [true] })
})

test('the answer is the same for a wrong secret and for unknown and damaged codes [VD04]', async () => {
  const code = await newCode()
  await open(code)
  for (const body of [
    { a: code.printed },
    { a: code.printed, p: '0'.repeat(16) },
    { a: '0'.repeat(42) },
    { a: 'x' },
    {},
    given(code),
  ]) {
    const { statusCode, body: text } = await tell(body)
    expect({ statusCode, text }).toEqual({ statusCode: 200, text: '{"ok":true}' })
  }
  await expect.poll(() => history(code)).toEqual({ checks: 1, seen: [true] })
  expect(await storedScans(world, code.address)).toHaveLength(1)
})

test('pages that are seen again and again do not fill the memory of a code [VD04]', async () => {
  const code = await newCode()
  await open(code)
  for (let n = 0; n < 2 * maxPendingVisits; n++) await tell(given(code))
  await expect.poll(() => history(code)).toEqual({ checks: 1, seen: [true] })
  const { visit_log: merged, visits } = (await newestMemory(world, code.address))!
  expect({ merged, bytes: visits.length }).toEqual({ merged: null, bytes: 2 * visitBytes })
})
