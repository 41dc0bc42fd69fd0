import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SimulatedTag } from '#scripts/nfc/simulated-tag.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { nfcContract } from '#shared/nfc/contract.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import { memberOf, placeOf, tagOf } from './nfc.fixture.ts'

const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36'
const otherPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'

let world: TestApp
let goods: Product
let person: Person
beforeAll(async () => {
  world = await testApp()
  goods = await product(world)
  person = await memberOf(world, goods)
})
afterAll(() => world.close())

let networks = 0
const newNetwork = () => `198.51.${Math.floor(++networks / 250)}.${networks % 250}`

type From = { agent?: string; ip?: string; method?: 'GET' | 'HEAD'; more?: string }
/** Opens the URL of a tap as a page, and reads the same response from the model of the page. */
async function open(url: string, { agent = phone, ip = newNetwork(), method = 'GET', more = '' }: From = {}) {
  const { pathname, search } = new URL(url)
  const { body, statusCode } = await world.app.inject({
    method,
    url: pathname + search + more,
    headers: { 'user-agent': agent },
    remoteAddress: ip,
  })
  return { body, statusCode }
}
/** The same URL as a call of the API. */
async function check(url: string, { agent = phone, ip = newNetwork() }: From = {}): Promise<VerifyResponse> {
  const { pathname, searchParams } = new URL(url)
  searchParams.set('a', pathname.split('/').at(-1)!)
  const answer = await world.app.inject({
    url: `/api/tag/verify?${searchParams}`,
    headers: { 'user-agent': agent },
    remoteAddress: ip,
  })
  return answer.json()
}
const stateOf = async (url: string, from?: From) => {
  const { tap, summary } = await check(url, from)
  return [tap, summary.standing]
}

async function tagged(): Promise<{ code: PrintedCode; tag: SimulatedTag }> {
  goods = await product(world)
  person = await memberOf(world, goods)
  const code = goods.active[0]!
  return { code, tag: await tagOf(world, person, code) }
}

test('calls a tapped tag genuine once, and the same link opened before by anybody else [NF03]', async () => {
  const { code, tag } = await tagged()
  const url = tag.tap()
  const ip = newNetwork()
  const first = await check(url, { ip })
  expect([first.tap, first.verdict, first.summary]).toEqual([
    'genuine',
    'genuine',
    expect.objectContaining({ standing: 'tapped', clean: true, headline: 'Tapped the genuine tag' }),
  ])
  expect(await stateOf(url, { ip })).toEqual(['genuine', 'tapped'])
  expect(await stateOf(url, { agent: otherPhone })).toEqual(['again', 'tap_again'])
  expect(await stateOf(tag.tap(), { agent: otherPhone })).toEqual(['genuine', 'tapped'])
  expect(await stateOf(url, { ip })).toEqual(['again', 'tap_again'])
  const { rows } = await world.database.query('select last_ctr from nfc_tag where address = $1', [code.address])
  expect(rows).toEqual([{ last_ctr: 2 }])
})

test('calls a link opened before when the same visitor loads it after five minutes [NF03]', async () => {
  const { code, tag } = await tagged()
  const [url, ip] = [tag.tap(), newNetwork()]
  expect(await stateOf(url, { ip })).toEqual(['genuine', 'tapped'])
  await world.database.query("update nfc_tag set tapped_at = now() - interval '301 seconds' where address = $1", [
    code.address,
  ])
  expect(await stateOf(url, { ip })).toEqual(['again', 'tap_again'])
})

test('of many simultaneous calls with one link, only those of one visitor are genuine [NF03]', async () => {
  const { tag } = await tagged()
  const url = tag.tap()
  const states = await Promise.all(Array.from({ length: 30 }, () => check(url)))
  expect(states.filter(({ tap }) => tap === 'genuine')).toHaveLength(1)
  expect(states.filter(({ tap }) => tap === 'again')).toHaveLength(29)
})

test('never lets the counter fall, whatever the order of simultaneous taps [NF03]', async () => {
  const { code, tag } = await tagged()
  const urls = Array.from({ length: 12 }, () => tag.tap())
  const states = await Promise.all(urls.toReversed().map((url) => check(url)))
  expect(states[0]!.tap).toBe('genuine')
  const { rows } = await world.database.query('select last_ctr from nfc_tag where address = $1', [code.address])
  expect(rows).toEqual([{ last_ctr: 12 }])
})

test('refuses every changed digit of a tap, and does not spend the link [NF04]', async () => {
  const { tag } = await tagged()
  const url = tag.tap()
  const start = url.indexOf('?e=') + 3
  for (const at of [start, start + 1, start + 31, url.length - 16, url.length - 1]) {
    const digit = url[at] === '0' ? '1' : '0'
    const { tap, summary, verdict, product: shown } = await check(url.slice(0, at) + digit + url.slice(at + 1))
    expect([tap, summary.standing, verdict, shown]).toEqual(['invalid', 'tap_refused', 'unknown', null])
  }
  for (const broken of [url.slice(0, -1), url.replace('&c=', '&x='), url.replace('?e=', '?x='), `${url}00`])
    expect(await stateOf(broken)).toEqual(['invalid', 'tap_refused'])
  expect(await stateOf(url.toLowerCase().replace('/v/', '/V/'))).toEqual(['genuine', 'tapped'])
})

test('answers a wrong tap alike for a code with a tag, without one, and unknown [NF04]', async () => {
  const { code, tag } = await tagged()
  const { search } = new URL((await tagged()).tag.tap())
  const letters = [code.printed, goods.active[1]!.printed, '0'.repeat(26)]
  const answers = await Promise.all(
    letters.map((one) => check(`http://localhost/V/${one}${search.replace(/.$/, 'X')}`)),
  )
  expect(answers[0]).toMatchObject({ tap: 'invalid', verdict: 'unknown' })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await stateOf(tag.tap())).toEqual(['genuine', 'tapped'])
})

test('refuses a tag on another code in words: its link with other letters, and one encoded for it [NF04]', async () => {
  const { code, tag } = await tagged()
  const other = goods.active[1]!
  const pasted = tag.tap().replace(code.printed, other.printed)
  const answer = await check(pasted)
  expect([answer.tap, answer.summary.standing, answer.summary.lead]).toEqual([
    'otherCode',
    'tap_refused',
    expect.stringContaining('belongs to another code'),
  ])
  const mistaken = await tagOf(world, person, other, goods.active[2])
  expect((await check(mistaken.tap())).tap).toBe('otherCode')
})

test('lets a tap stand for the secret, and outweigh it when it is refused [NF04]', async () => {
  const { code, tag } = await tagged()
  const printed = `http://localhost/V/${code.printed}${code.secret}`
  expect(await stateOf(printed)).toEqual(['untapped', 'genuine'])
  expect((await check(printed)).summary.next).toContain('has an NFC tag')
  const { search } = new URL(tag.tap())
  expect(await stateOf(printed + search.replace(/.$/, 'X'))).toEqual(['invalid', 'tap_refused'])
  expect(await stateOf(printed + search)).toEqual(['genuine', 'tapped'])
  expect(await stateOf(`${printed}?c=campaign`)).toEqual(['untapped', 'genuine'])
})

test('counts wrong taps as guesses [NF04]', async () => {
  const { tag } = await tagged()
  const url = tag.tap()
  const ip = '203.0.113.9'
  const wrong = url.replace(/.$/, 'X')
  for (let n = 0; n < 30; n++) expect((await open(wrong, { ip })).statusCode).toBe(200)
  expect((await open(wrong, { ip })).statusCode).toBe(429)
  expect((await open(url, { ip })).body).toContain('Tapped the genuine tag')
})

test('does not spend a link on a preview, a prefetch or a HEAD request [NF03]', async () => {
  const { tag } = await tagged()
  const url = tag.tap()
  await open(url, { agent: 'WhatsApp/2.24' })
  await open(url, { method: 'HEAD' })
  expect((await open(url)).body).toContain('Tapped the genuine tag')
})

test('gives the page in both languages and the PDF the words of the tap, and working links [NF05]', async () => {
  const { code, tag } = await tagged()
  const [url, ip] = [tag.tap(), newNetwork()]
  const page = await open(url, { ip })
  expect(page.body).toContain('<title>Bag · Product verification</title>')
  expect(page.body).toMatch(/name="description" content="[^"]*Tapped the genuine tag/)
  expect((await open(url, { ip, more: '&lang=ru' })).body).toContain('Подлинная метка приложена')
  const paper = /href="(\/verify\/paper[^"]+)"/.exec(page.body)![1]!.replaceAll('&amp;', '&')
  expect(paper).toContain(`p=${code.secret}`)
  const pdf = await open(`http://localhost${paper}`, { ip })
  expect([pdf.statusCode, pdf.body.slice(0, 5)]).toEqual([200, '%PDF-'])
  const again = await open(url, { agent: otherPhone })
  expect(again.body).toContain('Tap the tag again')
  expect(again.body).not.toContain(code.secret)
})

test('keeps a recall and an inactive code above a genuine tap [NF05]', async () => {
  const { code, tag } = await tagged()
  await world.database.query('insert into code_mark (address, merchant_id, copied_at) values ($1, $2, now())', [
    code.address,
    goods.merchantId,
  ])
  const { summary } = await check(tag.tap())
  expect([summary.standing, summary.lead]).toEqual(['tapped', expect.stringContaining('copies of the code')])
  const recalled = await tagged()
  await world.database.query(
    `insert into recall (merchant_id, scope, target, message, public_at)
     values ($1, 'sku', $2, 'Return it', now() - interval '1 hour')`,
    [goods.merchantId, goods.skuId],
  )
  expect(await stateOf(recalled.tag.tap())).toEqual(['genuine', 'recalled'])
  const waiting = await product(world)
  const inactive = await tagOf(world, await memberOf(world, waiting), waiting.inactive)
  expect(await stateOf(inactive.tap())).toEqual(['genuine', 'not_active'])
})

test('counts tapped tags of an order once each [NF06]', async () => {
  const { code, tag } = await tagged()
  const { orderId } = await placeOf(world, code)
  const totals = () => world.api(nfcContract, person).totals({ params: { id: orderId } })
  await tagOf(world, person, goods.active[1]!)
  expect(await totals()).toEqual({ enabled: true, tagged: 2, tapped: 0 })
  await Promise.all([check(tag.tap()), check(tag.tap())])
  await check(tag.tap())
  expect(await totals()).toEqual({ enabled: true, tagged: 2, tapped: 1 })
})
