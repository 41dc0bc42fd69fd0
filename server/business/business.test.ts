import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { picture, sendFile, uploaded } from '#server/media/upload.fixture.ts'
import { businessContract } from '#shared/business/contract.ts'
import { reviewDecided } from '#shared/review/events.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const business = (person: Person) => world.api(businessContract, person)
const draftOf = async (person: Person) => ({
  registration_no: 'REG-1',
  details: { documents: await uploaded(world, person), country: 'Malaysia' },
})

test('registers one business per merchant, and rejects a change of its number [BU01]', async () => {
  const person = await world.confirmedMerchant()
  await expect(business(person).read()).rejects.toMatchObject({ status: 404, code: 'business.notFound' })
  const body = await draftOf(person)
  await business(person).create({ body })
  await expect(business(person).create({ body })).rejects.toMatchObject({ status: 409 })
  const renamed = { body: { ...body, registration_no: 'REG-2' } }
  await expect(business(person).update(renamed)).rejects.toMatchObject({ code: 'business.locked' })
  expect((await business(person).read()).registration_no).toBe('REG-1')
})

test('knows the type and the size of a document that is named by hash, ext and name alone [BU01 CO10]', async () => {
  const person = await world.confirmedMerchant()
  const { registration_no, details } = await draftOf(person)
  const { hash, ext, name, mime, size } = details.documents
  const made = await business(person).create({
    body: { registration_no, details: { ...details, documents: { hash, ext, name } } },
  })
  expect(made.details.documents).toEqual({ hash, ext, name, mime, size })
})

test('rejects a document of another merchant [BU01]', async () => {
  const person = await world.confirmedMerchant()
  const body = await draftOf(await world.confirmedMerchant())
  await expect(business(person).create({ body })).rejects.toMatchObject({ code: 'business.document' })
})

test('keeps the approval after a new address, and requests a review after a new document [BU01 AD01]', async () => {
  const person = await world.confirmedMerchant()
  const body = await draftOf(person)
  const { id } = await business(person).create({ body })
  await business(await world.admin()).review({ params: { id }, body: { details: { verified: true } } })
  const withNewAddress = { ...body, details: { ...body.details, address: '2 Orchard Lane' } }
  expect((await business(person).update({ body: withNewAddress })).details).toMatchObject({
    address: '2 Orchard Lane',
    verified: true,
  })
  const { body: documents } = await sendFile(world, person, await picture(32, 32))
  const renewed = { ...withNewAddress, details: { ...withNewAddress.details, documents } }
  expect((await business(person).update({ body: renewed })).details).toMatchObject({
    verified: false,
    verified_by: null,
  })
})

test('keeps the name that a merchant asks for while the one before is applied [BU01]', async () => {
  const person = await world.confirmedMerchant()
  const merchantId = person.merchantId!
  const { id, name } = await business(person).create({ body: await draftOf(person) })
  await world.database.query(`update business set verified = true, requested_name = 'First Ltd' where id = $1`, [id])
  const { db } = world.services
  const data = { kind: 'business', status: 'Approved', name } as const
  await db.system((tx) => emit(tx, reviewDecided, [{ merchantId, subject: id, data }]))
  // As the call of the merchant.
  const { delivery } = await db.system(async (tx) => {
    await tx.execute(sql`update business set verified = false, requested_name = 'Second Ltd' where id = ${id}`)
    const delivery = world.deliverEvents()
    await vi.waitFor(async () => {
      const { rowCount } = await world.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBeGreaterThan(0)
    }, 20_000)
    return { delivery }
  })
  await delivery
  expect(await business(person).read()).toMatchObject({ name, requested_name: 'Second Ltd' })
})

test('reads an invalid stored address, and rejects it when it is sent again [BU01]', async () => {
  const person = await world.confirmedMerchant()
  const body = await draftOf(person)
  const { id } = await business(person).create({ body: { ...body, details: { ...body.details, email: 'A@X.com ' } } })
  expect((await business(person).read()).details.email).toBe('a@x.com')
  const email = 'foo<victim@x.com>'
  await world.database.query(
    `update business set details = details || jsonb_build_object('email', $2::text) where id = $1`,
    [id, email],
  )
  expect((await business(person).read()).details.email).toBe(email)
  await expect(
    business(person).update({ body: { ...body, details: { ...body.details, email } } }),
  ).rejects.toMatchObject({ status: 400, details: { issues: [{ path: 'details.email' }] } })
})
