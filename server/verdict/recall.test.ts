import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { resultLines } from '#server/verify/page/result-pdf.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import { type RecallScope, verdictContract } from '#shared/verdict/contract.ts'
import { scanCode, verifyAt } from './shopper.fixture.ts'

let world: TestApp

beforeAll(async () => {
  world = await testApp()
})
afterAll(async () => {
  await world?.close()
})

const message = 'Bring it <back>'
const verify = (code: PrintedCode) => verifyAt(world, code, 'Pixel')
const pageOf = async (code: PrintedCode) => (await scanCode(world, code, 'Pixel', '/verify')).body
const paperOf = async (code: PrintedCode) =>
  resultLines({ answer: await verify(code), code: code.printed, language: 'enUS', at: new Date() }).map(
    ({ text }) => text,
  )

/** A brand that recalls its only product. */
async function brandOf(goods: Product) {
  return world.api(verdictContract, await world.signUp({ confirmed: true, merchantId: goods.merchantId }))
}

/** The subject of a recall, and the text that has to be typed to confirm it. */
async function targetOf({ skuId, batchId, active }: Product, scope: RecallScope) {
  const { rows } = await world.database.query(
    'select o.id, o.order_id from code c join code_order o on o.id = c.order_id where c.address = $1',
    [active[0]!.address],
  )
  const [order] = rows
  return {
    order: { scope, target: order.id as string, confirm: order.order_id as string },
    batch: { scope, target: batchId, confirm: 'A1' },
    sku: { scope, target: skuId, confirm: 'B1' },
  }[scope]
}

/** Waits until the process has read the product again. */
async function remembered({ skuId }: Product, code: PrintedCode): Promise<void> {
  const name = `Bag ${randomUUID()}`
  await world.database.query('update sku set name = $2 where id = $1', [skuId, name])
  await expect.poll(async () => (await verify(code)).product?.name, { timeout: 8000 }).toBe(name)
}

/** Moves the public time of the recall to one second from now. */
const setPublicInOneSecond = (id: string) =>
  world.database.query(`update recall set public_at = now() + interval '1 second' where id = $1`, [id])
const waitUntilPublic = (code: PrintedCode) =>
  expect.poll(async () => (await verify(code)).item?.recall?.message, { timeout: 8000 }).toBe(message)

describe('a recall [VD07]', () => {
  it.each(['order', 'batch', 'sku'] as const)(
    'of a whole %s changes nothing before its public time, and then comes first',
    async (scope) => {
      const goods = await product(world)
      const code = goods.active[0]!
      const brand = await brandOf(goods)
      const named = omit(await targetOf(goods, scope), 'scope')
      const { target, confirm } = named
      const subject = await brand.recallSubject({ query: { scope, target } })
      expect(subject).toMatchObject({ typed: confirm, units: 3, skuId: goods.skuId })
      // Only the first scan knows of no other.
      await verify(code)
      const { product: _product, ...before } = await verify(code)

      const recalled = await brand.recall({ body: { scope, target, message, confirm: ` ${confirm} ` } })
      const delay = Date.parse(recalled.publicAt) - Date.parse(recalled.createdAt)
      expect(delay).toBe(120_000)
      const { rows, now } = await brand.recalls({ query: {} })
      expect(rows).toEqual([recalled])
      expect(Date.parse(now)).toBeLessThan(Date.parse(recalled.publicAt))
      await remembered(goods, code)
      expect(await verify(code)).toMatchObject(before)
      expect(await pageOf(code)).toContain('<h1>Pass!</h1>')
      expect(await paperOf(code)).not.toContain('Recalled – do not use')

      // The same process applies the recall by itself, with the product in its cache.
      await setPublicInOneSecond(recalled.id)
      await waitUntilPublic(code)
      const body = await pageOf(code)
      expect(body).toContain('<h1>Recalled – do not use</h1>')
      expect(body).toContain('<blockquote>Bring it &lt;back></blockquote>')
      expect(await paperOf(code)).toContain('Recalled – do not use')
      const inactive = await verify(goods.inactive)
      expect(inactive.item?.recall?.message).toBe(scope === 'batch' ? undefined : message)

      const params = { id: recalled.id }
      await expect(brand.undoRecall({ params })).rejects.toMatchObject({ code: 'verdict.recallPublic', status: 409 })
      await brand.endRecall({ params, body: { reason: 'All jars came back' } })
      const { rows: history } = await brand.recalls({ query: { state: 'ended' } })
      expect(history[0]).toMatchObject({
        id: recalled.id,
        endReason: 'All jars came back',
        endedAt: expect.any(String),
      })
      expect((await brand.recalls({ query: {} })).rows.map(({ id }) => id)).not.toContain(recalled.id)
      // The first reason stays.
      await brand.endRecall({ params, body: { reason: 'Again' } })
      expect((await brand.recalls({ query: { state: 'ended' } })).rows[0]!.endReason).toBe('All jars came back')
      await expect.poll(async () => (await verify(goods.active[1]!)).item?.recall, { timeout: 8000 }).toBeNull()
      await expect(brand.undoRecall({ params })).rejects.toMatchObject({ code: 'verdict.recallPublic' })
    },
  )

  it('is never visible when it is undone before its public time, and may be undone twice', async () => {
    const goods = await product(world)
    const code = goods.active[0]!
    const brand = await brandOf(goods)
    const { id } = await brand.recall({ body: { ...(await targetOf(goods, 'sku')), message } })
    for (const _ of [1, 2]) await brand.undoRecall({ params: { id } })
    expect(await brand.recalls({ query: {} })).toMatchObject({ rows: [], total: 0 })
    await world.database.query(`update recall set public_at = now() where id = $1`, [id])
    await remembered(goods, code)
    expect((await verify(code)).item?.recall).toBeNull()
    const { rows } = await world.database.query(
      `select action, subject from audit_entry where merchant_id = $1 and action like 'verdict.%' order by seq`,
      [goods.merchantId],
    )
    expect(rows).toEqual(
      ['recall', 'undoRecall'].map((deed) => ({
        action: `verdict.${deed}`,
        subject: goods.skuId,
      })),
    )
  })

  it('tells other domains of its start, and of its end only if shoppers could see it', async () => {
    const goods = await product(world)
    const brand = await brandOf(goods)
    const start = async () => (await brand.recall({ body: { ...(await targetOf(goods, 'sku')), message } })).id
    const told = async (id: string) =>
      (await world.database.query('select name, data from domain_event where subject = $1 order by id', [id])).rows.map(
        ({ name, data }) => `${name} ${data.name}`,
      )
    const undone = await start()
    await brand.undoRecall({ params: { id: undone } })
    const early = await start()
    await brand.endRecall({ params: { id: early }, body: { reason: 'A mistake' } })
    const seen = await start()
    await world.database.query('update recall set public_at = now() where id = $1', [seen])
    for (const _ of [1, 2]) await brand.endRecall({ params: { id: seen }, body: { reason: 'All came back' } })
    const name = (await world.database.query('select name from sku where id = $1', [goods.skuId])).rows[0].name
    expect([await told(undone), await told(early)]).toEqual([[`recall.started ${name}`], [`recall.started ${name}`]])
    expect(await told(seen)).toEqual([`recall.started ${name}`, `recall.ended ${name}`])
  })

  it('requires its subject to be typed for every caller', async () => {
    const goods = await product(world)
    const brand = await brandOf(goods)
    const target = await targetOf(goods, 'sku')
    for (const confirm of ['b1', 'B 1', 'Bag', '', goods.skuId]) {
      await expect(brand.recall({ body: { ...target, message, confirm } })).rejects.toMatchObject({
        status: 400,
        details: { issues: [{ path: 'confirm', message: 'Please type it exactly as shown' }] },
      })
    }
    expect(await brand.recalls({ query: {} })).toMatchObject({ rows: [], total: 0 })
  })

  it('is created once when it is sent again with the same key', async () => {
    const goods = await product(world)
    const brand = await brandOf(goods)
    const request = { body: { ...(await targetOf(goods, 'sku')), message }, idempotencyKey: randomUUID() }
    const [first, second] = await Promise.all([brand.recall(request), brand.recall(request)])
    expect(second).toEqual(first)
    expect(await brand.recall(request)).toEqual(first)
    expect(await brand.recalls({ query: {} })).toMatchObject({ rows: [first], total: 1 })
  })

  it('is created once when several calls recall the same subject, and again after its end', async () => {
    const goods = await product(world)
    const brand = await brandOf(goods)
    const request = { body: { ...(await targetOf(goods, 'order')), message } }
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => brand.recall(request)))
    const refused = calls.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(9)
    for (const call of refused) expect(call).toMatchObject({ reason: { code: 'verdict.recallRunning', status: 409 } })
    const { rows } = await brand.recalls({ query: {} })
    expect(rows).toHaveLength(1)
    await brand.undoRecall({ params: { id: rows[0]!.id } })
    expect(await brand.recalls({ query: {} })).toMatchObject({ rows: [], total: 0 })
    expect(await brand.recall(request)).toMatchObject({ message })
    // Another subject of the same goods is a recall of its own.
    expect(await brand.recall({ body: { ...(await targetOf(goods, 'sku')), message } })).toMatchObject({ message })
  })

  it('is not found when its subject belongs to another merchant', async () => {
    const foreignProduct = await product(world)
    const ownApi = await brandOf(await product(world))
    for (const scope of ['order', 'batch', 'sku'] as const) {
      const { target, confirm } = await targetOf(foreignProduct, scope)
      const noTarget = { code: 'verdict.noTarget', status: 404 }
      await expect(ownApi.recallSubject({ query: { scope, target } })).rejects.toMatchObject(noTarget)
      await expect(ownApi.recall({ body: { scope, target, message, confirm } })).rejects.toMatchObject(noTarget)
      const { id } = await (await brandOf(foreignProduct)).recall({ body: { scope, target, message, confirm } })
      await expect(ownApi.undoRecall({ params: { id } })).rejects.toMatchObject(noTarget)
      await expect(ownApi.endRecall({ params: { id }, body: { reason: 'x' } })).rejects.toMatchObject(noTarget)
    }
  })
})
