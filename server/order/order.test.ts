import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { orderContract } from '#shared/order/contract.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { codeKeyOf, codeUrl, printedAddress, printedSecret } from './code.ts'
import { createSecretCheck } from './service.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

async function product({ merchantId }: Person, status = 'Approved'): Promise<string> {
  const { rows } = await world.database.query(
    `with mark as (insert into trademark
       (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
       values ($1, 'Highland', 'TM-1', 'Ada', 'Pahang', 'my', $2, '{}') returning id)
     insert into sku (merchant_id, trademark_id, name, sku, details) select $1, id, 'Tea', $3, '{}' from mark returning id`,
    [merchantId, status, randomUUID()],
  )
  return rows[0].id
}

const order = (person: Person, skuId: string, quantity: number, idempotencyKey = randomUUID()) =>
  world.api(orderContract, person).create({ body: { skuId, quantity }, idempotencyKey })

async function finished(person: Person, id: string) {
  await expect
    .poll(async () => (await world.api(orderContract, person).read({ params: { id } })).state, { timeout: 30_000 })
    .toBe('done')
}

const download = (person: Person, id: string, query = '') =>
  world.app.inject({ url: `/api/tag/download/${id}${query}`, headers: { authorization: `Bearer ${person.token}` } })

/** Reimplementation of the definition with an 80-bit number. */
function secretOf(key: Uint8Array, address: Uint8Array): string {
  let value = BigInt(`0x${createHmac('sha256', key).update(address).digest('hex').slice(0, 20)}`)
  let text = ''
  for (; text.length < 16; value >>= 5n) text = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number(value & 31n)] + text
  return text
}

test('reads every printed code back with its own secret [CO01 CO10]', () => {
  const [address, codeKey] = [
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
    fc.uint8Array({ minLength: 16, maxLength: 80 }),
  ]
  fc.assert(
    fc.property(address, codeKey, (address, codeKey) => {
      const [key, check] = [codeKeyOf(codeKey), createSecretCheck(codeKey)]
      const read = parseCode(printedAddress(address) + printedSecret(key, address))!
      expect(read.address.replaceAll('-', '')).toBe(Buffer.from(address).toString('hex'))
      expect(check(read.address, read.secret!)).toBe(true)
      expect(read.secret).toBe(secretOf(codeKey, address))
      expect(codeUrl('HTTP://HOST', key, address)).toMatch(/^[0-9A-Z:/.]+$/)
    }),
  )
})

test('generates an order in the worker, and the codes of its CSV verify [CO01 CO04]', async () => {
  const person = await world.approvedMerchant({ credit: 150_000 })
  const created = await order(person, await product(person), 120_000)
  await finished(person, created.id)
  const { rows } = await world.database.query(
    `select count(*)::int as codes, count(distinct serial_no)::int as serials, max(serial_no) as last,
       (select remaining::int from wallet where merchant_id = $2) as remaining from code where order_id = $1`,
    [created.id, person.merchantId],
  )
  expect(rows[0]).toEqual({ codes: 120_000, serials: 120_000, last: 120_000, remaining: 30_000 })
  const answer = await download(person, created.id, '?limit=3&serial=true')
  const lines = answer.body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('Codes,Serial No')
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['1', '2', '3'])
  const check = createSecretCheck(world.services.config.codeKey)
  for (const line of lines.slice(1)) {
    const read = parseCode(line.split(',')[0]!.split('/V/')[1])!
    expect(check(read.address, read.secret!)).toBe(true)
  }
  expect((await download(person, created.id)).body.match(/\n/g)).toHaveLength(120_001)

  // As many clients as there are connections disconnect during a download, one after the other. The next client is
  // served.
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const connections = world.services.config.databaseConnections
  for (let reader = 0; reader < connections; reader++) {
    const disconnect = new AbortController()
    const read = async () => {
      const { status, body } = await fetch(`${url}/api/tag/download/${created.id}`, {
        headers: { authorization: `Bearer ${person.token}` },
        signal: disconnect.signal,
      })
      if (status === 200) await body!.getReader().read()
      return status
    }
    await expect.poll(read).toBe(200)
    disconnect.abort()
  }
  await expect.poll(async () => (await download(person, created.id)).body.match(/\n/g)?.length).toBe(120_001)
})

test('records a download of codes in the audit trail, and none that was rejected [CO04]', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const { id } = await order(person, await product(person), 5)
  await finished(person, id)
  const recorded = async () =>
    (
      await world.database.query(
        `select actor_id, data from audit_entry where action = 'order.download' and subject = $1 order by seq`,
        [id],
      )
    ).rows
  expect((await download(person, id, '?limit=6')).statusCode).toBe(400)
  expect(await recorded()).toEqual([])
  expect((await download(person, id, '?limit=3&serial=true')).statusCode).toBe(200)
  expect(await recorded()).toEqual([{ actor_id: person.id, data: { type: 'all', serial: true, amount: 3 } }])
})

test('rejects amounts beyond the order, missing codes and foreign orders with a message [CO04]', async () => {
  const [person, other] = [await world.approvedMerchant({ credit: 10 }), await world.approvedMerchant()]
  const { id } = await order(person, await product(person), 5)
  await finished(person, id)
  expect((await download(person, id, '?limit=6')).json().message).toBe('Amount cannot exceed 5')
  expect((await download(person, id, '?type=active&limit=1')).json().message).toBe('Active amount cannot exceed 0')
  expect((await download(person, id, '?type=inactive&limit=9')).json().message).toBe('Inactive amount cannot exceed 5')
  expect((await download(person, id, '?type=active')).json().error).toBe('order.noCodes')
  expect((await download(person, id, '?limit=-1')).statusCode).toBe(400)
  expect((await download(other, id)).statusCode).toBe(404)
})

test('requires an approved business and an approved trademark [CO02]', async () => {
  const approved = await world.approvedMerchant({ credit: 10 })
  const waiting = await product(approved, 'Pending Approval')
  await expect(order(approved, waiting, 1)).rejects.toMatchObject({ code: 'order.unverified' })
  const withoutBusiness = await world.confirmedMerchant()
  await expect(order(withoutBusiness, await product(withoutBusiness), 1)).rejects.toMatchObject({
    code: 'order.unverified',
  })
  await expect(order(withoutBusiness, waiting, 1)).rejects.toMatchObject({ code: 'order.noSku' })
})

test('never overdraws the credit in 200 concurrent orders, and orders once for a repeated key [CO09]', async () => {
  const person = await world.approvedMerchant({ credit: 500 })
  const skuId = await product(person)
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => order(person, skuId, 10)))
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(rejected).toHaveLength(150)
  for (const { reason } of rejected) expect(reason.code).toBe('billing.insufficient')
  const { rows } = await world.database.query(
    `select (select remaining::int from wallet where merchant_id = $1) as remaining,
       (select sum(delta)::int from ledger_entry where merchant_id = $1) as ledger,
       (select sum(quantity)::int from code_order where merchant_id = $1) as ordered`,
    [person.merchantId],
  )
  expect(rows[0]).toEqual({ remaining: 0, ledger: 0, ordered: 500 })

  const again = await world.approvedMerchant({ credit: 100 })
  const [sku, key] = [await product(again), randomUUID()]
  const first = await order(again, sku, 10, key)
  expect((await order(again, sku, 10, key)).id).toBe(first.id)
  expect((await world.api(orderContract, again).list({ query: {} })).total).toBe(1)
  expect(await brokenInvariants(world)).toEqual({})
})
