import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, productOf } from '#server/order/order.fixture.ts'
import { printedAddress } from '#server/order/service.ts'
import { nfcContract, nfcProblems } from '#shared/nfc/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { newUid, templatesOf } from './nfc.fixture.ts'

let world: TestApp
let person: Person
let orderId: string
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 1_000 })
  const skuId = await productOf(world, person)
  orderId = (await world.api(orderContract, person).create({ body: { skuId, quantity: 20 } })).id
  await generate(world, orderId)
})
afterAll(() => world.close())

const calls = () => world.api(nfcContract, person)
const bind = (tags: { serial_no: number; uid: string }[], upload: string = randomUUID()) =>
  calls().register({ params: { id: orderId }, body: { upload, tags } })

test('gives the keys of chips once, and again to the same list [NF06]', async () => {
  const upload = randomUUID()
  const tags = [
    { serial_no: 1, uid: '04:DE:5F:1E:AC:C0:40' },
    { serial_no: 2, uid: newUid() },
  ]
  const given = await bind(tags, upload)
  expect(given.tags[0]).toMatchObject({ serial_no: 1, uid: '04DE5F1EACC040' })
  expect(given.tags[0]!.key_1).toBe(given.tags[1]!.key_1)
  for (const name of ['key_0', 'key_2', 'key_3', 'key_4'] as const)
    expect(given.tags[0]![name]).not.toBe(given.tags[1]![name])
  expect(await bind(tags, upload)).toEqual(given)
  await expect(bind(tags)).rejects.toMatchObject({
    code: 'nfc.badRows',
    details: {
      errors: [
        { row: 1, problem: 'hasTag' },
        { row: 2, problem: 'hasTag' },
      ],
    },
  })
  expect(await calls().totals({ params: { id: orderId } })).toMatchObject({ tagged: 2, tapped: 0 })
  const { rows } = await world.database.query("select data from audit_entry where action = 'nfc.keys' order by seq")
  expect(rows.map(({ data }) => [data.tags, data.bound])).toEqual([
    [2, 2],
    [2, 0],
  ])
  const { rows: stored } = await world.database.query('select t::text as row from nfc_tag t')
  const { key_0, key_2 } = given.tags[0]!
  for (const { row } of stored) for (const key of [key_0, key_2]) expect(row.toUpperCase()).not.toContain(key)
})

test('binds nothing of a list with a wrong row, and says what is wrong with each [NF06]', async () => {
  const [free, taken] = [newUid(), newUid()]
  await bind([{ serial_no: 5, uid: taken }])
  const list = [
    { serial_no: 6, uid: free },
    { serial_no: 6, uid: newUid() },
    { serial_no: 7, uid: free },
    { serial_no: 99, uid: newUid() },
    { serial_no: 8, uid: taken },
  ]
  const problems = ['duplicate', 'duplicate', 'serial', 'uidTaken']
  await expect(bind(list)).rejects.toMatchObject({
    details: { errors: problems.map((problem, at) => ({ row: at + 2, problem })) },
  })
  await expect(bind([{ serial_no: 9, uid: '08112233445566' }])).rejects.toMatchObject({ status: 400 })
  expect((await bind([{ serial_no: 6, uid: free }])).tags).toHaveLength(1)
})

test('lets two merchants have chips with the same UID, and neither the order of the other [NF06]', async () => {
  const uid = newUid()
  await bind([{ serial_no: 10, uid }])
  const other = await world.approvedMerchant({ credit: 1_000 })
  const body = { upload: randomUUID(), tags: [{ serial_no: 11, uid }] }
  await expect(world.api(nfcContract, other).register({ params: { id: orderId }, body })).rejects.toMatchObject({
    status: 404,
  })
  const skuId = await productOf(world, other)
  const { id } = await world.api(orderContract, other).create({ body: { skuId, quantity: 20 } })
  await generate(world, id)
  const { tags } = await world.api(nfcContract, other).register({ params: { id }, body })
  expect(tags).toHaveLength(1)
})

test('exports the template of each code of a range, without any secret [NF02 NF06]', async () => {
  const { rows } = await world.database.query('select address, serial_no from code where order_id = $1', [orderId])
  const templates = await templatesOf(world, person, orderId)
  expect(templates.size).toBe(20)
  for (const { address, serial_no } of rows) {
    const [url, ndef, ...offsets] = templates.get(serial_no)!
    const letters = printedAddress(uuidBytes(address))
    expect(url).toBe(`${world.services.config.publicUrl}/V/${letters}?e=${'0'.repeat(32)}&c=${'0'.repeat(16)}`)
    const start = 7 + `${new URL(url!).host}/V/`.length
    expect(offsets.map(Number)).toEqual([start + 29, start, start + 64])
    expect(Buffer.from(ndef!, 'hex').toString('latin1', start, start + 26)).toBe(letters)
  }
  const headers = { authorization: `Bearer ${person.token}` }
  const get = (query: string) => world.app.inject({ url: `/api/nfc/order/${orderId}/templates?${query}`, headers })
  expect((await get('first=3&last=4')).body.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'serial_no',
    ...['3', '4', ''],
  ])
  expect((await get('first=21')).json().error).toBe(nfcProblems.noCodes.code)
})

test('says on an installation without the key that tags are off, and leaves codes as they were [NF06]', async () => {
  const off = await testApp({ config: { nfcKey: undefined } })
  const owner = await off.approvedMerchant({ credit: 1_000 })
  const skuId = await productOf(off, owner)
  const { id } = await off.api(orderContract, owner).create({ body: { skuId, quantity: 1 } })
  await generate(off, id)
  expect(await off.api(nfcContract, owner).totals({ params: { id } })).toMatchObject({ enabled: false })
  const body = { upload: randomUUID(), tags: [{ serial_no: 1, uid: newUid() }] }
  await expect(off.api(nfcContract, owner).register({ params: { id }, body })).rejects.toMatchObject({
    code: 'nfc.off',
  })
  await off.close()
})
