import type { FastifyInstance } from 'fastify'
import { wallet } from '#server/billing/table.ts'
import { merchantOf } from '#server/core/auth/actor.ts'
import { merchant } from '#server/core/auth/table.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, asc, desc, eq, ilike, isNull, or, sql } from '#server/core/drizzle/orm.ts'
import { adminChannel, merchantChannel } from '#server/core/events/event-hub.ts'
import { serve, withBodySchema } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { releaseFiles, takeDocument } from '#server/media/service.ts'
import { decideReview } from '#server/review/service.ts'
import { trademark } from '#server/trademark/table.ts'
import { type Business, BusinessDetails, businessContract, businessProblems } from '#shared/business/contract.ts'
import { ValidatedBusinessInput } from '#shared/business/input-validation.ts'
import { completeness } from '#shared/business/rules.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { formatPhone } from '#shared/core/fields/phone.ts'
import { reviewedBusiness } from './service.ts'
import { business } from './table.ts'

const isWaiting = and(eq(business.verified, false), isNull(business.reviewNote))!

export function businessRoutes(app: FastifyInstance) {
  serve(app, businessContract, {
    async read({ tx, actor }) {
      return find(tx, eq(business.merchantId, merchantOf(actor)))
    },

    async progress({ tx, actor }) {
      const merchantId = merchantOf(actor)
      const [own] = await tx.select().from(business).where(eq(business.merchantId, merchantId))
      const marks = await tx
        .select({ status: trademark.status })
        .from(trademark)
        .where(eq(trademark.merchantId, merchantId))
      return {
        emailConfirmed: actor.confirmed,
        businessUpdated: own !== undefined,
        trademarkRegistered: marks.length > 0,
        businessApproved: own?.verified ?? false,
        trademarkApproved: marks.some(({ status }) => status === 'Approved'),
      }
    },

    create: withBodySchema(ValidatedBusinessInput, async ({ tx, actor, body, request, services }) => {
      const merchantId = merchantOf(actor)
      const documents = await takeDocument(services, tx, {
        merchantId,
        file: body.details.documents,
        otherwise: businessProblems.document,
      })
      const [made] = await tx
        .insert(business)
        .values({ merchantId, registrationNo: body.registration_no, details: { ...body.details, documents } })
        .onConflictDoNothing()
        .returning({ id: business.id })
      if (!made) throw new Problem(businessProblems.exists)
      await audit(tx, request, 'business.create', { subject: made.id })
      await services.events.publish(tx, adminChannel, 'business', { id: made.id })
      await services.events.publish(tx, merchantChannel(merchantId), 'progress', {})
      return find(tx, eq(business.id, made.id))
    }),

    update: withBodySchema(ValidatedBusinessInput, async ({ tx, actor, body, request, services }) => {
      const merchantId = merchantOf(actor)
      const [own] = await tx.select().from(business).where(eq(business.merchantId, merchantId)).for('update')
      if (!own) throw new Problem(businessProblems.notFound)
      if (own.registrationNo !== body.registration_no) throw new Problem(businessProblems.locked)
      const documents = await takeDocument(services, tx, {
        merchantId,
        file: body.details.documents,
        otherwise: businessProblems.document,
      })
      const { documents: earlier } = BusinessDetails.parse(own.details)
      const sameDocument = documents.hash === earlier.hash
      const { name: known } = await find(tx, eq(business.id, own.id))
      const requestedName = body.name !== undefined && body.name !== known ? body.name : null
      // The new document or name is not approved yet.
      const isReviewed = sameDocument && (requestedName === null || requestedName === own.requestedName)
      await tx
        .update(business)
        .set({
          details: { ...body.details, documents },
          updatedAt: sql`now()`,
          // The merchant may have corrected it, so it is reviewed again.
          reviewNote: null,
          ...(body.name !== undefined && { requestedName }),
          ...(!isReviewed && { verified: false, verifiedBy: null }),
        })
        .where(eq(business.id, own.id))
      if (!sameDocument) await releaseFiles(services, tx, [earlier.hash])
      await audit(tx, request, 'business.update', { subject: own.id })
      await services.events.publish(tx, adminChannel, 'business', { id: own.id })
      await services.events.publish(tx, merchantChannel(merchantId), 'progress', {})
      return find(tx, eq(business.id, own.id))
    }),

    async all({ tx, query }) {
      const { page, limit, search, waiting } = query
      const where = and(
        search
          ? or(ilike(merchant.name, containsPattern(search)), ilike(business.registrationNo, containsPattern(search)))
          : undefined,
        waiting && isWaiting,
      )
      const rows = await select(tx)
        .where(where)
        // Businesses that wait for a decision come first, then those that have to be corrected.
        .orderBy(desc(isWaiting), asc(business.verified), (waiting ? asc : desc)(business.createdAt), business.id)
        .limit(limit)
        .offset((page - 1) * limit)
      const [count] = await tx
        .select({ total: sql<number>`count(*)::int` })
        .from(business)
        .innerJoin(merchant, eq(merchant.id, business.merchantId))
        .where(where)
      return { rows: rows.map(view), total: count!.total }
    },

    async review(call) {
      const { tx, params, body, request } = call
      const subject = await reviewedBusiness.lock(tx, params.id)
      if (!subject) throw new Problem(businessProblems.notFound)
      const { registration_no } = await find(tx, eq(business.id, params.id))
      if ((body.registration_no ?? registration_no) !== registration_no) throw new Problem(businessProblems.locked)
      const { note } = body
      const status = body.details.verified ? 'Approved' : note ? 'Rejected' : 'Pending Approval'
      const action = { Approved: 'approve', Rejected: 'reject', 'Pending Approval': 'unapprove' }[status]
      await decideReview(call, { reviewed: reviewedBusiness, id: params.id }, subject, { status, note })
      await audit(tx, request, `business.${action}`, {
        subject: params.id,
        data: note ? { note } : {},
        merchantId: subject.merchantId,
      })
      return find(tx, eq(business.id, params.id))
    },

    async remove({ tx, params, request, services }) {
      const [row] = await tx.delete(business).where(eq(business.id, params.id)).returning()
      if (!row) throw new Problem(businessProblems.notFound)
      await releaseFiles(services, tx, [BusinessDetails.parse(row.details).documents.hash])
      await audit(tx, request, 'business.remove', { subject: row.id, merchantId: row.merchantId })
      return done
    },
  })
}

function select(tx: Tx) {
  return tx
    .select({ row: business, name: merchant.name, active: wallet.active })
    .from(business)
    .innerJoin(merchant, eq(merchant.id, business.merchantId))
    .leftJoin(wallet, eq(wallet.merchantId, business.merchantId))
    .$dynamic()
}

async function find(tx: Tx, condition: ReturnType<typeof eq>): Promise<Business> {
  const [found] = await select(tx).where(condition)
  if (!found) throw new Problem(businessProblems.notFound)
  return view(found)
}

type BusinessRow = { row: typeof business.$inferSelect; name: string; active: boolean | null }

function view({ row, name, active }: BusinessRow): Business {
  const details = BusinessDetails.parse(row.details)
  return {
    id: row.id,
    name,
    requested_name: row.requestedName,
    merchant: row.merchantId,
    registration_no: row.registrationNo,
    completeness: completeness(details),
    isActive: active ?? true,
    details: {
      ...details,
      contactNo: formatPhone(details.contactNo, details.country),
      verified: row.verified,
      verified_by: row.verifiedBy,
      review_note: row.reviewNote,
    },
    createdAt: row.createdAt.toISOString(),
  }
}
