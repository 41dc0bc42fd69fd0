import { billingEntry, ledgerEntry, plan, wallet } from '#server/billing/table.ts'
import { business } from '#server/business/table.ts'
import { hashPassword } from '#server/core/auth/password.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'

/** Sign-ins of the demo merchant, for a private machine: `npm start` prints them. */
export const demoSignIns = [
  {
    who: 'Merchant',
    role: 'merchant',
    username: 'Ada Tan',
    email: 'merchant@demo.example',
    password: 'Demo-merchant-1',
  },
  { who: 'Dealer', role: 'dealer', username: 'Ravi Kumar', email: 'dealer@demo.example', password: 'Demo-dealer-1' },
  {
    who: 'Customer care',
    role: 'customerservice',
    username: 'Mei Lim',
    email: 'care@demo.example',
    password: 'Demo-care-1',
  },
] as const

const grantedCodes = 10_000

/** Seeds the demo merchant with its accounts, an approved business and credit. Returns the id of the merchant. */
export async function seedAccounts(tx: Tx, document: StoredFile): Promise<string> {
  const [owner] = await tx
    .insert(merchant)
    .values({ code: 'highland-tea', name: 'Highland Tea Company', country: 'my', isDemo: true })
    .returning()
  const merchantId = owner!.id
  for (const { role, username, email, password } of demoSignIns) {
    const passwordHash = await hashPassword(password)
    await tx.insert(account).values({ merchantId, role, username, email, passwordHash, confirmed: true })
  }
  const registrationNo = '202601004711'
  await tx.insert(business).values({
    merchantId,
    registrationNo,
    verified: true,
    verifiedBy: 'seed',
    details: {
      documents: document,
      address: '12 Jalan Teh, Brinchang, Pahang',
      contactNo: '+60551234567',
      email: 'office@demo.example',
      country: 'my',
      postcode: '39100',
    },
  })
  const terms = { codes: grantedCodes, description: 'Ten thousand codes, one year' }
  const [bought] = await tx
    .insert(plan)
    .values({ ...terms, title: 'Starter', price: 490, promoPrice: 390, validity: 1, validityUnit: 'year' })
    .returning()
  const yearAgo = new Date()
  yearAgo.setFullYear(yearAgo.getFullYear() - 1)
  for (const at of [yearAgo, new Date()])
    await grantPlanCodes(tx, merchantId, { planId: bought!.id, codes: grantedCodes, at })
  return merchantId
}

type Grant = { planId: string; codes: number; at?: Date }

/** Grants codes for a year, as a bought plan. A renewal adds them to the balance, and the year begins again. */
export async function grantPlanCodes(tx: Tx, merchantId: string, { planId, codes, at = new Date() }: Grant) {
  const [entry] = await tx
    .insert(billingEntry)
    .values({
      codes,
      description: 'Codes, one year',
      merchantId,
      planId,
      kind: 'plan',
      priceCreate: 390,
      createdAt: at,
    })
    .returning()
  await tx.insert(ledgerEntry).values({ merchantId, kind: 'grant', delta: codes, billingId: entry!.id, createdAt: at })
  const expiresAt = new Date(at)
  expiresAt.setFullYear(at.getFullYear() + 1)
  await tx
    .insert(wallet)
    .values({ merchantId, remaining: codes, firstBilledAt: at, expiresAt })
    .onConflictDoUpdate({
      target: wallet.merchantId,
      set: { remaining: sql`${wallet.remaining} + ${codes}`, expiresAt },
    })
}
