import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { codesIn, pagesOf, rasterize } from '#server/label/rendered-files.fixture.ts'
import { generate, productOf } from '#server/order/order.fixture.ts'
import { labelProblems } from '#shared/label/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { base32Alphabet } from '#shared/verify/code/base32.ts'
import { formatScratchCode, readScratchCode, scratchCheckLetter } from '#shared/verify/code/scratch-code.ts'

let world: TestApp
let person: Person
let skuId: string
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 1_000 })
  skuId = await productOf(world, person)
})
afterAll(() => world.close())

const letter = fc.constantFrom(...base32Alphabet)
const scratchCode = fc.array(letter, { minLength: 7, maxLength: 7 }).map((seven) => {
  const letters = seven.join('')
  return letters + scratchCheckLetter(letters)
})

test('finds every wrong letter of a scratch code, and every two letters in each other’s place [SC03]', () => {
  fc.assert(
    fc.property(scratchCode, fc.nat(7), fc.nat(7), letter, (code, at, other, wrong) => {
      expect(readScratchCode(formatScratchCode(code).toLowerCase())).toBe(code)
      const letters = [...code]
      if (letters[at] !== wrong) expect(readScratchCode(letters.with(at, wrong).join(''))).toBeUndefined()
      const swapped = letters.with(at, letters[other]!).with(other, letters[at]!).join('')
      if (swapped !== code) expect(readScratchCode(swapped)).toBeUndefined()
    }),
  )
})

async function orderOf(scratch: boolean): Promise<string> {
  const { id } = await world.api(orderContract, person).create({ body: { skuId, quantity: 3, scratch } })
  await generate(world, id)
  return id
}
const get = (path: string) =>
  world.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${person.token}` } })

/** Reimplemented, independent of the code under test. */
function scratchCodeOf(address: string): string {
  const key = createHmac('sha256', world.services.config.codeKey).update('assay scratch code').digest()
  const mac = createHmac('sha256', key).update(uuidBytes(address)).digest()
  const digits = (BigInt(`0x${mac.toString('hex', 0, 5)}`) & 0x7ffffffffn).toString(32).padStart(7, '0')
  const letters = [...digits].map((digit) => base32Alphabet[Number.parseInt(digit, 32)]).join('')
  return letters + scratchCheckLetter(letters)
}

test('writes scratch codes into downloads and labels of an order that has them [SC05]', async () => {
  const id = await orderOf(true)
  const { rows } = await world.database.query('select address from code where order_id = $1 order by serial_no', [id])
  const codes: string[] = rows.map(({ address }) => scratchCodeOf(address))
  const lines = (await get(`/tag/download/${id}?serial=true`)).body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('Codes,Serial No,Scratch Code')
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(codes.map(formatScratchCode))
  expect((await get(`/label/sample/${id}`)).json()).toMatchObject({ scratch: codes[0], site: 'localhost:3000/verify' })
  const zpl = (await get(`/label/zpl/${id}?width=60&height=40&scratch=true&site=true`)).body
  for (const code of codes) expect(zpl).toContain(`^FD${code.slice(0, 4)} ${code.slice(4)}^FS`)
  expect(zpl).toContain('^FDlocalhost:3000^FS')
  expect(zpl).toContain('^FD/verify^FS')
})

test('prints a scratch code as a QR code, too, which a scanner reads as its letters [SC05]', async () => {
  const id = await orderOf(true)
  const { rows } = await world.database.query('select address from code where order_id = $1', [id])
  const codes: string[] = rows.map(({ address }) => scratchCodeOf(address)).toSorted()
  const query = 'code=false&scratch=true&scratchQr=true'
  const [page] = pagesOf((await get(`/label/sheet/${id}?sheet=L7163&${query}`)).rawPayload)
  const read = await codesIn(rasterize(page!, 200))
  expect(read.filter((text) => readScratchCode(text) !== undefined).toSorted()).toEqual(codes)
  expect(read).toHaveLength(6)
  const zpl = (await get(`/label/zpl/${id}?width=60&height=40&${query}`)).body
  for (const code of codes) expect(zpl).toContain(`^BQN,2,3^FDMM,A${code}^FS`)
  const without = (await get(`/label/zpl/${id}?width=60&height=40&scratchQr=true`)).body
  expect(without.match(/\^BQN/g)).toHaveLength(3)
})

test('leaves orders without scratch codes as they were, and rejects labels with them [SC05]', async () => {
  const id = await orderOf(false)
  expect((await get(`/tag/download/${id}`)).body.split('\r\n')[0]).toBe('Codes')
  expect((await get(`/label/sample/${id}`)).json().scratch).toBeNull()
  const label = await get(`/label/zpl/${id}?width=60&height=40&scratch=true`)
  expect([label.statusCode, label.json().error]).toEqual([400, labelProblems.noScratch.code])
})
