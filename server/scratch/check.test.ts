import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createScratchPrinter } from '#server/order/service.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { guessProblems } from '#shared/core/limits/guess-problem.ts'
import { openingContract } from '#shared/scratch/contract.ts'
import { scratchCheckLetter } from '#shared/verify/code/scratch-code.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

/** A brand with a customer care, and an active code with its scratch code. */
async function brand() {
  const { merchantId, active } = await product(world)
  await world.database.query('update code_order set has_scratch = true where merchant_id = $1', [merchantId])
  const care = await world.signUp({ role: 'customerservice', merchantId })
  const code = active[0]!
  return { care, merchantId, code, scratch: createScratchPrinter(world.services.config)(code.address) }
}
const check = (person: Person, code: string, scratch: string) =>
  world.api(openingContract, person).check({ body: { code, scratch } })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    ({ code }) => code,
  )

test('says whether a scratch code belongs to an own item, and opens nothing [SC08]', async () => {
  const { care, code, scratch } = await brand()
  expect(await check(care, code.printed, ` ${scratch.toLowerCase()} `)).toEqual({ isRight: true, opening: null })
  const letters = scratch.startsWith('0') ? '1234567' : '0234567'
  const other = letters + scratchCheckLetter(letters)
  expect(await check(care, code.printed, other)).toEqual({ isRight: false, opening: null })
  expect(await failureOf(check(care, code.printed, scratch.slice(1)))).toBe('scratch.mistyped')
  const { rows } = await world.database.query('select from code_opening where address = $1', [code.address])
  expect(rows).toEqual([])
  const payload = { a: code.printed, p: code.secret, scratch }
  const opened = await world.app.inject({ method: 'POST', url: '/api/tag/open', payload })
  expect(opened.json().outcome).toBe('first')
  expect((await check(care, code.printed, scratch)).opening).toMatchObject({ claimedAt: null })
})

test('checks no code of another brand, and none without a scratch layer [SC08]', async () => {
  const [own, other] = [await brand(), await brand()]
  expect(await failureOf(check(own.care, other.code.printed, other.scratch))).toBe('scratch.noCode')
  await world.database.query('update code_order set has_scratch = false where merchant_id = $1', [own.merchantId])
  expect(await failureOf(check(own.care, own.code.printed, own.scratch))).toBe('scratch.noScratch')
})

test('counts wrong scratch codes as guesses, and always answers the right one [SC08]', async () => {
  const { care, code, scratch } = await brand()
  const letters = scratch.startsWith('0') ? '1234567' : '0234567'
  const send = (scratchCode: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/scratch/check',
      remoteAddress: '192.0.2.8',
      headers: { authorization: `Bearer ${care.token}` },
      payload: { code: code.printed, scratch: scratchCode },
    })
  const wrong = letters + scratchCheckLetter(letters)
  for (let n = 0; n < 30; n++) expect((await send(wrong)).json()).toEqual({ isRight: false, opening: null })
  expect((await send(wrong)).json().error).toBe(guessProblems.guessing.code)
  expect((await send(scratch)).json()).toEqual({ isRight: true, opening: null })
})
