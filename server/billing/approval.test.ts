import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { uploaded } from '#server/media/upload.fixture.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { businessContract } from '#shared/business/contract.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
  await world.work()
})
afterAll(() => world.close())

async function approved(): Promise<Person> {
  const person = await world.confirmedMerchant()
  const { id } = await world.api(businessContract, person).create({
    body: { registration_no: 'REG-1', details: { documents: await uploaded(world, person), country: 'MY' } },
  })
  await world.api(businessContract, admin).review({ params: { id }, body: { details: { verified: true } } })
  await world.database.query(
    `update pgboss.job set start_after = now() where name = 'review.tell' and data ->> 'id' in
     (select id::text from review_decision where subject_id = $1)`,
    [id],
  )
  await vi.waitFor(async () => {
    const { rows } = await world.database.query('select state from review_decision where subject_id = $1', [id])
    expect(rows[0].state).toBe('dispatched')
  }, 20_000)
  await world.deliverEvents()
  return person
}
const balance = (person: Person) => world.api(billingContract, person).balance()

test('gives a trial on approval only when its plan includes one, and once [BI01]', async () => {
  const before = await approved()
  expect(await balance(before)).toMatchObject({ remainingCodes: 0, trial: false })
  const plan = { title: 'Starter', codes: 50, description: 'To begin', validity: 1, validity_unit: 'month' as const }
  await world.api(billingContract, admin).addPlan({ body: { ...plan, on_approval: true } })
  const person = await approved()
  expect(await balance(person)).toMatchObject({ remainingCodes: 50, trial: true })
  expect((await balance(person)).validity).toBeGreaterThanOrEqual(28)
  await expect(
    world.api(billingContract, admin).startTrial({ body: { merchant: person.merchantId! } }),
  ).rejects.toMatchObject({ code: 'billing.trialUsed' })
})

test('reviews a corrected company name, and shows it to shoppers after the approval [BU01]', async () => {
  const person = await approved()
  const own = world.api(businessContract, person)
  const before = await own.read()
  const changed = await own.update({ body: { ...before, name: 'Highland Tea Ltd' } })
  expect(changed).toMatchObject({ name: before.name, requested_name: 'Highland Tea Ltd', details: { verified: false } })
  // Another change while the name waits keeps it waiting.
  await own.update({ body: { ...before, name: 'Highland Tea Ltd' } })
  await world.api(businessContract, admin).review({ params: { id: before.id }, body: { details: { verified: true } } })
  await world.database.query(
    `update pgboss.job set start_after = now() where name = 'review.tell' and state = 'created'`,
  )
  await vi.waitFor(async () => {
    await world.deliverEvents()
    expect(await own.read()).toMatchObject({
      name: 'Highland Tea Ltd',
      requested_name: null,
      details: { verified: true },
    })
  }, 20_000)
})
