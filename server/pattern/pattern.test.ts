import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { patternContract } from '#shared/pattern/contract.ts'
import { type GivenLook, type LargeOrder, largeOrder, storeLooks } from './pattern.fixture.ts'
import { searchPatterns } from './service.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())

const search = () =>
  searchPatterns(world.services.db, { signal: new AbortController().signal, heartbeat: async () => {} })
/** The counts as after the first start, so that a test can add scans of past days. */
const forget = () => world.database.query('delete from pattern_mark; delete from pattern_block')
const casesOf = async ({ owner }: LargeOrder) => (await world.api(patternContract, owner).list({ query: {} })).rows
const copiedOf = async (order: LargeOrder) => {
  const { rows } = await world.database.query(
    'select serial_no from code_mark join code using (address) where order_id = $1 and copied_at is not null order by 1',
    [order.orderId],
  )
  return rows.map(({ serial_no }) => serial_no as number)
}

/** Every fifth code is scanned once; of the codes of the block, all are, half of them by two phones. */
const harvested = (from: number, to: number): GivenLook[] =>
  Array.from({ length: 1_500 }, (_, n) => n + 1).flatMap((serial) => {
    const inBlock = serial >= from && serial <= to
    const look = { serial, daysAgo: 1 + (serial % 9), kind: serial % 7 }
    if (!inBlock) return serial % 5 === 0 ? [look] : []
    return serial % 2 ? [look] : [look, { ...look, daysAgo: 10 + (serial % 5), kind: 20 + (serial % 7) }]
  })

describe('a block of copied codes', () => {
  it('becomes one case, which a repeated search does not change', async () => {
    const order = await largeOrder(world, 1_500)
    await storeLooks(world, order, harvested(401, 500))
    await search()
    const [found, ...others] = await casesOf(order)
    expect(others).toEqual([])
    expect(found).toMatchObject({ kind: 'harvest', state: 'open', orderId: order.orderId, markedAt: null })
    expect(found!.firstSerial).toBeLessThanOrEqual(401)
    expect(found!.lastSerial).toBeGreaterThanOrEqual(500)
    expect(found!.codes).toBeLessThan(500)
    const { evidence } = await world.api(patternContract, order.owner).read({ params: { id: found!.id } })
    expect(evidence.looks).toBeGreaterThanOrEqual(150)
    expect(evidence.serials.every(({ looks }) => looks >= 1 && looks <= 2)).toBe(true)
    await forget()
    await search()
    expect(await casesOf(order)).toEqual([found])
    const { rows } = await world.database.query(
      "select data from domain_event where name = 'pattern.found' and subject = $1",
      [found!.id],
    )
    const { facts, firstSerial, lastSerial, codes } = found!
    const seen = { facts, firstSerial, lastSerial, codes }
    expect(rows).toEqual([{ data: { product: 'Tea', seen } }])
    await world.deliverEvents()
    const { rows: told } = await world.database.query(
      'select event, name, reason from notification where subject = $1',
      [found!.id],
    )
    expect(told).toEqual([{ event: 'patternFound', name: 'Tea', reason: { seen } }])
  })

  it('is no case without copies, or if only automatic visits came', async () => {
    const order = await largeOrder(world, 1_500)
    const automatic = harvested(401, 500).map((look) =>
      look.serial > 400 && look.serial <= 500 && look.serial % 5 !== 0 ? { ...look, letters: 'ag' } : look,
    )
    await storeLooks(world, order, [...harvested(0, 0), ...automatic])
    await forget()
    await search()
    expect(await casesOf(order)).toEqual([])
  })
})

describe('a case', () => {
  it('marks its codes at once, and takes back only its own marks', async () => {
    const order = await largeOrder(world, 1_500)
    await storeLooks(world, order, harvested(401, 500))
    await world.database.query('insert into code_mark (address, merchant_id, copied_at) values ($1, $2, now())', [
      order.addresses[409],
      order.owner.merchantId,
    ])
    await forget()
    await search()
    const api = world.api(patternContract, order.owner)
    const { id, firstSerial, lastSerial, codes } = (await casesOf(order))[0]!
    const input = { params: { id } }
    const marked = await api.mark(input)
    expect(marked).toMatchObject({ state: 'closed', reason: 'copies' })
    expect(await api.mark(input)).toEqual(marked)
    const copied = await copiedOf(order)
    expect(copied).toEqual(Array.from({ length: codes }, (_, n) => firstSerial + n))
    expect(copied.at(-1)).toBe(lastSerial)
    await expect(api.close({ ...input, body: { reason: 'sale', note: '' } })).rejects.toMatchObject({
      code: 'pattern.marked',
    })
    expect(await api.unmark(input)).toMatchObject({ state: 'open', markedAt: null })
    expect(await copiedOf(order)).toEqual([410])
    const { rows } = await world.database.query(
      'select action, data from audit_entry where subject = $1 order by seq',
      [id],
    )
    expect(rows).toMatchObject([
      { action: 'pattern.mark', data: { codes: codes - 1 } },
      { action: 'pattern.unmark', data: { codes: codes - 1 } },
      { action: 'pattern.reopen' },
    ])
  })

  it('stays closed until there is twice the evidence', async () => {
    const order = await largeOrder(world, 1_500)
    await storeLooks(world, order, harvested(451, 500))
    await forget()
    await search()
    const api = world.api(patternContract, order.owner)
    const { id } = (await casesOf(order))[0]!
    await api.close({ params: { id }, body: { reason: 'sale', note: 'A fair' } })
    await forget()
    await search()
    expect(await casesOf(order)).toMatchObject([{ id, state: 'closed', reason: 'sale' }])
    await storeLooks(
      world,
      order,
      harvested(401, 600).filter(({ serial }) => serial > 400 && serial <= 600),
    )
    await forget()
    await search()
    expect(await casesOf(order)).toMatchObject([{ id, state: 'open', reason: null }])
  })

  it('is not found by another merchant', async () => {
    const order = await largeOrder(world, 1_500)
    await storeLooks(world, order, harvested(401, 500))
    await forget()
    await search()
    const { id } = (await casesOf(order))[0]!
    const stranger = world.api(patternContract, await world.confirmedMerchant())
    await expect(stranger.mark({ params: { id } })).rejects.toMatchObject({ status: 404 })
    expect((await stranger.list({ query: {} })).rows).toEqual([])
    expect(await copiedOf(order)).toEqual([])
  })
})

describe('one visitor who opens many codes', () => {
  const opened = (count: number, minutes: number, more: Partial<GivenLook> = {}): GivenLook[] =>
    Array.from({ length: count }, (_, n) => ({
      ...{ serial: 3 + n, daysAgo: 2, kind: 5, visitor: 77, minute: 60 + Math.floor((n * minutes) / count) },
      ...more,
    }))

  it('becomes a case of these codes', async () => {
    const order = await largeOrder(world, 60)
    await storeLooks(world, order, [...opened(16, 50), { serial: 50, daysAgo: 2, kind: 9 }])
    await forget()
    await search()
    const cases = await casesOf(order)
    expect(cases).toMatchObject([{ kind: 'labels', codes: 16, firstSerial: 3, lastSerial: 18, facts: { codes: 16 } }])
    const { evidence } = await world.api(patternContract, order.owner).read({ params: { id: cases[0]!.id } })
    expect(evidence).toMatchObject({ looks: 16, days: 1 })
    await world.api(patternContract, order.owner).mark({ params: { id: cases[0]!.id } })
    expect(await copiedOf(order)).toEqual(Array.from({ length: 16 }, (_, n) => 3 + n))
  })

  it.each([
    ['fewer codes', opened(14, 50)],
    ['a whole day', opened(16, 16 * 60)],
    ['different visitors', opened(16, 50).map((look, n) => ({ ...look, visitor: n + 1 }))],
    ['one who also scanned codes that were not active', [...opened(16, 50), { ...opened(1, 1)[0]!, letters: 'vn' }]],
    ['automatic visits', opened(16, 50, { letters: 'ag' })],
  ])('is no case with %s', async (_, looks) => {
    const order = await largeOrder(world, 60)
    await storeLooks(world, order, looks)
    await forget()
    await search()
    expect(await casesOf(order)).toEqual([])
  })
})
