import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import type { VerifyAnswer } from '#shared/verify/contract.ts'

let test: TestApp
let goods: Product

beforeAll(async () => {
  test = await testApp()
  goods = await product(test, { verify_url: 'https://rimba.example/bag' }, ['redirect:rimba.example'])
})
afterAll(async () => {
  await test?.close()
})

const phones = ['Pixel', 'Galaxy', 'Redmi', 'Nokia', 'Xperia', 'Oppo', 'Vivo', 'Honor', 'Moto', 'Poco', 'Nord', 'Zen']
const browserOf = (phone: string) => `Mozilla/5.0 (Linux; Android 15; ${phone}) AppleWebKit/537.36 Chrome/131.0 Mobile`

async function look(code: PrintedCode, phone: string, path = '/api/tag/verify') {
  return test.app.inject({
    url: `${path}?a=${code.printed}&p=${code.secret}&lang=en`,
    headers: { 'user-agent': browserOf(phone) },
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  })
}
const verify = async (code: PrintedCode, phone: string): Promise<VerifyAnswer> => (await look(code, phone)).json()
const casesOf = async ({ address }: PrintedCode) =>
  (await test.database.query('select * from verdict_case where address = $1', [address])).rows

describe('VD04 the verdict of a scan', () => {
  it('is a first check, then a known code, and a crowd of phones is a caution with one case', async () => {
    const code = goods.active[0]!
    expect((await verify(code, 'Pixel')).item).toMatchObject({ level: 'first', checks: 1, fired: [], recall: null })
    expect((await verify(code, 'Pixel')).item).toMatchObject({ level: 'first', checks: 1 })
    expect((await verify(code, 'Galaxy')).item).toMatchObject({ level: 'recognised', checks: 2 })
    for (const phone of phones.slice(2, 4)) await verify(code, phone)
    expect(await casesOf(code)).toEqual([])
    const answers = []
    for (const phone of phones) answers.push(await verify(code, phone))
    const last = answers.at(-1)!
    expect(last).toMatchObject({ verified: true, verdict: 'genuine', autoRedirect: false })
    expect(last.item!.fired).toMatchObject([{ rule: 'visitors', checks: 12, people: 12, days: defaultSettings.days }])
    const cases = await casesOf(code)
    expect(cases).toMatchObject([{ rule: 'visitors', state: 'open', merchant_id: goods.merchantId }])
  })

  it('loses none of many scans that come at the same moment', async () => {
    const code = goods.active[1]!
    await Promise.all(phones.flatMap((phone) => [verify(code, phone), verify(code, phone)]))
    expect((await verify(code, 'Pixel')).item).toMatchObject({ checks: phones.length })
  })

  it('remembers in the scans alone, also past tampered looks, and writes nothing more for a first one', async () => {
    const code = goods.active[2]!
    await verify(code, 'Pixel')
    const trails = async () =>
      (await test.database.query('select trail from scan where address = $1 order by at', [code.address])).rows
    expect(await trails()).toEqual([{ trail: null }])
    await look({ ...code, secret: 'wrong' }, 'Galaxy')
    const elsewhere = await testApp({ database: test.database })
    try {
      const url = `/api/tag/verify?a=${code.printed}&p=${code.secret}`
      const answer = await elsewhere.app.inject({ url, headers: { 'user-agent': browserOf('Nokia') } })
      expect(answer.json().item).toMatchObject({ level: 'recognised', checks: 2 })
    } finally {
      await elsewhere.close()
    }
    expect((await trails()).map(({ trail }) => trail?.length)).toEqual([undefined, 26, 44])
  })

  it('VD05 is on the page before all else and without a script, and says copy, never fake', async () => {
    const { body } = await look(goods.active[0]!, 'Pixel', '/verify')
    expect(body).toContain('Look twice before you rely on it')
    expect(body).toMatch(/Checked 12 times by at least 12 phones/)
    expect(body.indexOf('Look twice')).toBeLessThan(body.indexOf('<h1>'))
    expect(body).not.toContain('<h1>Pass!</h1>')
    expect(body).not.toMatch(/fake/i)
    const known = await product(test)
    expect((await look(known.active[0]!, 'Pixel', '/verify')).body).toContain('This is the first check of this code')
  })

  it('VD05 cannot be switched off by what the brand writes on its page', async () => {
    const brand = await product(test, { customization: { passMessage: '100% original', passDescription: 'Trust us' } })
    const code = brand.active[0]!
    for (const phone of phones) await verify(code, phone)
    const { body } = await look(code, 'Pixel', '/verify')
    expect(body).toContain('Look twice')
    expect(body).not.toMatch(/<h1>100% original/)
  })
})
