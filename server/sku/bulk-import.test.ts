import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { picture, sendFile } from '#server/media/upload.fixture.ts'
import { orderOf, productOf } from '#server/order/order.fixture.ts'
import { skuBulkContract } from '#shared/sku/bulk-contract.ts'
import { skuContract } from '#shared/sku/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const facts = { sku_details: { Origin: 'Pahang', Weight: '100 g' }, sku_details_order: ['Weight', 'Origin'] }
const row = { name: 'Black tea', sku: 'HT-1', trademark: 'highland', details: facts }

/** A merchant with the trademark Highland, one product, and two public files. */
async function merchant(): Promise<Person> {
  const person = await world.confirmedMerchant()
  await productOf(world, person)
  await sendFile(world, person, await picture(), { purpose: 'media', name: 'Tea Front.png' })
  await sendFile(world, person, await picture(32, 32), { purpose: 'media', name: 'halal.PNG' })
  return person
}

const lists = (person: Person) => world.api(skuBulkContract, person)
type List = Parameters<ReturnType<typeof lists>['check']>[0]['body']
const bulk = (person: Person, body: List) => lists(person).add({ query: { name: 'teas.csv' }, body })
const api = (person: Person) => world.api(skuContract, person)

test('adds a list as a whole, finds trademark and media by name, and keeps the order of details [SK04]', async () => {
  const person = await merchant()
  const full = { ...row, images: ['tea front.png'], certificates: [{ name: 'Halal', type: 'Halal' }] }
  expect(await bulk(person, [full, { ...row, sku: 'HT-2' }])).toMatchObject({ created: 2 })
  const { rows } = await api(person).list({ query: { search: 'HT-1' } })
  expect(rows).toMatchObject([
    {
      name: 'Black tea',
      trademark: { registration_name: 'Highland' },
      details: { ...facts, images: [{ name: 'Tea Front.png', ext: '.png' }] },
      certificates: [{ type: 'Halal', name: 'halal.PNG', status: 'Pending Approval' }],
    },
  ])
})

test('reports every bad row with its reason, and adds nothing [SK04]', async () => {
  const person = await merchant()
  await bulk(person, [row])
  const rejected = bulk(person, [
    { ...row, sku: 'HT-2', trademark: 'Lowland' },
    row,
    { ...row, sku: 'HT-3', images: ['nowhere.png'] },
    { ...row, sku: 'HT-3', certificates: [{ name: 'halal', type: 'Kosher' }] },
    { ...row, sku: 'HT-4', certificates: [{ name: 'lost', type: 'ISO 9001' }] },
    { ...row, sku: 'HT-5' },
  ])
  await expect(rejected).rejects.toMatchObject({
    status: 409,
    code: 'skuBulk.badRows',
    details: {
      errors: [
        { row: 1, problem: 'trademark', value: 'Lowland' },
        { row: 2, problem: 'taken', value: 'HT-1' },
        { row: 3, problem: 'image', value: 'nowhere.png' },
        { row: 4, problem: 'duplicate', value: 'HT-3' },
        { row: 4, problem: 'certificateType', value: 'Kosher' },
        { row: 5, problem: 'certificate', value: 'lost' },
      ],
    },
  })
  expect((await api(person).list({ query: {} })).total).toBe(2)
})

test('adds a list once when it is sent many times at once [SK04]', async () => {
  const person = await merchant()
  const list = Array.from({ length: 20 }, (_, i) => ({ ...row, sku: `HT-${i}` }))
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => bulk(person, list)))
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(rejected).toHaveLength(4)
  const codes = new Set(rejected.map(({ reason }) => reason.code))
  expect(codes).toContain('core.tooManyAtOnce')
  expect([...codes].filter((code) => code !== 'core.tooManyAtOnce' && code !== 'skuBulk.badRows')).toEqual([])
  await expect(bulk(person, list)).rejects.toMatchObject({ code: 'skuBulk.badRows' })
  expect((await api(person).list({ query: {} })).total).toBe(21)
})

test('treats names of another merchant as unknown, and rejects private documents as pictures [SK04]', async () => {
  const [person, other] = [await merchant(), await world.confirmedMerchant()]
  await sendFile(world, person, await picture(16, 16), { purpose: 'document', name: 'secret.png' })
  const errors = (found: object[]) => ({ code: 'skuBulk.badRows', details: { errors: found } })
  await expect(bulk(other, [{ ...row, images: ['Tea Front.png'] }])).rejects.toMatchObject(
    errors([{ problem: 'trademark' }, { problem: 'image' }]),
  )
  await expect(bulk(person, [{ ...row, images: ['secret.png'] }])).rejects.toMatchObject(errors([{ problem: 'image' }]))
})

test('reports the same errors with their positions in a dry run, and adds no product [SK04]', async () => {
  const person = await merchant()
  const list: List = [
    { ...row, images: ['tea front.png', 'nowhere.png'] },
    {
      ...row,
      sku: 'HT-2',
      certificates: [
        { name: 'halal', type: 'Halal' },
        { name: 'lost', type: 'Kosher' },
      ],
    },
    { ...row, sku: 'HT-3' },
  ]
  const checked = await lists(person).check({ body: list })
  expect(checked).toEqual({
    ready: 1,
    errors: [
      { row: 1, problem: 'image', value: 'nowhere.png', place: 1 },
      { row: 2, problem: 'certificateType', value: 'Kosher', place: 1 },
      { row: 2, problem: 'certificate', value: 'lost', place: 1 },
    ],
  })
  await expect(bulk(person, list)).rejects.toMatchObject({ details: { errors: checked.errors } })
  expect((await api(person).list({ query: {} })).total).toBe(1)
  expect((await lists(person).imports({ query: {} })).total).toBe(0)
})

test('adds 3,000 rows with five files each in one list, and rejects one more [SK04]', async () => {
  const person = await merchant()
  const certificates = Array.from({ length: 5 }, () => ({ name: 'halal', type: 'Halal' }))
  const list = Array.from({ length: 3000 }, (_, i) => ({ ...row, sku: `B-${i}`, certificates }))
  expect(await bulk(person, list)).toMatchObject({ created: 3000 })
  expect((await api(person).list({ query: {} })).total).toBe(3001)
  await expect(bulk(person, [...list, row])).rejects.toMatchObject({ status: 400 })
})

test('undoes an import once, and not after codes were ordered for one of its products [SK04]', async () => {
  const person = await world.approvedMerchant({ credit: 100 })
  const other = await merchant()
  await productOf(world, person)
  const first = await bulk(person, [row, { ...row, sku: 'HT-2' }])
  const second = await bulk(person, [{ ...row, sku: 'HT-3' }])
  await expect(lists(other).undo({ params: { id: first.import } })).rejects.toMatchObject({ status: 404 })
  await expect(lists(person).undo({ params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
  expect(await lists(person).undo({ params: { id: first.import } })).toEqual({ removed: 2 })
  await expect(lists(person).undo({ params: { id: first.import } })).rejects.toMatchObject({ code: 'skuBulk.undone' })
  const { rows } = await api(person).list({ query: { search: 'HT-3' } })
  await orderOf(world, person, rows[0]!.id, 1)
  await expect(lists(person).undo({ params: { id: second.import } })).rejects.toMatchObject({ code: 'skuBulk.used' })
  expect((await lists(person).imports({ query: {} })).rows).toMatchObject([
    { name: 'teas.csv', quantity: 1, used: true, undoneAt: null },
    { name: 'teas.csv', quantity: 2, used: false, undoneAt: expect.any(String) },
  ])
  expect((await api(person).list({ query: {} })).total).toBe(2)
})

test('asks which of two files with one name is meant, and takes the one that is chosen [SK04]', async () => {
  const person = await merchant()
  const names = [await picture(10, 10), await picture(20, 20)]
  for (const file of names) await sendFile(world, person, file, { purpose: 'media', name: 'image.png' })
  const certificates = [{ name: 'image', type: 'Halal' }]
  const { errors } = await lists(person).check({ body: [{ ...row, images: ['IMAGE.png'], certificates }] })
  expect(errors).toMatchObject([
    { row: 1, problem: 'severalImages', value: 'IMAGE.png', place: 0 },
    { row: 1, problem: 'severalCertificates', value: 'image', place: 0 },
  ])
  const [newest, oldest] = errors[0]!.choices!
  expect(newest!.createdAt > oldest!.createdAt).toBe(true)
  const chosen = { ...row, images: [oldest!.file], certificates: [{ name: newest!.file, type: 'Halal' }] }
  expect(await bulk(person, [chosen])).toMatchObject({ created: 1 })
  const { rows } = await api(person).list({ query: { search: 'HT-1' } })
  const [product] = rows
  expect(`${product!.details.images[0]!.hash}.png`).toBe(oldest!.file)
  expect(`${product!.certificates[0]!.hash}.png`).toBe(newest!.file)
})

test('takes a file by its exact name, and one content with two names or dates without a question [SK04]', async () => {
  const person = await merchant()
  await sendFile(world, person, await picture(10, 10), { purpose: 'media', name: 'Box.png' })
  await sendFile(world, person, await picture(20, 20), { purpose: 'media', name: 'box.png' })
  expect((await lists(person).check({ body: [{ ...row, images: ['Box.png'] }] })).errors).toEqual([])
  const { errors } = await lists(person).check({ body: [{ ...row, images: ['BOX'] }] })
  expect(errors).toMatchObject([{ problem: 'severalImages', choices: [{ name: 'box.png' }, { name: 'Box.png' }] }])
})

test('adds a list once when it is sent again with the key of a call whose answer was lost [SK04]', async () => {
  const person = await merchant()
  const call = { query: { name: 'teas.csv' }, body: [row], idempotencyKey: 'one-list-of-teas' }
  const first = await lists(person).add(call)
  expect(await lists(person).add(call)).toEqual(first)
  expect((await lists(person).imports({ query: {} })).total).toBe(1)
})

test('imports GTINs of any length, and reports those that are taken or repeated', async () => {
  const person = await merchant()
  const [one, other] = ['9506000134352', '95200002']
  await bulk(person, [{ ...row, gtin: one }])
  const rejected = bulk(person, [
    { ...row, sku: 'HT-2', gtin: `0${one}` },
    { ...row, sku: 'HT-3', gtin: other },
    { ...row, sku: 'HT-4', gtin: `000000${other}` },
    { ...row, sku: 'HT-5', gtin: '' },
    { ...row, sku: 'HT-6' },
  ])
  await expect(rejected).rejects.toMatchObject({
    details: {
      errors: [
        { row: 1, problem: 'gtinTaken', value: '09506000134352' },
        { row: 3, problem: 'gtinDuplicate', value: '00000095200002' },
      ],
    },
  })
  const [imported] = (await api(person).list({ query: { search: one } })).rows
  expect(imported).toMatchObject({ sku: 'HT-1', gtin: '09506000134352' })
})
