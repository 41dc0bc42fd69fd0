import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { debitForOrder } from './service.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
})
afterAll(() => world.close())

const input = {
  title: 'Starter',
  price: 90,
  codes: 5000,
  description: 'For a start',
  validity: 1,
  validity_unit: 'year' as const,
}
const administrator = () => world.api(billingContract, admin)
const debit = (merchantId: string, quantity: number) =>
  world.services.db.system((tx) => debitForOrder(tx, { merchantId, orderId: randomUUID(), quantity }))

async function ledgerEqualsWallet(merchantId: string) {
  const { rows } = await world.database.query(
    `select w.remaining::int, (select coalesce(sum(delta), 0)::int from ledger_entry l where l.merchant_id = $1) as sum
     from wallet w where merchant_id = $1`,
    [merchantId],
  )
  expect(rows[0].sum).toBe(rows[0].remaining)
  return rows[0].remaining as number
}

test('lets only administrators add, change and remove plans [AD04]', async () => {
  const { id } = await administrator().addPlan({ body: { ...input, promo_price: 70 } })
  const params = { id }
  expect(await administrator().editPlan({ params, body: { ...input, title: 'Bigger' } })).toMatchObject({
    title: 'Bigger',
  })
  const person = await world.confirmedMerchant()
  const ownApi = world.api(billingContract, person)
  expect((await ownApi.plans()).map((plan) => plan.id)).toContain(id)
  await expect(ownApi.addPlan({ body: input })).rejects.toMatchObject({ status: 403 })
  await administrator().removePlan({ params })
  expect((await ownApi.plans()).map((plan) => plan.id)).not.toContain(id)
  await expect(administrator().addPlan({ body: { ...input, title: '' } })).rejects.toMatchObject({ status: 400 })
})

test('credits wallet and ledger once per key, and counts the expiry from the first purchase [BI01 AD01]', async () => {
  const person = await world.confirmedMerchant()
  const plan = await administrator().addPlan({ body: input })
  const call = { body: { plan: plan.id, merchant: person.merchantId! }, idempotencyKey: randomUUID() }
  const first = await administrator().grant(call)
  expect(await administrator().grant(call)).toEqual(first)
  const ownApi = world.api(billingContract, person)
  expect(await ownApi.balance()).toMatchObject({ remainingCodes: 5000, usedCodes: 0, trial: false, isActive: true })
  expect((await ownApi.balance()).remainingDays).toBeGreaterThanOrEqual(365)
  expect((await ownApi.history({ query: {} })).rows).toEqual([first])
  expect(await ledgerEqualsWallet(person.merchantId!)).toBe(5000)
})

test('lists the plan in the billing history at the price of its day, also after its removal [BU02]', async () => {
  const person = await world.confirmedMerchant()
  const plan = await administrator().addPlan({ body: { ...input, title: 'Spring', promo_price: 70 } })
  await administrator().grant({ body: { merchant: person.merchantId!, plan: plan.id } })
  await administrator().editPlan({ params: { id: plan.id }, body: { ...input, title: 'Summer', price: 200 } })
  await administrator().removePlan({ params: { id: plan.id } })
  const own = world.api(billingContract, person)
  const { rows, total } = await own.history({ query: {} })
  expect(total).toBe(1)
  expect(rows).toMatchObject([{ planId: plan.id, description: 'Spring', codes: 5000, price_create: 70 }])
  expect((await own.plan({ params: { id: rows[0]!.planId! } })).title).toBe('Summer')
  expect((await world.api(billingContract, await world.confirmedMerchant()).history({ query: {} })).total).toBe(0)
})

test('ends credit at the first billing date plus the longest validity, and restarts on a purchase [BI01]', async () => {
  const { merchantId } = await world.confirmedMerchant()
  const plan = await administrator().addPlan({ body: input })
  const short = await administrator().addPlan({ body: { ...input, validity: 10, validity_unit: 'day' } })
  const buy = ({ id }: { id: string }) => administrator().grant({ body: { merchant: merchantId!, plan: id } })
  const daysLeft = async () => (await administrator().balanceOf({ params: { id: merchantId! } })).remainingDays
  const began = (ago: string) =>
    world.database.query(
      `update wallet set expires_at = expires_at - (first_billed_at - (now() - $2::interval)),
       first_billed_at = now() - $2::interval where merchant_id = $1`,
      [merchantId, ago],
    )
  await buy(short)
  expect(await daysLeft()).toBe(10)
  await began('4 days')
  expect(await daysLeft()).toBe(6)
  await buy(short)
  expect(await daysLeft()).toBe(6)
  await buy(plan)
  expect(await daysLeft()).toBeGreaterThan(355)
  await buy(short)
  expect(await daysLeft()).toBeGreaterThan(355)
  await began('400 days')
  expect(await daysLeft()).toBeLessThan(0)
  await buy(short)
  expect(await daysLeft()).toBe(10)
  expect(await ledgerEqualsWallet(merchantId!)).toBe(5 * input.codes)
})

test('starts a trial once [BI01]', async () => {
  const { merchantId } = await world.confirmedMerchant()
  const body = { merchant: merchantId! }
  await administrator().startTrial({ body })
  expect(await administrator().balanceOf({ params: { id: merchantId! } })).toMatchObject({
    trial: true,
    validity: 14,
    remainingDays: 14,
    remainingCodes: 100,
  })
  await expect(administrator().startTrial({ body })).rejects.toMatchObject({ code: 'billing.trialUsed' })
})

test('never overdraws in two hundred concurrent debits, and keeps the ledger equal to the wallet [CO09]', async () => {
  const { merchantId } = await world.approvedMerchant({ credit: 1000 })
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => debit(merchantId!, 7)))
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(outcomes.length - rejected.length).toBe(142)
  for (const { reason } of rejected) expect(reason.kind.code).toBe('billing.insufficient')
  expect(await ledgerEqualsWallet(merchantId!)).toBe(6)
})

test('rejects a deactivated account and expired credit with their own problems [BI04]', async () => {
  const { merchantId } = await world.approvedMerchant({ credit: 10 })
  const params = { id: merchantId! }
  expect((await administrator().setActive({ params, body: { isActive: false } })).isActive).toBe(false)
  await expect(debit(merchantId!, 1)).rejects.toMatchObject({ kind: { code: 'billing.deactivated' } })
  await administrator().setActive({ params, body: { isActive: true } })
  await world.database.query(`update wallet set expires_at = now() - interval '1 day' where merchant_id = $1`, [
    merchantId,
  ])
  await expect(debit(merchantId!, 1)).rejects.toMatchObject({ kind: { code: 'billing.expired' } })
  await expect(debit(merchantId!, 11)).rejects.toMatchObject({ kind: { code: 'billing.insufficient' } })
})
