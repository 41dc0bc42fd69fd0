import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'
import { calibrationContract } from '#shared/verdict/calibration/contract.ts'
import { type CloseReason, verdictContract } from '#shared/verdict/contract.ts'
import { defaultThreshold } from '#shared/verdict/score/thresholds.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'

let world: TestApp
let mine: Product
let owner: Person
beforeAll(async () => {
  world = await testApp()
  mine = await product(world)
  owner = await world.signUp({ confirmed: true, merchantId: mine.merchantId })
})
afterAll(() => world?.close())

const calls = () => world.api(calibrationContract, owner)
const threshold = async () =>
  (await world.database.query('select threshold from verdict_calibration where sku_id = $1', [mine.skuId])).rows[0]
    ?.threshold

describe('the calibration of a SKU', () => {
  it('is empty before the first sample', async () => {
    expect(await calls().read({ params: { id: mine.skuId } })).toEqual({
      codes: 0,
      above: 0,
      shift: 'usual',
      asks: false,
      isShared: null,
      measuredAt: null,
    })
  })

  it('asks a person, whose word raises the threshold until it is taken back or the use changes', async () => {
    const params = { id: mine.skuId }
    const standard = defaultThreshold(defaultSettings)
    // A tenth of the codes of each order is above the default for one owner.
    const sample = Array.from({ length: 10 }, () => ({ codes: 50, scores: Array(5).fill(standard + 1), honest: [] }))
    await world.database.query(
      `insert into verdict_calibration (sku_id, merchant_id, sample, measured_at) values ($1, $2, $3, now())`,
      [mine.skuId, mine.merchantId, JSON.stringify(sample)],
    )
    expect(await calls().read({ params })).toMatchObject({ codes: 500, above: 50, asks: true, isShared: null })
    const agreed = await calls().answerQuestion({ params, body: { isShared: true } })
    expect(agreed).toMatchObject({ shift: 'later', asks: true, isShared: true })
    expect(await threshold()).toBeGreaterThan(standard)
    const said = `select data from audit_entry where action = 'verdict.shared' and actor_id = $1 order by seq`
    expect((await world.database.query(said, [owner.id])).rows).toEqual([{ data: { isShared: true } }])

    await world.api(verdictContract, owner).saveSettings({ params, body: { ...defaultSettings, category: 'display' } })
    expect(await calls().read({ params })).toMatchObject({ above: 0, asks: false })
    const displayed = defaultThreshold({ ...defaultSettings, category: 'display' })
    expect((await threshold()) ?? displayed).toBeLessThanOrEqual(displayed)
    await world.api(verdictContract, owner).saveSettings({ params, body: defaultSettings })
    expect(await threshold()).toBeGreaterThan(standard)
    const taken = await calls().answerQuestion({ params, body: { isShared: false } })
    expect(taken).toMatchObject({ asks: true, isShared: false })
    expect((await threshold()) ?? standard).toBeLessThanOrEqual(standard)
  })
})

describe('the outcomes of warnings', () => {
  it('count codes that were closed as copies and as honest in the last 12 months', async () => {
    const close = (rule: string, reason: CloseReason, address: string = randomUUID(), months = 1) =>
      world.database.query(
        `insert into verdict_case (merchant_id, sku_id, order_id, address, rule, fired, level, state, reason, updated_at)
         select merchant_id, $2, order_id, $3, $4, '{}', 'caution', 'closed', $5, now() - make_interval(months => $6)
         from code where address = $1`,
        [mine.active[0]!.address, mine.skuId, address, rule, reason, months],
      )
    expect(await calls().outcomes({})).toEqual({ copies: 0, honest: 0 })
    const copied = randomUUID()
    await close('visitors', 'copy', copied)
    await close('travel', 'mistake', copied)
    for (const reason of ['mistake', 'display', 'owner'] as const) await close('visitors', reason)
    await close('market', 'other')
    await close('consumed', 'copy')
    await close('visitors', 'copy', randomUUID(), 13)
    expect(await calls().outcomes({})).toEqual({ copies: 1, honest: 3 })
  })
})
