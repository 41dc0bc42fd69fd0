import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { createScratchPrinter } from '#server/order/service.ts'
import { codeFields, postReport, reportField } from '#server/verdict/shopper.fixture.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { openingContract, scratchContract } from '#shared/scratch/contract.ts'

let world: TestApp
let goods: Product
let scratchOf: (code: PrintedCode) => string
let next = 0
beforeAll(async () => {
  world = await testApp()
  const print = createScratchPrinter(world.services.config)
  scratchOf = ({ address }) => print(address)
})
afterAll(() => world.close())

/** A code of an order with scratch codes, which nobody has opened. */
async function sealed(): Promise<PrintedCode> {
  if (!goods || next === goods.active.length) {
    goods = await product(world)
    next = 0
    await world.database.query('update code_order set has_scratch = true where merchant_id = $1', [goods.merchantId])
  }
  return goods.active[next++]!
}
const calls = () => world.api(scratchContract)
const codeOf = ({ printed, secret }: PrintedCode) => ({ a: printed, p: secret })
const claim = (code: PrintedCode, key: string = randomUUID()) =>
  calls().claim({ body: { ...codeOf(code), scratch: scratchOf(code), key } })
const transfer = (code: PrintedCode, secret: string, key: string = randomUUID()) =>
  calls().transfer({ body: { ...codeOf(code), secret, key } })
const secretOf = ({ link }: { link: string }) => new URL(link).searchParams.get('o')!
const isOwner = async (code: PrintedCode, link: { link: string }) =>
  (await calls().ownership({ query: { ...codeOf(code), o: secretOf(link) } })).isOwner

test('gives one of many simultaneous claims the link of the owner, and it again to the same call [SC06]', async () => {
  const code = await sealed()
  const keys = Array.from({ length: 10 }, () => randomUUID())
  const results = await Promise.allSettled(keys.map((key) => claim(code, key)))
  const at = results.findIndex(({ status }) => status === 'fulfilled')
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const link = await claim(code, keys[at])
  expect(await isOwner(code, link)).toBe(true)
  await expect(claim(code)).rejects.toMatchObject({ code: 'scratch.hasOwner' })
})

test('passes an item on with its link or recovery code, and ends both [SC06]', async () => {
  const code = await sealed()
  const first = await claim(code)
  const key = randomUUID()
  const second = await transfer(code, secretOf(first), key)
  expect(await transfer(code, secretOf(first), key)).toEqual(second)
  expect([await isOwner(code, first), await isOwner(code, second)]).toEqual([false, true])
  for (const old of [secretOf(first), first.recovery])
    await expect(transfer(code, old)).rejects.toMatchObject({ code: 'scratch.notOwner' })
  const third = await transfer(code, second.recovery.toLowerCase().replace(/(.{4})/g, '$1-'))
  expect([await isOwner(code, second), await isOwner(code, third)]).toEqual([false, true])
  expect(third.claimedAt).toBe(first.claimedAt)
})

test('stores no secret of an owner, and shows others only the day [SC06]', async () => {
  const code = await sealed()
  const link = await claim(code)
  const { rows } = await world.database.query('select t::text as row from code_opening t where address = $1', [
    code.address,
  ])
  for (const secret of [secretOf(link), link.recovery]) {
    expect(rows[0].row).not.toContain(secret)
    expect(rows[0].row).not.toContain(Buffer.from(secret).toString('hex'))
  }
  expect(await calls().ownership({ query: codeOf(code) })).toEqual({
    claimedAt: link.claimedAt,
    linkedAt: link.claimedAt,
    isOwner: false,
  })
})

test('counts openings and owners of an order for its merchant, who can remove an owner [SC07]', async () => {
  const code = await sealed()
  const other = await world.approvedMerchant()
  const merchant = await world.signUp({ merchantId: goods.merchantId, confirmed: true })
  const { rows } = await world.database.query('select order_id as id from code where address = $1', [code.address])
  const totals = () => world.api(openingContract, merchant).totals({ params: { id: rows[0].id } })
  const before = await totals()
  const link = await claim(code)
  expect(await totals()).toEqual({ opened: before.opened + 1, claimed: before.claimed + 1 })
  const reset = { body: { code: code.printed } }
  await expect(world.api(openingContract, other).resetOwner(reset)).rejects.toMatchObject({ status: 404 })
  expect(await isOwner(code, link)).toBe(true)
  await world.api(openingContract, merchant).resetOwner(reset)
  await world.api(openingContract, merchant).resetOwner(reset)
  expect(await totals()).toEqual({ opened: before.opened + 1, claimed: before.claimed })
  expect(await isOwner(code, link)).toBe(false)
  const { rows: entries } = await world.database.query(
    "select subject from audit_entry where action = 'scratch.resetOwner'",
  )
  expect(entries).toEqual([{ subject: code.address }])
  expect(await isOwner(code, await claim(code))).toBe(true)
})

test('claims and passes on by plain forms [SC06]', async () => {
  const code = await sealed()
  const post = async (url: string, ...fields: [string, string][]) =>
    (
      await postReport(
        { app: world.app, url },
        ...codeFields(code),
        ...[...fields, ['lang', 'en'] as const].map(([name, value]) => reportField(name, value)),
      )
    ).body
  const opened = await post('/verify/open', ['scratch', scratchOf(code)])
  const key = /name="key" value="([^"]+)"/.exec(opened)![1]!
  const claimed = await post('/verify/claim', ['scratch', scratchOf(code)], ['key', key])
  expect(claimed).toContain('This is your owner')
  const o = /[?&](?:amp;|#38;)?o=([0-9A-Z]{16})/.exec(claimed)![1]!
  const shown = await world.app.inject({ url: `/verify/owner?a=${code.printed}${code.secret}&o=${o}&lang=en` })
  expect(shown.body).toContain('You are the owner of this item')
  const wrong = await post('/verify/owner', ['secret', 'nonsense'], ['key', randomUUID()])
  expect(wrong).toContain('not valid')
  expect(await post('/verify/owner', ['secret', o], ['key', randomUUID()])).toContain('This is your owner')
  const ended = await world.app.inject({ url: `/verify/owner?a=${code.printed}${code.secret}&o=${o}&lang=en` })
  expect(ended.body).toContain('no longer valid')
})
