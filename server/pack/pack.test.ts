import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { isSscc, ssccAt } from '#shared/gs1/sscc.ts'
import { packCase, packs } from './pack.fixture.ts'

let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 1000 })
  const orderId = await orderOf(world, person, await productOf(world, person), 60)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(() => world.close())

const api = (by = person) => packs(world, by)
const take = (count: number) => codes.splice(0, count)
const bad = (...errors: object[]) => ({ status: 409, code: 'pack.badRows', details: { count: errors.length, errors } })

test('numbers packages with SSCCs in order once the merchant has a company prefix', async () => {
  expect(await packCase(world, person, take(1))).toMatchObject({ sscc: null, kind: 'case', quantity: 1, cases: 0 })
  expect(await api().setNumbering({ body: { company_prefix: '4006381', next: 7 } })).toEqual({
    company_prefix: '4006381',
    next: 7,
  })
  const first = await packCase(world, person, take(2))
  const second = await packCase(world, person, take(1))
  expect([first.sscc, second.sscc]).toEqual([ssccAt('4006381', 7), ssccAt('4006381', 8)])
  expect(isSscc(first.sscc!)).toBe(true)
  await expect(api().setNumbering({ body: { company_prefix: '4006381', next: 8 } })).rejects.toMatchObject({
    code: 'pack.numberingBack',
    details: { least: 9 },
  })
  await expect(api().setNumbering({ body: { company_prefix: '40063' + 'x' } })).rejects.toMatchObject({ status: 400 })
})

test('rejects a package without taking a number when the company prefix has none left', async () => {
  const other = await world.approvedMerchant({ credit: 10 })
  const orderId = await orderOf(world, other, await productOf(world, other), 2)
  await generate(world, orderId)
  const [one, two] = await printedCodes(world, orderId)
  const prefix = '400638100000'
  await api(other).setNumbering({ body: { company_prefix: prefix, next: 99_999 } })
  expect((await packCase(world, other, [one!])).sscc).toBe(ssccAt(prefix, 99_999))
  await expect(packCase(world, other, [two!])).rejects.toMatchObject({ code: 'pack.noNumbers' })
  await expect(api(other).setNumbering({ body: { company_prefix: prefix } })).rejects.toMatchObject({
    code: 'pack.numberingLong',
  })
})

test('packs nothing and names each row when a code is packed, foreign, repeated or unreadable', async () => {
  const [packed, free] = take(2) as [string, string]
  await packCase(world, person, [packed])
  const other = await world.approvedMerchant({ credit: 10 })
  const orderId = await orderOf(world, other, await productOf(world, other), 1)
  await generate(world, orderId)
  const [foreign] = (await printedCodes(world, orderId)) as [string]
  const rows = [free, packed, foreign, free, 'x']
  const errors = [
    { row: 2, code: packed, problem: 'packed' },
    { row: 3, code: foreign, problem: 'unknown' },
    { row: 4, code: free, problem: 'duplicate' },
    { row: 5, code: 'x', problem: 'unreadable' },
  ]
  expect(await api().check({ body: { kind: 'case', contents: rows } })).toEqual({ errors })
  await expect(packCase(world, person, rows)).rejects.toMatchObject(bad(...errors))
  expect(await packCase(world, person, [free])).toMatchObject({ quantity: 1 })
})

test('puts cases on a pallet by SSCC, number or id, each on one pallet only', async () => {
  const made = []
  for (const count of [1, 2, 3]) made.push(await packCase(world, person, take(count)))
  const [one, two, three] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]]
  const contents = [`]C100${one.sscc}`, two.identifier.toLowerCase(), three.id]
  const pallet = await api().create({ body: { kind: 'pallet', contents } })
  expect(pallet).toMatchObject({ kind: 'pallet', quantity: 6, cases: 3 })
  expect(await api().read({ params: { id: one.id } })).toMatchObject({ pallet_id: pallet.id })
  const listed = await api().contents({ params: { id: pallet.id }, query: {} })
  expect(listed).toMatchObject({ total: 3, rows: made.map(({ id }) => ({ pack: { id } })) })
  await expect(api().create({ body: { kind: 'pallet', contents: [one.id, pallet.id] } })).rejects.toMatchObject(
    bad({ row: 1, code: one.id, problem: 'packed' }, { row: 2, code: pallet.id, problem: 'unknown' }),
  )
  await expect(api().unpack({ params: { id: one.id }, body: { reason: 'Wrong label' } })).rejects.toMatchObject({
    code: 'pack.onPallet',
  })
})

test('takes a pallet and a case apart, keeps what they contained, and packs it again', async () => {
  const codesOfCase = take(2)
  const box = await packCase(world, person, codesOfCase)
  const pallet = await api().create({ body: { kind: 'pallet', contents: [box.id] } })
  const body = { reason: 'Opened in error' }
  const apart = await api().unpack({ params: { id: pallet.id }, body })
  expect(apart).toMatchObject({ unpack_reason: body.reason, unpacked_at: expect.any(String) })
  expect(await api().unpack({ params: { id: pallet.id }, body: { reason: 'Again' } })).toEqual(apart)
  expect(await api().contents({ params: { id: pallet.id }, query: {} })).toMatchObject({
    rows: [{ pack: { id: box.id } }],
  })
  await api().unpack({ params: { id: box.id }, body })
  await expect(api().create({ body: { kind: 'pallet', contents: [box.id] } })).rejects.toMatchObject(
    bad({ row: 1, code: box.id, problem: 'apart' }),
  )
  expect((await api().contents({ params: { id: box.id }, query: {} })).total).toBe(2)
  const again = await packCase(world, person, codesOfCase)
  const found = await api().list({ query: { search: codesOfCase[0]! } })
  expect(found.rows.map(({ id }) => id)).toEqual([again.id, pallet.id, box.id])
  await expect(api().unpack({ params: { id: again.id }, body: { reason: ' ' } })).rejects.toMatchObject({ status: 400 })
})

test('finds packages by SSCC and number, and hides those of another merchant', async () => {
  const box = await packCase(world, person, take(1))
  for (const search of [`(00) ${box.sscc}`, box.sscc!.slice(3, 17), box.identifier.toLowerCase()])
    expect((await api().list({ query: { search } })).rows).toContainEqual(box)
  const other = api(await world.approvedMerchant())
  expect(await other.list({ query: { search: box.sscc! } })).toEqual({ rows: [], total: 0 })
  await expect(other.read({ params: { id: box.id } })).rejects.toMatchObject({ status: 404 })
  const body = { reason: 'Mine' }
  await expect(other.unpack({ params: { id: box.id }, body })).rejects.toMatchObject({ status: 404 })
  await expect(other.create({ body: { kind: 'pallet', contents: [box.sscc!] } })).rejects.toMatchObject(
    bad({ row: 1, code: box.sscc, problem: 'unknown' }),
  )
})

test('limits the codes of a case and the cases of a pallet', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `x${n}`)
  await expect(packCase(world, person, many(1001))).rejects.toMatchObject({ status: 400 })
  await expect(api().create({ body: { kind: 'pallet', contents: many(201) } })).rejects.toMatchObject({ status: 400 })
  await expect(packCase(world, person, [])).rejects.toMatchObject({ status: 400 })
})

test('emits what was packed and taken apart with its contents', async () => {
  const [code] = take(1) as [string]
  const box = await packCase(world, person, [code])
  await api().unpack({ params: { id: box.id }, body: { reason: 'Wrong item' } })
  const { rows } = await world.database.query('select name, data from domain_event where subject = $1 order by id', [
    box.id,
  ])
  const contents = [code.split('/').at(-1)!.slice(0, 26)]
  expect(rows).toMatchObject([
    { name: 'package.packed', data: { kind: 'case', sscc: box.sscc, contents, packedAt: box.packed_at } },
    { name: 'package.unpacked', data: { kind: 'case', sscc: box.sscc, contents, reason: 'Wrong item' } },
  ])
})
