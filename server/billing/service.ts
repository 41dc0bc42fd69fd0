import { add } from 'date-fns/add'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, gt, gte, isNull, or, sql } from '#server/core/drizzle/orm.ts'
import { type Balance, billingProblems } from '#shared/billing/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { billingEntry, ledgerEntry, plan, wallet } from './table.ts'

type Validity = { validity: number; unit: 'year' | 'month' | 'day' }
const dayMs = 86_400_000

type Debit = { merchantId: string; orderId: string; quantity: number }

/** Debits credit and writes its ledger entry in one statement, so it is correct under concurrency. */
export function debit(tx: Tx, { merchantId, orderId, quantity }: Debit) {
  const { remaining, used } = wallet
  const debited = tx.$with('taken').as(
    tx
      .update(wallet)
      .set({ remaining: sql`${remaining} - ${quantity}`, used: sql`${used} + ${quantity}` })
      .where(
        and(
          eq(wallet.merchantId, merchantId),
          gte(remaining, quantity),
          wallet.active,
          or(isNull(wallet.expiresAt), gt(wallet.expiresAt, sql`now()`)),
        ),
      )
      .returning({ merchantId: wallet.merchantId }),
  )
  // Drizzle's insert of a selection requires every column, also those with a default.
  const entry = tx.$with('entry', { id: ledgerEntry.id }).as(sql`
    insert into ledger_entry (merchant_id, kind, delta, order_id)
    select merchant_id, 'order', ${-quantity}::bigint, ${orderId}::uuid from taken returning id`)
  return tx.with(debited, entry).select().from(entry)
}

/**
 * Debits the credit for an order, or throws the reason why it cannot. The statement is prepared by name: orders of one
 * merchant wait for each other at the wallet, and planning each statement again would slow down the one that holds the lock.
 */
export async function debitForOrder(tx: Tx, { merchantId, orderId, quantity }: Debit): Promise<void> {
  const entries = await debit(tx, { merchantId, orderId, quantity }).prepare('debit').execute()
  if (entries.length === 1) return
  const balance = await balanceOf(tx, merchantId)
  if (!balance.isActive) throw new Problem(billingProblems.deactivated)
  if (balance.remainingCodes < quantity) {
    throw new Problem(billingProblems.insufficient, { remaining: balance.remainingCodes })
  }
  throw new Problem(balance.trial ? billingProblems.trialExpired : billingProblems.expired)
}

/**
 * Returns exactly the credit that an order took. The ledger's unique key makes a second refund of the order impossible.
 */
export async function refundOrder(
  tx: Tx,
  { merchantId, orderId }: { merchantId: string; orderId: string },
): Promise<void> {
  await tx.execute(sql`
    with refund as (
      insert into ledger_entry (merchant_id, kind, delta, order_id)
      select merchant_id, 'refund', -delta, order_id from ledger_entry
      where merchant_id = ${merchantId} and kind = 'order' and order_id = ${orderId}
      returning merchant_id, delta)
    update wallet set remaining = remaining + refund.delta, used = used - refund.delta
    from refund where wallet.merchant_id = refund.merchant_id`)
}

/** Adds the codes of a purchase to the wallet and the ledger. The first purchase determines when the credit expires. */
export async function credit(
  tx: Tx,
  entry: typeof billingEntry.$inferSelect,
  { validity, unit }: Validity,
): Promise<void> {
  const { merchantId, codes, id: billingId, kind } = entry
  const onTrial = kind === 'trial'
  await tx.insert(wallet).values({ merchantId }).onConflictDoNothing()
  const [walletRow] = await tx.select().from(wallet).where(eq(wallet.merchantId, merchantId)).for('update')
  const { firstBilledAt: billingStart, expiresAt: ends, trial } = walletRow!
  // Neither a trial nor expired credit counts as a purchase: the next plan starts a new validity.
  const isRunning = !trial && billingStart !== null && ends !== null && ends > entry.createdAt
  const firstBilledAt = isRunning ? billingStart : entry.createdAt
  const expiresAt = add(firstBilledAt, { [`${unit}s`]: validity })
  await tx
    .update(wallet)
    .set({
      remaining: sql`${wallet.remaining} + ${codes}`,
      trial: onTrial,
      trialDays: onTrial ? differenceInCalendarDays(expiresAt, firstBilledAt) : 0,
      firstBilledAt,
      expiresAt: isRunning && ends > expiresAt ? ends : expiresAt,
    })
    .where(eq(wallet.merchantId, merchantId))
  await tx.insert(ledgerEntry).values({ merchantId, kind: onTrial ? 'trial' : 'grant', delta: codes, billingId })
}

export async function balanceOf(tx: Tx, merchantId: string): Promise<Balance> {
  const [walletRow] = await tx
    .select({ wallet, now: sql<Date>`now()`.mapWith(wallet.expiresAt) })
    .from(wallet)
    .where(eq(wallet.merchantId, merchantId))
  if (!walletRow) {
    return { usedCodes: 0, remainingCodes: 0, remainingDays: 0, validity: 0, trial: false, isActive: true }
  }
  const { used, remaining, expiresAt, trial, trialDays, active } = walletRow.wallet
  const remainingMs = expiresAt ? expiresAt.getTime() - walletRow.now.getTime() : 0
  return {
    usedCodes: used,
    remainingCodes: remaining,
    remainingDays: Math.ceil(remainingMs / dayMs),
    validity: trialDays,
    trial,
    isActive: active,
  }
}

/**
 * Gives a merchant without a purchase the plan that administrators chose for approvals, as its trial. Without such a plan
 * it has no effect. The lock of the wallet lets two approvals give one trial. @returns whether it was given
 */
export async function grantTrialOnApproval(tx: Tx, merchantId: string): Promise<boolean> {
  const [chosen] = await tx
    .select()
    .from(plan)
    .where(and(plan.onApproval, isNull(plan.removedAt)))
    .orderBy(plan.createdAt)
    .limit(1)
  if (!chosen) return false
  await tx.insert(wallet).values({ merchantId }).onConflictDoNothing()
  await tx.select().from(wallet).where(eq(wallet.merchantId, merchantId)).for('update')
  if ((await tx.$count(billingEntry, eq(billingEntry.merchantId, merchantId))) > 0) return false
  const { id: planId, codes, title, validity, validityUnit: unit } = chosen
  const [entry] = await tx
    .insert(billingEntry)
    .values({ merchantId, planId, kind: 'trial', codes, priceCreate: 0, description: title })
    .returning()
  await credit(tx, entry!, { validity, unit })
  return true
}
