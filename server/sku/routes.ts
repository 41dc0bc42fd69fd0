import type { FastifyInstance, FastifyRequest } from 'fastify'
import { merchantOf, ownedBy } from '#server/core/auth/actor.ts'
import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { problemOfViolation } from '#server/core/db/database-error.ts'
import { and, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { serveCsv } from '#server/core/files/serve-csv.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serve } from '#server/core/http/serve.ts'
import { problemOfField } from '#server/core/http/validate.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { lockFiles } from '#server/media/service.ts'
import { upload } from '#server/media/table.ts'
import { decideReview } from '#server/review/service.ts'
import { trademark } from '#server/trademark/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { demoSkuNames, type Sku, type SkuUpdate, skuContract, skuProblems } from '#shared/sku/contract.ts'
import { skuQuotas } from '#shared/sku/quotas.ts'
import { listCertificates } from './certificates.ts'
import { listSkus, skuColumns } from './list.ts'
import { findSku, reviewedCertificate, selectSkus, viewSkus } from './service.ts'
import { sku, skuCertificate } from './table.ts'

export function skuRoutes(app: FastifyInstance) {
  serve(app, skuContract, {
    async list({ tx, actor, query }) {
      return listSkus(tx, actor, query)
    },

    async demo({ tx, query, services }) {
      const demoMerchant = tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.isDemo, true))
      const isDemoProduct = and(inArray(sku.merchantId, demoMerchant), inArray(sku.name, [...demoSkuNames]))
      const where = services.config.demo ? isDemoProduct : sql`false`
      const found = await selectSkus(tx)
        .where(where)
        .orderBy(sku.name, sku.id)
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
      return { rows: await viewSkus(tx, found), total: await tx.$count(sku, where) }
    },

    async certificates({ tx, query }) {
      return listCertificates(tx, query)
    },

    async read({ tx, actor, params }) {
      return findSku(tx, and(ownedBy(actor, sku.merchantId), eq(sku.id, params.id)))
    },

    async create({ tx, actor, body, request }) {
      const merchantId = merchantOf(actor)
      await assertParts(tx, merchantId, body)
      await assertQuota(tx, quotaOwnerOf(actor), skuQuotas.skus)
      const [made] = await tx
        .insert(sku)
        .values({ merchantId, ...columns(body) })
        .onConflictDoNothing({ target: [sku.merchantId, sku.sku] })
        .returning({ id: sku.id })
        .catch(gtinConflict(request, body.gtin))
      if (!made) throw new Problem(skuProblems.taken, { sku: body.sku })
      await saveCertificates(tx, merchantId, made.id, body)
      await audit(tx, request, 'sku.create', { subject: made.id, data: { sku: body.sku } })
      return findSku(tx, eq(sku.id, made.id))
    },

    async update({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      const before = await findSku(tx, and(ownedBy(actor, sku.merchantId), eq(sku.id, params.id)))
      await assertParts(tx, merchantId, body, filesOf(before))
      const { details, ...rest } = columns(body)
      const [row] = await tx
        .update(sku)
        // Parts of the details that other screens write (the customization) stay.
        .set({ ...rest, details: sql`${sku.details} || ${JSON.stringify(details)}::jsonb`, updatedAt: sql`now()` })
        .where(and(ownedBy(actor, sku.merchantId), eq(sku.id, params.id)))
        .returning({ id: sku.id })
        .catch(problemOfViolation(new Problem(skuProblems.taken, { sku: body.sku }), 'sku_code_of_merchant'))
        .catch(gtinConflict(request, body.gtin))
        .catch(problemOfViolation(printedGtin(request, before.gtin), 'code_order_gtin'))
      if (!row) throw new Problem(skuProblems.notFound)
      await saveCertificates(tx, merchantId, row.id, body)
      await audit(tx, request, 'sku.update', { subject: row.id })
      return findSku(tx, eq(sku.id, row.id))
    },

    async setActive({ tx, actor, params, body, request }) {
      const { gtin } = await findSku(tx, and(ownedBy(actor, sku.merchantId), eq(sku.id, params.id)))
      const [row] = await tx
        .update(sku)
        .set({ active: body.active, updatedAt: sql`now()` })
        .where(and(ownedBy(actor, sku.merchantId), eq(sku.id, params.id)))
        .returning({ id: sku.id })
        .catch(gtinConflict(request, gtin))
      if (!row) throw new Problem(skuProblems.notFound)
      await audit(tx, request, body.active ? 'sku.activate' : 'sku.deactivate', { subject: row.id })
      return findSku(tx, eq(sku.id, row.id))
    },

    async remove({ tx, actor, params, request }) {
      const own = and(ownedBy(actor, sku.merchantId), eq(sku.id, params.id))
      await findSku(tx, own)
      await tx
        .delete(sku)
        .where(own)
        .catch(problemOfViolation(new Problem(skuProblems.inUse), ...referringKeys))
      await audit(tx, request, 'sku.remove', { subject: params.id })
      return done
    },

    async setCertificateStatus(call) {
      const { tx, params, body, request } = call
      const { certificate: id, status, note } = body
      const ofProduct = and(eq(skuCertificate.skuId, params.id), eq(skuCertificate.id, id))
      const subject = (await tx.$count(skuCertificate, ofProduct)) > 0 && (await reviewedCertificate.lock(tx, id))
      if (!subject) throw new Problem(skuProblems.noCertificate)
      await decideReview(call, { reviewed: reviewedCertificate, id }, subject, body)
      await audit(tx, request, 'sku.certificate', {
        subject: id,
        data: { status, ...(note && { note }) },
        merchantId: subject.merchantId,
      })
      return findSku(tx, eq(sku.id, params.id))
    },
  })

  serveCsv(app, skuContract.list, listSkus, { name: 'skus', columns: skuColumns })
}

/** The foreign keys that keep a product. PostgreSQL names only one of those that a removal violates. */
const referringKeys = [
  'payload_sku_id_sku_id_fk',
  'code_order_sku',
  'code_order_gtin',
  'binding_sku',
  'bound_product_sku',
  'verdict_case_sku',
  'passport_version_sku',
]

/** For the `catch` of a statement that gives a product its GTIN, or makes it active. */
const gtinConflict = (request: FastifyRequest, gtin: string | null | undefined) =>
  problemOfViolation(
    problemOfField('gtin', skuProblems.gtinTaken, { gtin }, languageOf(request)),
    'sku_gtin_of_merchant',
  )

const printedGtin = (request: FastifyRequest, gtin: string | null) =>
  problemOfField('gtin', skuProblems.gtinPrinted, { gtin }, languageOf(request))

/** Certificates have a table of their own. */
function columns({ certificates: _, ...fields }: SkuUpdate) {
  return fields
}

function filesOf({ details, certificates }: Pick<Sku, 'details' | 'certificates'>): string[] {
  return [...details.images, ...certificates].map((file) => file.hash)
}

/**
 * The trademark and every file must belong to the merchant. Files that the product already has (`kept`) stay valid,
 * even when they were removed from the media list, also for its clone.
 */
async function assertParts(
  tx: Tx,
  merchantId: string,
  { trademarkId, details, certificates = [] }: SkuUpdate,
  kept: readonly string[] = [],
): Promise<void> {
  const marks = await tx.$count(trademark, and(eq(trademark.merchantId, merchantId), eq(trademark.id, trademarkId)))
  if (marks === 0) throw new Problem(skuProblems.noTrademark)
  const files = [...details.images, ...certificates]
  if (files.length === 0) return
  const hashes = files.map((file) => file.hash)
  await lockFiles(tx, hashes)
  const own = await tx
    .select({ hash: upload.hash })
    .from(upload)
    .where(and(eq(upload.merchantId, merchantId), eq(upload.private, false), inArray(upload.hash, hashes)))
  const known = new Set([...kept, ...own.map(({ hash }) => hash)])
  const unknown = hashes.filter((hash) => !known.has(hash))
  if (unknown.length > 0) for (const hash of await filesInUse(tx, merchantId, unknown)) known.add(hash)
  const foreign = files.find((file) => !known.has(file.hash))
  if (foreign) throw new Problem(skuProblems.file, { name: foreign.name })
}

/** An unchanged certificate keeps its decision. A new or changed one waits for approval. */
async function saveCertificates(tx: Tx, merchantId: string, skuId: string, { certificates }: SkuUpdate): Promise<void> {
  if (!certificates) return
  const present = await tx
    .select()
    .from(skuCertificate)
    .where(and(eq(skuCertificate.merchantId, merchantId), eq(skuCertificate.skuId, skuId)))
  const removed = present.filter((row) => !certificates.some((certificate) => isSame(certificate, row)))
  const added = certificates.filter((certificate) => !present.some((row) => isSame(certificate, row)))
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id)
    await tx
      .delete(skuCertificate)
      .where(and(eq(skuCertificate.merchantId, merchantId), inArray(skuCertificate.id, ids)))
  }
  if (added.length > 0) {
    await tx.insert(skuCertificate).values(added.map((certificate) => ({ ...certificate, merchantId, skuId })))
  }
}

type CertificateText = { hash: string; type: string; title: string }

function isSame(one: CertificateText, other: CertificateText): boolean {
  return one.hash === other.hash && one.type === other.type && one.title === other.title
}

/** Files of another product of the merchant: a clone keeps them, also when they were removed from the media list. */
async function filesInUse(tx: Tx, merchantId: string, hashes: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ hash: string }>(sql`
    select asked.hash from unnest(${sql.param(hashes)}::text[]) as asked(hash)
    where exists (select from sku s where s.merchant_id = ${merchantId}
                  and s.details @> jsonb_build_object('images', jsonb_build_array(jsonb_build_object('hash', asked.hash))))
       or exists (select from sku_certificate c where c.merchant_id = ${merchantId} and c.hash = asked.hash)`)
  return rows.map(({ hash }) => hash)
}
