import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { uploaded } from '#server/media/upload.fixture.ts'
import { businessContract } from '#shared/business/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
})
afterAll(() => world.close())

async function validTrademark(person: Person, name = 'Highland') {
  const { hash, ext, name: fileName, mime, size } = await uploaded(world, person)
  return {
    registration_name: name,
    registration_no: 'TM-1',
    applicant_name: 'Ada',
    applicant_address: '12 Jalan Teh',
    country: 'Malaysia',
    details: { class: '30', postcode: '39100', file: { hash, ext, name: fileName, mime, size } },
    acknowledgeInfoCorrect: true as const,
  }
}

test('registers, approves and changes a trademark, and requests approval again [TM01 TM02 AD02]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(trademarkContract, person)
  const created = await ownApi.create({ body: await validTrademark(person) })
  expect(created).toMatchObject({ status: 'Pending Approval', details: { active: true, verified_by: null } })
  const review = world.api(trademarkContract, admin)
  const params = { id: created.id }
  const approved = await review.setStatus({ params, body: { status: 'Approved' } })
  expect(approved.details.verified_by).toBe(admin.email)
  await expect(review.setStatus({ params, body: { status: 'Approved' } })).rejects.toMatchObject({
    code: 'trademark.sameStatus',
  })
  const changed = await ownApi.update({ params, body: await validTrademark(person, 'Lowland') })
  expect(changed).toMatchObject({ registration_name: 'Lowland', status: 'Pending Approval' })
  expect(await ownApi.count()).toEqual({ count: 1 })
  await ownApi.remove({ params })
  expect((await ownApi.list({ query: {} })).total).toBe(0)
})

test('rejects an unconfirmed e-mail, a missing acknowledgement and a foreign document [TM01]', async () => {
  const [unconfirmed, person, other] = [
    await world.signUp(),
    await world.confirmedMerchant(),
    await world.confirmedMerchant(),
  ]
  await expect(
    world.api(trademarkContract, unconfirmed).create({ body: await validTrademark(unconfirmed) }),
  ).rejects.toMatchObject({ code: 'core.unconfirmed' })
  const ownApi = world.api(trademarkContract, person)
  const unticked = { ...(await validTrademark(person)), acknowledgeInfoCorrect: false as never }
  await expect(ownApi.create({ body: unticked })).rejects.toMatchObject({ status: 400 })
  await expect(ownApi.create({ body: await validTrademark(other) })).rejects.toMatchObject({
    code: 'trademark.document',
  })
})

test("responds 404 to another merchant's trademark, and lets only administrators decide [AD06]", async () => {
  const [owner, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const { id } = await world.api(trademarkContract, owner).create({ body: await validTrademark(owner) })
  const otherApi = world.api(trademarkContract, other)
  const body = await validTrademark(other)
  await expect(otherApi.read({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.update({ params: { id }, body })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.remove({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.setStatus({ params: { id }, body: { status: 'Approved' } })).rejects.toMatchObject({
    status: 403,
  })
})

test('creates a business once, locks its number, and requests approval for a new document [BU01 AD01]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(businessContract, person)
  await expect(ownApi.read()).rejects.toMatchObject({ status: 404, message: 'Business not found' })
  const file = (await validTrademark(person)).details.file
  const body = { registration_no: '2026-1', details: { documents: file, country: 'Malaysia', postcode: '39100' } }
  const created = await ownApi.create({ body })
  expect(created).toMatchObject({ registration_no: '2026-1', isActive: true, details: { verified: false } })
  await expect(ownApi.create({ body })).rejects.toMatchObject({ code: 'business.exists' })
  await expect(ownApi.update({ body: { ...body, registration_no: '2026-2' } })).rejects.toMatchObject({
    code: 'business.locked',
  })
  const review = world.api(businessContract, admin)
  await review.review({ params: { id: created.id }, body: { details: { verified: true } } })
  expect(await ownApi.progress()).toEqual({
    emailConfirmed: true,
    businessUpdated: true,
    trademarkRegistered: false,
    businessApproved: true,
    trademarkApproved: false,
  })
  expect((await ownApi.update({ body })).details.verified).toBe(true)
  const other = { ...body, details: { ...body.details, documents: (await validTrademark(person)).details.file } }
  expect((await ownApi.update({ body: other })).details.verified).toBe(false)
  expect((await review.all({ query: { search: '2026-1' } })).rows.map(({ id }) => id)).toEqual([created.id])
})

test('lists businesses and trademarks that wait for a decision first, then those to correct [AD01 AD02]', async () => {
  const business = world.api(businessContract, admin)
  const trademark = world.api(trademarkContract, admin)
  const stored = async (how: 'Pending Approval' | 'Rejected' | 'Approved') => {
    const person = await world.confirmedMerchant()
    const mark = await validTrademark(person)
    const { id } = await world.api(businessContract, person).create({
      body: { registration_no: 'R-2', details: { documents: mark.details.file, country: 'Malaysia' } },
    })
    const made = await world.api(trademarkContract, person).create({ body: mark })
    if (how !== 'Pending Approval') {
      const note = how === 'Rejected' ? { note: 'The stamp is missing' } : {}
      await business.review({ params: { id }, body: { details: { verified: how === 'Approved' }, ...note } })
      await trademark.setStatus({ params: { id: made.id }, body: { status: how, ...note } })
    }
    return { business: id, trademark: made.id }
  }
  // The newest is the one that needs nothing.
  const [waiting, rejected, approved] = [
    await stored('Pending Approval'),
    await stored('Rejected'),
    await stored('Approved'),
  ]
  const businesses = (await business.all({ query: { limit: 200 } })).rows.map(({ id }) => id)
  const places = [waiting, rejected, approved].map((one) => businesses.indexOf(one.business))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  const trademarks = (await trademark.list({ query: { limit: 200 } })).rows.map(({ id }) => id)
  expect(trademarks.indexOf(waiting.trademark)).toBeLessThan(trademarks.indexOf(rejected.trademark))
  expect(trademarks.indexOf(waiting.trademark)).toBeLessThan(trademarks.indexOf(approved.trademark))
})

const places = [
  { country: 'GB', typed: 'bs1 4st', postcode: 'BS1 4ST', phone: '0117 496 0123', stored: '+44 117 496 0123' },
  { country: 'GB', typed: 'BS1 4ST', postcode: 'BS1 4ST', phone: '+44 117 496 0123', stored: '+44 117 496 0123' },
  { country: 'IE', typed: 'D02AF30', postcode: 'D02AF30', phone: '01 234 5678', stored: '+353 1 234 5678' },
  { country: 'HK', typed: '', postcode: '', phone: '2123 4567', stored: '+852 2123 4567' },
  { country: 'MY', typed: '39100', postcode: '39100', phone: '0551234567', stored: '+60 551234567' },
]

test.each(places)('registers a business and a trademark of $country, $typed, $phone [BU01 TM01]', async (place) => {
  const { country, typed, postcode, phone, stored } = place
  const person = await world.confirmedMerchant()
  const mark = await validTrademark(person)
  const details = { documents: mark.details.file, country, postcode: typed, contactNo: phone }
  const created = await world.api(businessContract, person).create({ body: { registration_no: 'R-1', details } })
  expect(created.details).toMatchObject({ postcode, contactNo: stored })
  const { rows } = await world.database.query('select details from business where id = $1', [created.id])
  expect(rows[0].details.contactNo).toBe(stored.replaceAll(' ', ''))
  const body = { ...mark, country, details: { ...mark.details, postcode: typed } }
  const registered = await world.api(trademarkContract, person).create({ body })
  expect(registered.details.postcode).toBe(postcode)
  const again = { ...body, details: { ...body.details, postcode: registered.details.postcode } }
  const updated = await world.api(trademarkContract, person).update({ params: { id: registered.id }, body: again })
  expect(updated.details.postcode).toBe(postcode)
})

test('rejects an invalid or a missing required postcode at its field [TM01]', async () => {
  const person = await world.confirmedMerchant()
  const mark = await validTrademark(person)
  for (const [country, postcode] of [
    ['GB', '39100'],
    ['MY', 'BS1 4ST'],
    ['MY', ''],
    ['IE', 'BS1 4ST'],
  ] as const) {
    const body = { ...mark, country, details: { ...mark.details, postcode } }
    await expect(world.api(trademarkContract, person).create({ body }), `${country} ${postcode}`).rejects.toMatchObject(
      { status: 400, code: 'core.invalid', details: { issues: [{ path: 'details.postcode' }] } },
    )
  }
})

test('invalid stored data stays readable, and is rejected when it is sent again [BU01 TM01]', async () => {
  const person = await world.confirmedMerchant()
  const mark = await validTrademark(person)
  const ownApi = world.api(businessContract, person)
  const details = { documents: mark.details.file, country: 'GB' }
  const created = await ownApi.create({ body: { registration_no: 'R-2', details } })
  const { id } = await world.api(trademarkContract, person).create({ body: mark })
  const old = JSON.stringify({ contactNo: '012345678901234', postcode: '123456789' })
  await world.database.query('update business set details = details || $2 where id = $1', [created.id, old])
  await world.database.query("update trademark set country = 'GB', details = details || $2 where id = $1", [id, old])
  const read = await ownApi.read()
  expect(read.details).toMatchObject({ contactNo: '012345678901234', postcode: '123456789' })
  expect((await world.api(trademarkContract, person).read({ params: { id } })).details.postcode).toBe('123456789')
  const { contactNo, postcode } = read.details
  await expect(
    ownApi.update({ body: { registration_no: 'R-2', details: { ...details, contactNo, postcode } } }),
  ).rejects.toMatchObject({
    details: { issues: [{ path: 'details.postcode' }, { path: 'details.contactNo' }] },
  })
})

test('reports an invalid e-mail, phone and postcode at their fields [BU01]', async () => {
  const person = await world.confirmedMerchant()
  const documents = (await validTrademark(person)).details.file
  const details = { documents, country: 'MY', email: 'x', contactNo: '12', postcode: 'abc' }
  await expect(
    world.api(businessContract, person).create({ body: { registration_no: '1', details } }),
  ).rejects.toMatchObject({
    details: {
      issues: expect.arrayContaining(
        ['details.email', 'details.contactNo', 'details.postcode'].map((path) => expect.objectContaining({ path })),
      ),
    },
  })
})

test('lists the trademarks of a business together, and finds them by its name [AD02]', async () => {
  const people = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  // Registered alternately, because the order of registration alone would mix the businesses.
  for (const name of ['First', 'Second']) {
    for (const person of people)
      await world.api(trademarkContract, person).create({ body: await validTrademark(person, name) })
  }
  const review = world.api(trademarkContract, admin)
  const { rows } = await review.list({ query: { limit: 200 } })
  const runs = rows.map(({ merchant }) => merchant).filter((merchant, index, all) => merchant !== all[index - 1])
  expect(new Set(runs).size).toBe(runs.length)
  const { business_name } = rows.find(({ merchant }) => merchant === people[0]!.merchantId)!
  const found = await review.list({ query: { search: business_name } })
  expect(found.rows.map(({ registration_name }) => registration_name).sort()).toEqual(['First', 'Second'])
  expect(found.total).toBe(2)
  expect((await world.api(trademarkContract, people[0]!).list({ query: { search: business_name } })).total).toBe(0)
})
