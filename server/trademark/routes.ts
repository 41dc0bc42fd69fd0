import type { FastifyInstance } from 'fastify'
import { type Actor, merchantOf, ownedBy } from '#server/core/auth/actor.ts'
import { merchant } from '#server/core/auth/table.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { problemOfViolation } from '#server/core/db/database-error.ts'
import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { adminChannel, merchantChannel } from '#server/core/events/event-hub.ts'
import { serve, withBodySchema } from '#server/core/http/serve.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { releaseFiles, takeDocument } from '#server/media/service.ts'
import { decideReview } from '#server/review/service.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { ReviewStatus } from '#shared/review/status.ts'
import { type Trademark, TrademarkInput, trademarkContract, trademarkProblems } from '#shared/trademark/contract.ts'
import { ValidatedTrademarkInput } from '#shared/trademark/input-validation.ts'
import { trademarkQuotas } from '#shared/trademark/quotas.ts'
import { reviewedTrademark } from './service.ts'
import { trademark } from './table.ts'

const isWaiting = eq(trademark.status, 'Pending Approval')
/** Whether any trademark of the same merchant waits for a decision. */
const hasWaiting = sql`${trademark.merchantId} in (select w.merchant_id from trademark w where w.status = 'Pending Approval')`

export function trademarkRoutes(app: FastifyInstance) {
  serve(app, trademarkContract, {
    async list({ tx, actor, query }) {
      const { page, limit, search, waiting } = query
      const where = and(
        ownedBy(actor, trademark.merchantId),
        search ? matches(tx, actor, containsPattern(search)) : undefined,
        waiting && isWaiting,
      )
      const rows = await select(tx)
        .where(where)
        // Administrators get them grouped by business: first the businesses and trademarks that wait for a decision.
        .orderBy(
          ...(actor.role === 'admin' && !waiting
            ? [desc(hasWaiting), asc(merchant.name), merchant.id, desc(isWaiting)]
            : []),
          (waiting ? asc : desc)(trademark.createdAt),
          trademark.id,
        )
        .limit(limit)
        .offset((page - 1) * limit)
      return { rows: rows.map((row) => view(row, actor)), total: await tx.$count(trademark, where) }
    },

    async count({ tx, actor }) {
      return { count: await tx.$count(trademark, ownedBy(actor, trademark.merchantId)) }
    },

    async read({ tx, actor, params }) {
      return find(tx, actor, and(ownedBy(actor, trademark.merchantId), eq(trademark.id, params.id)))
    },

    create: withBodySchema(ValidatedTrademarkInput, async ({ tx, actor, body, request, services }) => {
      const merchantId = merchantOf(actor)
      await takeDocument(services, tx, { merchantId, file: body.details.file, otherwise: trademarkProblems.document })
      await assertQuota(tx, quotaOwnerOf(actor), trademarkQuotas.trademarks)
      const [made] = await tx
        .insert(trademark)
        .values({ merchantId, ...columns(body) })
        .returning({ id: trademark.id })
      await audit(tx, request, 'trademark.create', { subject: made!.id })
      await services.events.publish(tx, adminChannel, 'trademark', { id: made!.id })
      await services.events.publish(tx, merchantChannel(merchantId), 'progress', {})
      return find(tx, actor, eq(trademark.id, made!.id))
    }),

    update: withBodySchema(ValidatedTrademarkInput, async ({ tx, actor, params, body, request, services }) => {
      const merchantId = merchantOf(actor)
      const before = await find(tx, actor, and(ownedBy(actor, trademark.merchantId), eq(trademark.id, params.id)))
      await takeDocument(services, tx, { merchantId, file: body.details.file, otherwise: trademarkProblems.document })
      const [row] = await tx
        .update(trademark)
        // The approved version differs from this one.
        .set({
          ...columns(body),
          status: 'Pending Approval',
          verifiedBy: null,
          reviewNote: null,
          updatedAt: sql`now()`,
        })
        .where(and(ownedBy(actor, trademark.merchantId), eq(trademark.id, params.id)))
        .returning({ id: trademark.id })
      if (!row) throw new Problem(trademarkProblems.notFound)
      await releaseFiles(services, tx, hashesOf(before))
      await audit(tx, request, 'trademark.update', { subject: row.id })
      await services.events.publish(tx, adminChannel, 'trademark', { id: row.id })
      await services.events.publish(tx, merchantChannel(merchantId), 'progress', {})
      return find(tx, actor, eq(trademark.id, row.id))
    }),

    async remove({ tx, actor, params, request, services }) {
      const own = and(ownedBy(actor, trademark.merchantId), eq(trademark.id, params.id))
      const removed = await find(tx, actor, own)
      await tx
        .delete(trademark)
        .where(own)
        .catch(problemOfViolation(new Problem(trademarkProblems.inUse), 'sku_trademark'))
      await releaseFiles(services, tx, hashesOf(removed))
      await audit(tx, request, 'trademark.remove', { subject: params.id })
      return done
    },

    async setStatus(call) {
      const { tx, actor, params, body, request } = call
      const subject = await reviewedTrademark.lock(tx, params.id)
      if (!subject) throw new Problem(trademarkProblems.notFound)
      const { status, note } = body
      if (subject.status === status) throw new Problem(trademarkProblems.sameStatus, { status })
      await decideReview(call, { reviewed: reviewedTrademark, id: params.id }, subject, body)
      const data = { status, ...(note && { note }) }
      await audit(tx, request, 'trademark.setStatus', { subject: params.id, data, merchantId: subject.merchantId })
      return find(tx, actor, eq(trademark.id, params.id))
    },
  })
}

/** Administrators also find the trademarks of a business by its name. */
function matches(tx: Tx, actor: Actor, pattern: string): SQL | undefined {
  const named = tx.select({ id: merchant.id }).from(merchant).where(ilike(merchant.name, pattern))
  return or(
    ilike(trademark.registrationName, pattern),
    ilike(trademark.registrationNo, pattern),
    actor.role === 'admin' ? inArray(trademark.merchantId, named) : undefined,
  )
}

/** A field that is not named here is stored in the column of the same name. */
function columns({ acknowledgeInfoCorrect: _, ...fields }: TrademarkInput) {
  const { registration_name, registration_no, applicant_name, applicant_address, details, ...rest } = fields
  return {
    ...rest,
    registrationName: registration_name,
    registrationNo: registration_no,
    applicantName: applicant_name,
    applicantAddress: applicant_address,
    details: { ...details, active: true },
  }
}

function select(tx: Tx) {
  return tx
    .select({ row: trademark, name: merchant.name })
    .from(trademark)
    .innerJoin(merchant, eq(merchant.id, trademark.merchantId))
    .$dynamic()
}

async function find(tx: Tx, actor: Actor, condition: SQL | undefined): Promise<Trademark> {
  const [found] = await select(tx).where(condition)
  if (!found) throw new Problem(trademarkProblems.notFound)
  return view(found, actor)
}

const hashesOf = ({ details: { file } }: Trademark): string[] => (file ? [file.hash] : [])

/** `serve` drops the columns that are not in the response. */
function view({ row, name }: { row: typeof trademark.$inferSelect; name: string }, { role }: Actor): Trademark {
  const { active = true, ...stored } = row.details as { active?: boolean }
  const details = TrademarkInput.shape.details.parse(stored)
  return {
    ...row,
    merchant: row.merchantId,
    business_name: name,
    registration_name: row.registrationName,
    registration_no: row.registrationNo,
    applicant_name: row.applicantName,
    applicant_address: row.applicantAddress,
    status: ReviewStatus.parse(row.status),
    details: {
      ...details,
      file: hasAccess('merchantServiceOrAdmin', role) ? details.file : null,
      active,
      verified_by: row.verifiedBy,
      review_note: row.reviewNote,
    },
    createdAt: row.createdAt.toISOString(),
  }
}
