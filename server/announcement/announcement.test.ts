import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { announcementContract } from '#shared/announcement/contract.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { warningTextKey } from '#shared/billing/rules.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: { announcement: 'Maintenance on Sunday' } })
})
afterAll(() => world.close())

const announcementsFor = (person: Person) => world.api(announcementContract, person).list()
const expireIn = (person: Person, days: number) =>
  world.database.query(`update wallet set expires_at = now() + make_interval(days => $2) where merchant_id = $1`, [
    person.merchantId,
    days,
  ])

async function warned(person: Person): Promise<string | undefined> {
  const credit = (await announcementsFor(person)).find(({ kind }) => kind === 'credit')
  return credit?.kind === 'credit' ? warningTextKey(credit.balance) : undefined
}

test('warns at sign-in when credit ends in ten days or fewer, not in eleven [AU07]', async () => {
  const person = await world.approvedMerchant({ credit: 5 })
  await expireIn(person, 11)
  expect(await warned(person)).toBeUndefined()
  await expireIn(person, 10)
  expect(await warned(person)).toBe('expiringIn')
  await expireIn(person, -1)
  expect(await warned(person)).toBe('expired')
})

test('warns of a trial from its first day, with its own text when it is over [AU07]', async () => {
  const person = await world.approvedMerchant()
  expect(await warned(person)).toBe('noCredit')
  const admin = await world.admin()
  await world.api(billingContract, admin).startTrial({ body: { merchant: person.merchantId! } })
  await expireIn(person, 80)
  expect(await warned(person)).toBe('trialLeft')
  await expireIn(person, 0)
  expect(await warned(person)).toBe('trialExpired')
})

test('asks for no plan while the merchant cannot order codes yet [AU07]', async () => {
  expect(await warned(await world.confirmedMerchant())).toBeUndefined()
})

test('warns neither an unconfirmed account nor an administrator [AU07]', async () => {
  const [newcomer, admin] = [await world.signUp(), await world.admin()]
  expect(await warned(newcomer)).toBeUndefined()
  expect(await warned(admin)).toBeUndefined()
})

test("shows the operator's announcement without a sign-in [SH15]", async () => {
  for (const person of [await world.signUp(), await world.admin()]) {
    expect(await announcementsFor(person)).toContainEqual({ kind: 'notice', text: 'Maintenance on Sunday' })
  }
})
