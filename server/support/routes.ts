import type { FastifyInstance } from 'fastify'
import { plan } from '#server/billing/table.ts'
import { merchantOf, ownedBy } from '#server/core/auth/actor.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq, ilike, isNull, or, sql } from '#server/core/drizzle/orm.ts'
import { adminChannel } from '#server/core/events/event-hub.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serve } from '#server/core/http/serve.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type SupportMessage, supportContract, supportProblems } from '#shared/support/contract.ts'
import { supportQuotas } from '#shared/support/quotas.ts'
import { supportCopyMail, supportMail } from './mails.ts'
import { supportMessage } from './table.ts'

export function supportRoutes(app: FastifyInstance) {
  const { supportEmail, supportPhone, supportTelegram } = app.assay.config

  serve(app, supportContract, {
    async contact() {
      return {
        email: supportEmail,
        phone: supportPhone ?? null,
        telegram: supportTelegram ?? null,
        mailed: app.assay.mail.isOn,
      }
    },

    async send({ tx, actor, body, request, services }) {
      const [sender] = await tx
        .select({ email: account.email, confirmed: account.confirmed })
        .from(account)
        .where(eq(account.id, actor.id))
      if (body.planId && !(await isOnOffer(tx, body.planId))) throw new Problem(supportProblems.noPlan)
      await assertQuota(tx, quotaOwnerOf(actor), supportQuotas.supportMessages)
      const { email, confirmed } = sender!
      const [made] = await tx
        .insert(supportMessage)
        .values({ merchantId: merchantOf(actor), email, planId: body.planId ?? null, message: body.message })
        .returning({ id: supportMessage.id })
      const message = await find(tx, made!.id)
      const written = { business: message.business_name, email, message: body.message, plan: message.plan }
      // Support reads English.
      await services.mail.queue(tx, { to: supportEmail, language: 'enUS', content: supportMail(written) })
      // An address that is not confirmed may belong to another person, who would get the sender's text.
      if (confirmed) {
        await services.mail.queue(tx, {
          to: email,
          language: languageOf(request),
          content: supportCopyMail(written),
        })
      }
      await audit(tx, request, 'support.send', { subject: message.id, data: { kind: message.kind } })
      await services.events.publish(tx, adminChannel, 'support', { id: message.id })
      return message
    },

    async list({ tx, actor, query: { page, limit, search } }) {
      const pattern = containsPattern(search)
      const where = and(
        ownedBy(actor, supportMessage.merchantId),
        search
          ? or(
              ilike(supportMessage.message, pattern),
              ilike(supportMessage.email, pattern),
              ilike(merchant.name, pattern),
            )
          : undefined,
      )
      const rows = await select(tx)
        .where(where)
        .orderBy(desc(isNull(supportMessage.doneAt)), desc(supportMessage.createdAt), supportMessage.id)
        .limit(limit)
        .offset((page - 1) * limit)
      const [count] = await tx
        .select({ total: sql<number>`count(*)::int` })
        .from(supportMessage)
        .innerJoin(merchant, eq(merchant.id, supportMessage.merchantId))
        .where(where)
      return { rows: rows.map(view), total: count!.total }
    },

    async setDone({ tx, params, body, request, services }) {
      const [row] = await tx
        .update(supportMessage)
        .set({ doneAt: body.done ? sql`now()` : null })
        .where(eq(supportMessage.id, params.id))
        .returning()
      if (!row) throw new Problem(supportProblems.notFound)
      await audit(tx, request, body.done ? 'support.done' : 'support.reopen', {
        subject: row.id,
        merchantId: row.merchantId,
      })
      await services.events.publish(tx, adminChannel, 'support', { id: row.id })
      return find(tx, row.id)
    },
  })
}

async function isOnOffer(tx: Tx, id: string): Promise<boolean> {
  return (await tx.$count(plan, and(eq(plan.id, id), isNull(plan.removedAt)))) > 0
}

function select(tx: Tx) {
  return tx
    .select({ row: supportMessage, business: merchant.name, plan: plan.title })
    .from(supportMessage)
    .innerJoin(merchant, eq(merchant.id, supportMessage.merchantId))
    .leftJoin(plan, eq(plan.id, supportMessage.planId))
    .$dynamic()
}

async function find(tx: Tx, id: string): Promise<SupportMessage> {
  const [found] = await select(tx).where(eq(supportMessage.id, id))
  return view(found!)
}

type MessageRow = { row: typeof supportMessage.$inferSelect; business: string; plan: string | null }

function view({ row, business, plan }: MessageRow): SupportMessage {
  return {
    id: row.id,
    merchant: row.merchantId,
    business_name: business,
    email: row.email,
    kind: row.planId ? 'plan' : 'support',
    plan,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  }
}
