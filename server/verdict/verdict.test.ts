import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { newCustomization } from '#shared/customization/rules.ts'
import { verdictContract } from '#shared/verdict/contract.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { buyers, phones, rememberBuyers, scanCode, verifyAt } from './shopper.fixture.ts'

let world: TestApp
let goods: Product

beforeAll(async () => {
  world = await testApp()
  goods = await product(world, { verify_url: 'https://rimba.example/bag' }, ['redirect:rimba.example'])
})
afterAll(async () => {
  await world?.close()
})

const scan = (code: PrintedCode, phone: string, path?: string) => scanCode(world, code, phone, path)
const verify = (code: PrintedCode, phone: string) => verifyAt(world, code, phone)
const casesOf = async ({ address }: PrintedCode) =>
  (await world.database.query('select * from verdict_case where address = $1', [address])).rows

describe('the verdict of a scan [VD04]', () => {
  it('is first, then recognised', async () => {
    const code = goods.active[0]!
    expect((await verify(code, 'Pixel')).item).toMatchObject({
      level: 'first',
      checks: 1,
      isFirst: true,
      fired: [],
      recall: null,
    })
    // It may be the same phone, or another of its kind.
    expect((await verify(code, 'Pixel')).item).toMatchObject({ level: 'first', checks: 1, isFirst: false })
    expect((await verify(code, 'Galaxy')).item).toMatchObject({ level: 'recognised', checks: 2 })
    for (const phone of phones) await verify(code, phone)
    expect(await casesOf(code)).toEqual([])
  })

  it('is a caution with one case when many phones came on different days', async () => {
    const bought = await product(world, {}, ['redirect:rimba.example'])
    const code = bought.active[0]!
    await rememberBuyers(world, code)
    const answers = []
    for (const phone of phones) answers.push(await verify(code, phone))
    const last = answers.at(-1)!
    expect(last).toMatchObject({ verified: true, verdict: 'genuine', autoRedirect: false })
    expect(last.item!.level).toBe('caution')
    expect(last.item!.fired).toMatchObject([{ rule: 'visitors', checks: buyers + phones.length, days: buyers + 1 }])
    const cases = await casesOf(code)
    expect(cases).toMatchObject([{ rule: 'visitors', state: 'open', merchant_id: bought.merchantId }])
  })

  it('is the headline of the page without a script, with the word copy and not fake [VD05]', async () => {
    const copied = (await product(world)).active[0]!
    await rememberBuyers(world, copied)
    await verify(copied, 'Pixel')
    await world.database.query('update code_mark set copied_at = now() where address = $1', [copied.address])
    const { body } = await scan(copied, 'Pixel', '/verify')
    expect(body).toContain('<h1>This may be a copy</h1>')
    expect(body).toMatch(/Scanned .*by at least \d+ phones/)
    expect(body).toContain('<title>This may be a copy · Product verification</title>')
    expect(body).not.toMatch(/fake/i)
    const known = await product(world)
    const first = (await scan(known.active[0]!, 'Pixel', '/verify')).body
    expect(first).toContain('No earlier scan of this code is known')
    expect(first).toContain('<h1>Pass!</h1>')
  })

  it("cannot be disabled by the content of the brand's page [VD05]", async () => {
    const customization = {
      ...newCustomization(),
      isDraft: false,
      order: [],
      verified_text: '100% original',
      description: 'Trust us',
    }
    const brand = await product(world, { customization })
    const code = brand.active[0]!
    await rememberBuyers(world, code)
    const { body } = await scan(code, 'Pixel', '/verify')
    expect(body).toContain('<h1>Check this product carefully</h1>')
    expect(body).not.toMatch(/100% original|Trust us/)
    const genuinePage = (await scan(brand.active[1]!, 'Pixel', '/verify')).body
    expect(genuinePage).toMatch(/<h1>100% original<\/h1><p class="lead">Trust us</)
  })
})

describe('actions of a brand [VD06]', () => {
  let owner: Person
  let code: PrintedCode
  let mine: Product
  const calls = () => world.api(verdictContract, owner)

  beforeAll(async () => {
    mine = await product(world)
    code = mine.active[0]!
    owner = await world.signUp({ confirmed: true, merchantId: mine.merchantId })
    await rememberBuyers(world, code)
    for (const phone of phones.slice(0, 7)) await verify(code, phone)
  })

  it('lists the case with its facts and scans, and closes it only with a reason', async () => {
    const { rows, total } = await calls().cases({ query: {} })
    expect([total, rows[0]]).toMatchObject([1, { rule: 'visitors', state: 'open', code: code.printed }])
    const { id } = rows[0]!
    const scans = await calls().scans({ params: { id }, query: {} })
    expect(scans.total).toBe(7)
    expect(scans.rows.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(new Set(scans.rows.map(({ visitor }) => visitor)).size).toBe(7)
    await expect(calls().change({ params: { id }, body: { state: 'closed' } })).rejects.toThrow()
    await calls().change({ params: { id }, body: { state: 'acknowledged', note: 'Asked the shop' } })
    const closed = await calls().change({ params: { id }, body: { state: 'closed', reason: 'display' } })
    expect(closed).toMatchObject({ state: 'closed', reason: 'display' })
  })

  it('shows a warning to all shoppers when copies were found, until it is withdrawn', async () => {
    const { rows } = await calls().cases({ query: {} })
    const params = { id: rows[0]!.id }
    await calls().change({ params, body: { state: 'closed', reason: 'copy' } })
    expect((await verify(code, 'Pixel')).item).toMatchObject({ level: 'suspected_copy' })
    await calls().change({ params, body: { state: 'closed', reason: 'display' } })
    expect((await verify(code, 'Pixel')).item).toMatchObject({ level: 'caution' })
  })

  it('sets the thresholds of a SKU, within limits', async () => {
    const params = { id: mine.skuId }
    expect(await calls().settings({ params })).toEqual(defaultSettings)
    const tooMany = { ...defaultSettings, strangers: 1000 }
    await expect(calls().saveSettings({ params, body: tooMany })).rejects.toThrow()
    const display = { ...defaultSettings, category: 'display', warned: '0.001' } as const
    await calls().saveSettings({ params, body: display })
    expect(await calls().settings({ params })).toEqual(display)
  })

  it('applies a changed setting to the next scans', async () => {
    const params = { id: mine.skuId }
    await calls().saveSettings({ params, body: { ...defaultSettings, markets: ['DE'] } })
    const rules = async () => (await verify(mine.active[0]!, 'Pixel')).item?.fired.map(({ rule }) => rule)
    await expect.poll(rules, { timeout: 8000 }).toContain('market')
    await calls().saveSettings({ params, body: defaultSettings })
    await expect.poll(rules, { timeout: 8000 }).not.toContain('market')
  })

  it('rejects codes of no country, and returns those that are stored already', async () => {
    const params = { id: mine.skuId }
    const save = (markets: string[]) => calls().saveSettings({ params, body: { ...defaultSettings, markets } })
    expect(await save(['MY', 'GB', 'XK'])).toMatchObject({ markets: ['MY', 'GB', 'XK'] })
    await expect(save(['GE', 'RM'])).rejects.toMatchObject({ status: 400 })
    const stored = `settings || '{"markets": ["UK"]}'`
    await world.database.query(`update verdict_setting set settings = ${stored} where sku_id = $1`, [mine.skuId])
    expect(await calls().settings({ params })).toMatchObject({ markets: ['UK'] })
    await save([])
  })

  it('marks an item as used up', async () => {
    const other = mine.active[1]!
    await calls().consume({ body: { code: other.printed, consumed: true } })
    expect((await verify(other, 'Pixel')).item!.fired).toMatchObject([{ rule: 'consumed' }])
    await calls().consume({ body: { code: other.printed, consumed: false } })
    expect((await verify(other, 'Pixel')).item!.fired).toEqual([])
  })
})

describe('the PDF for the shopper [VD09]', () => {
  it('shows the result of the check, and is not counted as a scan', async () => {
    const code = goods.active[0]!
    const counted = async () =>
      (await world.database.query('select count(*)::int as n from scan where address = $1', [code.address])).rows[0].n
    await verify(code, 'Pixel')
    const [before, cases] = [await counted(), await casesOf(code)]
    for (const phone of phones.slice(0, 3)) await scan(code, phone, '/verify/paper')
    expect(await counted()).toBe(before)
    expect(await casesOf(code)).toEqual(cases)
    expect((await verify(code, 'Pixel')).item!.checks).toBe(phones.length)
  })

  it('is a PDF in either language, requires the secret of the code, and stays the same without changes', async () => {
    const code = goods.active[0]!
    const paper = (given: Record<string, string>) =>
      world.app.inject({ url: `/verify/paper?${new URLSearchParams(given)}` })
    for (const lang of ['en', 'ru']) {
      const answer = await paper({ a: code.printed, p: code.secret, lang })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect(answer.rawPayload.toString('latin1')).toContain('/Count 1')
      const again = await paper({ a: code.printed, p: code.secret, lang })
      expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
    }
    for (const query of [{ a: code.printed }, { a: code.printed, p: '0'.repeat(16) }, { a: 'no code at all' }]) {
      expect((await paper(query)).statusCode).toBe(404)
    }
  })
})
