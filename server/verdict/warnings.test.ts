import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { type CloseReason, verdictContract } from '#shared/verdict/contract.ts'
import { caseOpened } from '#shared/verdict/events.ts'
import { caseRetentionRule } from './retention.ts'
import { codeFields, phones, postReport, reportField, verifyAt } from './shopper.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(async () => {
  await world?.close()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Twenty phones that differ in everything. */
const crowd = [...phones, ...phones.slice(0, 8).map((phone) => `${phone}Lite`)]
const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`

async function brand(): Promise<{ goods: Product; code: PrintedCode; owner: Person }> {
  const goods = await product(world)
  const owner = await world.signUp({ confirmed: true, merchantId: goods.merchantId })
  return { goods, code: goods.active[0]!, owner }
}
async function scanned(code: PrintedCode, by: readonly string[]) {
  let item: Awaited<ReturnType<typeof verifyAt>>['item'] = null
  for (const phone of by) item = (await verifyAt(world, code, phone)).item
  return item!
}
/** Scans by two phones on each of the last days. */
async function scannedOverDays(code: PrintedCode, by: readonly string[]) {
  const days = Math.ceil(by.length / 2)
  for (let day = 0; day < days - 1; day++) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (days - 1 - day) * 86_400_000 })
    await scanned(code, by.slice(2 * day, 2 * day + 2))
    vi.useRealTimers()
  }
  return scanned(code, by.slice(2 * (days - 1)))
}
const minutesOn = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

describe('one IP address', () => {
  it.each([
    ['IPv4 address', (n: number) => `203.0.113.${10 + n}`],
    ['IPv6 network', (n: number) => `2001:db8:7:9::${n.toString(16)}`],
    ['IPv6 connection with many networks', (n: number) => `2001:db8:8:${n.toString(16)}::1`],
  ])(
    'raises no warning with twelve browsers from one %s, and no suspected copy beside seven shoppers',
    async (_, at) => {
      const { code } = await brand()
      const attack = async () => {
        let item: Awaited<ReturnType<typeof scanned>> | null = null
        for (const [n, phone] of phones.entries()) {
          item = (await verifyAt(world, code, `${phone}X`, { remoteAddress: at(n), browser: `${phone}X/1.0` })).item
        }
        return item
      }
      expect(await attack()).toMatchObject({ level: 'recognised', fired: [] })
      expect((await scanned(code, phones.slice(0, 4))).level).toBe('recognised')
      for (let hour = 1; hour < 6; hour++) {
        minutesOn(61)
        expect((await attack())?.level).not.toBe('suspected_copy')
      }
    },
  )
})

describe('many networks within an hour', () => {
  it('raise no warning before they have come on three days', async () => {
    const { code } = await brand()
    for (const day of ['', 'Next']) {
      const later = crowd.map((phone) => `${phone}${day}`)
      expect(await scanned(code, later)).toMatchObject({ level: 'recognised', fired: [] })
      minutesOn(86_400 / 60)
    }
  })
})

describe('a warning', () => {
  it('stays when 66 versions of one browser, and then many networks, fill the visit log', async () => {
    const { code } = await brand()
    expect((await scannedOverDays(code, crowd)).level).toBe('caution')
    for (let n = 0; n < 66; n++) {
      const { item } = await verifyAt(world, code, '', { remoteAddress: '198.51.100.9', browser: chrome(60 + n) })
      expect(item?.level).toBe('caution')
    }
    // Also when the visit log is empty.
    await world.database.query('delete from recent_visits where address = $1', [code.address])
    expect(await scanned(code, ['Pixel'])).toMatchObject({ level: 'caution', fired: [{ rule: 'visitors' }] })
  })
})

/** The rules that the events about the cases of a code name. */
async function openedCases({ address }: PrintedCode): Promise<string[]> {
  const { rows } = await world.database.query(
    `select e.data #>> '{fired,rule}' as rule from domain_event e join verdict_case c on c.id = e.subject
     where e.name = $2 and c.address = $1 order by e.id`,
    [address, caseOpened.name],
  )
  return rows.map(({ rule }) => rule)
}

describe('a reported mistake', () => {
  const calls = (person: Person) => world.api(verdictContract, person)
  const caseOf = async (owner: Person) => (await calls(owner).cases({ query: {} })).rows[0]!
  const close = async (owner: Person, reason: CloseReason) =>
    calls(owner).change({ params: { id: (await caseOf(owner)).id }, body: { state: 'closed', reason } })
  const audited = async ({ address }: PrintedCode) =>
    (await world.database.query('select action, data from audit_entry where subject = $1 order by seq', [address])).rows
  const cleared = async ({ address }: PrintedCode) =>
    (await world.database.query('select cleared from code_mark where address = $1', [address])).rows[0]?.cleared

  it('clears the page at the next scan, and only new visitors count afterwards', async () => {
    const { code, owner } = await brand()
    expect((await scannedOverDays(code, crowd)).level).toBe('caution')
    expect(await openedCases(code)).toEqual(['visitors'])
    await close(owner, 'mistake')
    expect(await scanned(code, ['Pixel'])).toMatchObject({ level: 'recognised', fired: [] })
    expect(await audited(code)).toMatchObject([{ action: 'verdict.clear', data: { rule: 'visitors' } }])
    minutesOn(2)
    expect((await scanned(code, crowd)).fired).toEqual([])
    expect(await caseOf(owner)).toMatchObject({ state: 'closed', reason: 'mistake' })
    for (const phone of crowd) {
      minutesOn(1440)
      await scanned(code, [`${phone}New`])
    }
    expect(await scanned(code, ['PixelNew'])).toMatchObject({ level: 'caution', fired: [{ rule: 'visitors' }] })
    // The session would have ended meanwhile.
    vi.useRealTimers()
    expect(await caseOf(owner)).toMatchObject({ state: 'open', reason: null })
    expect(await openedCases(code)).toEqual(['visitors', 'visitors'])
  })

  it('is idempotent, and restores the warning when it is withdrawn', async () => {
    const { code, owner } = await brand()
    await scannedOverDays(code, crowd)
    await close(owner, 'mistake')
    const first = await cleared(code)
    minutesOn(3)
    await close(owner, 'mistake')
    await calls(owner).change({
      params: { id: (await caseOf(owner)).id },
      body: { state: 'closed', reason: 'mistake', note: 'Own shop' },
    })
    expect(await cleared(code)).toEqual(first)
    expect(await audited(code)).toHaveLength(1)
    await calls(owner).change({ params: { id: (await caseOf(owner)).id }, body: { state: 'acknowledged' } })
    expect((await scanned(code, ['Pixel'])).level).toBe('caution')
    expect((await audited(code)).map(({ action }) => action)).toEqual(['verdict.clear', 'verdict.unclear'])
  })

  it('applies to one code, and can be reported by its brand only', async () => {
    const { code, owner, goods } = await brand()
    const other = await brand()
    await scannedOverDays(code, crowd)
    await scannedOverDays(goods.active[1]!, crowd)
    const { rows } = await calls(owner).cases({ query: {} })
    const { id } = rows.find((row) => row.code === code.printed)!
    const body = { state: 'closed', reason: 'mistake' } as const
    await expect(calls(other.owner).change({ params: { id }, body })).rejects.toMatchObject({ status: 404 })
    expect(await cleared(code)).toBeNull()
    await calls(owner).change({ params: { id }, body })
    expect((await scanned(code, ['Pixel'])).fired).toEqual([])
    expect((await scanned(goods.active[1]!, ['Pixel'])).level).toBe('caution')
  })

  it('clears the used-up state of an item', async () => {
    const { code, owner } = await brand()
    await calls(owner).consume({ body: { code: code.printed, consumed: true } })
    expect((await scanned(code, ['Pixel'])).fired).toMatchObject([{ rule: 'consumed' }])
    await close(owner, 'mistake')
    expect((await scanned(code, ['Pixel'])).fired).toEqual([])
  })
})

describe('the mark that copies were found', () => {
  const copiedAt = async ({ address }: PrintedCode) =>
    (await world.database.query('select copied_at from code_mark where address = $1', [address])).rows[0]?.copied_at
  const cases = async ({ merchantId, skuId }: Product, { address }: PrintedCode) => {
    const { rows } = await world.database.query(
      `insert into verdict_case (merchant_id, sku_id, order_id, address, rule, level)
       select $1, $2, order_id, address, rule, 'caution' from code, unnest('{visitors,travel}'::text[]) as rule
       where address = $3 returning id`,
      [merchantId, skuId, address],
    )
    return rows.map(({ id }) => id as string)
  }
  const set = (owner: Person, id: string, reason: CloseReason) =>
    world.api(verdictContract, owner).change({ params: { id }, body: { state: 'closed', reason } })

  it('stays until no case of the code says so', async () => {
    const { code, owner, goods } = await brand()
    const [visitors, travel] = await cases(goods, code)
    await set(owner, visitors!, 'copy')
    await set(owner, travel!, 'copy')
    await set(owner, travel!, 'mistake')
    expect(await copiedAt(code)).not.toBeNull()
    await set(owner, visitors!, 'mistake')
    expect(await copiedAt(code)).toBeNull()
  })

  it('is right when two people decide at the same time', async () => {
    const { code, owner, goods } = await brand()
    const ids = await cases(goods, code)
    for (let n = 0; n < 5; n++) {
      for (const id of ids) await set(owner, id, 'copy')
      await Promise.all(ids.map((id) => set(owner, id, 'owner')))
      expect(await copiedAt(code)).toBeNull()
    }
  })
})

describe('the retention of cases', () => {
  it('deletes a report, and a mistake after a year, and keeps a closed case whose warning shoppers see', async () => {
    const { code, owner } = await brand()
    const other = (await brand()).code
    const closeAll = async (reason: CloseReason, { address }: PrintedCode) => {
      await world.database.query(
        `update verdict_case set state = 'closed', reason = $1, updated_at = now() - interval '40 days' where address = $2`,
        [reason, address],
      )
    }
    const left = async ({ address }: PrintedCode) =>
      (await world.database.query('select state, reason from verdict_case where address = $1', [address])).rows
    await scannedOverDays(code, crowd)
    await scannedOverDays(other, crowd)
    const report = await postReport(world, ...codeFields(code), reportField('note', 'Odd'))
    expect(report.statusCode).toBe(200)
    await closeAll('owner', code)
    await closeAll('mistake', other)
    await caseRetentionRule.remove!(world.services, new Date(Date.now() - 30 * 86_400_000), new Map())
    const kept = [{ state: 'closed', reason: 'owner' }]
    expect([await left(code), await left(other)]).toEqual([kept, [{ state: 'closed', reason: 'mistake' }]])
    await world.database.query(
      `update verdict_case set updated_at = now() - interval '13 months' where state = 'closed'`,
    )
    await caseRetentionRule.remove!(world.services, new Date(Date.now() - 30 * 86_400_000), new Map())
    expect([await left(code), await left(other)]).toEqual([kept, []])
    await scanned(code, ['Pixel'])
    expect(await world.api(verdictContract, owner).cases({ query: { state: 'open' } })).toMatchObject({ total: 0 })
  })
  it('keeps a report that was closed as a copy, so that the mark of its code can be taken back', async () => {
    const { code, owner } = await brand()
    await postReport(world, ...codeFields(code), reportField('note', 'Odd'))
    const [params] = (await world.api(verdictContract, owner).cases({ query: {} })).rows
    const close = (reason: CloseReason) =>
      world.api(verdictContract, owner).change({ params: params!, body: { state: 'closed', reason } })
    await close('copy')
    const later = new Date(Date.now() + 60_000)
    await caseRetentionRule.remove!(world.services, later, new Map())
    expect(await scanned(code, ['Pixel'])).toMatchObject({ level: 'suspected_copy' })
    await close('owner')
    expect((await scanned(code, ['Pixel'])).level).not.toBe('suspected_copy')
    await caseRetentionRule.remove!(world.services, later, new Map())
    await expect(close('copy')).rejects.toMatchObject({ status: 404 })
  })
})
