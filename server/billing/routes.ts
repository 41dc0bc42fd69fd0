import type { FastifyInstance, FastifyRequest } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, asc, eq, inArray, isNull, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import {
  type BillingEntry,
  billingContract,
  billingProblems,
  type Plan,
  type PlanUpdate,
  trial,
} from '#shared/billing/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { balanceOf, credit } from './service.ts'
import { billingEntry, plan, wallet } from './table.ts'

export function billingRoutes(app: FastifyInstance) {
  serve(app, billingContract, {
    async plans({ tx }) {
      const rows = await tx.select().from(plan).where(isNull(plan.removedAt)).orderBy(asc(plan.codes), plan.id)
      return rows.map(viewPlan)
    },
    async plan({ tx, params }) {
      // A removed plan still describes earlier purchases.
      return viewPlan(await findPlan(tx, eq(plan.id, params.id)))
    },
    async addPlan({ tx, body, request }) {
      const [row] = await tx
        .insert(plan)
        .values({ ...columns(body), validity: body.validity, validityUnit: body.validity_unit })
        .returning()
      await audit(tx, request, 'plan.add', { subject: row!.id, data: { title: body.title } })
      return viewPlan(row!)
    },
    async editPlan({ tx, params, body, request }) {
      const [row] = await tx.update(plan).set(columns(body)).where(onOffer(params.id)).returning()
      if (!row) throw new Problem(billingProblems.noPlan)
      await audit(tx, request, 'plan.edit', { subject: row.id, data: { title: body.title } })
      return viewPlan(row)
    },
    async removePlan({ tx, params, request }) {
      const [row] = await tx.update(plan).set({ removedAt: sql`now()` }).where(onOffer(params.id)).returning()
      if (!row) throw new Problem(billingProblems.noPlan)
      await audit(tx, request, 'plan.remove', { subject: row.id, data: { title: row.title } })
      return done
    },

    async history({ tx, actor, query }) {
      const merchantId = actor.role === 'admin' ? query.merchant : merchantOf(actor)
      const where = merchantId ? eq(billingEntry.merchantId, merchantId) : undefined
      const { page, limit } = query
      const order = { columns: [billingEntry.createdAt, billingEntry.id], descending: true } as const
      const { ids, total } = await pageOfIds(tx, billingEntry, { where, order }, { page, limit })
      const rows = await tx.select().from(billingEntry).where(inArray(billingEntry.id, ids))
      return { rows: inOrderOf(ids, rows, ({ id }) => id).map(viewEntry), total }
    },

    async grant({ tx, body, request }) {
      const bought = await findPlan(tx, onOffer(body.plan))
      await assertMerchant(tx, body.merchant)
      const [entry] = await tx
        .insert(billingEntry)
        .values({
          merchantId: body.merchant,
          planId: bought.id,
          kind: 'plan',
          codes: bought.codes,
          priceCreate: bought.promoPrice ?? bought.price,
          description: bought.title,
        })
        .returning()
      await credit(tx, entry!, { validity: bought.validity, unit: bought.validityUnit })
      await announceBalance(tx, request, 'billing.grant', {
        merchantId: body.merchant,
        data: { plan: bought.id, codes: bought.codes },
      })
      return viewEntry(entry!)
    },

    async startTrial({ tx, body, request }) {
      await assertMerchant(tx, body.merchant)
      // The lock serializes two administrators, so that the count below is correct.
      await tx.insert(wallet).values({ merchantId: body.merchant }).onConflictDoNothing()
      await tx.select().from(wallet).where(eq(wallet.merchantId, body.merchant)).for('update')
      if ((await tx.$count(billingEntry, eq(billingEntry.merchantId, body.merchant))) > 0) {
        throw new Problem(billingProblems.trialUsed)
      }
      const [entry] = await tx
        .insert(billingEntry)
        .values({ merchantId: body.merchant, kind: 'trial', codes: trial.codes, description: 'Free trial' })
        .returning()
      await credit(tx, entry!, { validity: trial.days, unit: 'day' })
      await announceBalance(tx, request, 'billing.startTrial', {
        merchantId: body.merchant,
        data: { codes: trial.codes },
      })
      return viewEntry(entry!)
    },

    async balance({ tx, actor }) {
      return balanceOf(tx, merchantOf(actor))
    },
    async balanceOf({ tx, params }) {
      await assertMerchant(tx, params.id)
      return balanceOf(tx, params.id)
    },

    async setActive({ tx, params, body, request }) {
      await assertMerchant(tx, params.id)
      await tx
        .insert(wallet)
        .values({ merchantId: params.id, active: body.isActive })
        .onConflictDoUpdate({ target: wallet.merchantId, set: { active: body.isActive } })
      await announceBalance(tx, request, body.isActive ? 'billing.activate' : 'billing.deactivate', {
        merchantId: params.id,
        data: {},
      })
      return balanceOf(tx, params.id)
    },
  })
}

const onOffer = (id: string) => and(eq(plan.id, id), isNull(plan.removedAt))

async function findPlan(tx: Tx, condition: SQL | undefined) {
  const [row] = await tx.select().from(plan).where(condition)
  if (!row) throw new Problem(billingProblems.noPlan)
  return row
}

async function assertMerchant(tx: Tx, id: string): Promise<void> {
  if ((await tx.$count(merchant, eq(merchant.id, id))) === 0) throw new Problem(billingProblems.noMerchant)
}

async function announceBalance(
  tx: Tx,
  request: FastifyRequest,
  action: string,
  { merchantId, data }: { merchantId: string; data: Record<string, unknown> },
): Promise<void> {
  await audit(tx, request, action, { subject: merchantId, data, merchantId })
  await request.server.assay.events.publish(tx, merchantChannel(merchantId), 'balance', {})
}

/** Absent fields keep their value, except the prices, which are removed. */
function columns({ promo_price, validity_unit, price, on_approval, ...rest }: PlanUpdate) {
  const prices = { price: price ?? null, promoPrice: promo_price ?? null }
  return {
    ...rest,
    ...prices,
    ...(validity_unit && { validityUnit: validity_unit }),
    ...(on_approval !== undefined && { onApproval: on_approval }),
  }
}

function viewPlan({
  promoPrice,
  validityUnit,
  price,
  createdAt,
  onApproval,
  removedAt: _,
  ...row
}: typeof plan.$inferSelect): Plan {
  return {
    ...row,
    validity_unit: validityUnit,
    on_approval: onApproval,
    createdAt: createdAt.toISOString(),
    ...(price !== null && { price }),
    ...(promoPrice !== null && { promo_price: promoPrice }),
  }
}

function viewEntry({ merchantId, priceCreate, createdAt, ...row }: typeof billingEntry.$inferSelect): BillingEntry {
  return { ...row, merchant: merchantId, price_create: priceCreate, createdAt: createdAt.toISOString() }
}
