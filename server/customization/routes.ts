import type { FastifyInstance } from 'fastify'
import { activation } from '#server/activation/table.ts'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { createCodeAdmission, createSecretCheck, productOf } from '#server/order/service.ts'
import { code, codeOrder } from '#server/order/table.ts'
import { findSku } from '#server/sku/service.ts'
import { sku } from '#server/sku/table.ts'
import { featureProblems } from '#shared/core/api/features.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import {
  type Customization,
  type CustomizationDraft,
  type CustomizationState,
  customizationContract,
  customizationProblems,
} from '#shared/customization/contract.ts'
import {
  approvedHostsOf,
  badgesFor,
  canBeDraft,
  customizationStatusOf,
  isApprovedCertificate,
  sortByOrder,
  visibleCustomization,
} from '#shared/customization/rules.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { assertFiles } from './files.ts'
import { assertOwnHosts, featureWords, readHosts, writeHosts } from './hosts.ts'
import { listCustomized } from './list.ts'
import { savedCustomization } from './service.ts'

export function customizationRoutes(app: FastifyInstance) {
  const admission = createCodeAdmission(app.assay)
  const hasValidSecret = createSecretCheck(app.assay.config.codeKey)

  serve(app, customizationContract, {
    async hosts({ tx, params }) {
      return readHosts(tx, params.id)
    },

    async setHosts({ tx, params, body, request }) {
      assertOwnHosts(body)
      await writeHosts(tx, params.id, body)
      await audit(tx, request, 'merchant.hosts', { subject: params.id, data: body, merchantId: params.id })
      return readHosts(tx, params.id)
    },

    async list({ tx, actor, query }) {
      return listCustomized(tx, merchantOf(actor), query.search)
    },

    async read({ tx, actor, params }) {
      return stateOf(tx, actor, params.id)
    },

    async save({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      const before = await lockState(tx, actor, params.id)
      if (body.isDraft && !canBeDraft(before.customization)) throw new Problem(customizationProblems.published)
      if (body.badge !== '' && !before.badges.includes(body.badge)) throw new Problem(featureProblems.halal)
      await assertFiles(tx, merchantId, body, before.customization)
      await write(tx, merchantId, params.id, withStoredCertificates(body, before))
      await audit(tx, request, body.isDraft ? 'customization.draft' : 'customization.publish', { subject: params.id })
      return stateOf(tx, actor, params.id)
    },

    async remove({ tx, actor, params, request }) {
      const { customization } = await lockState(tx, actor, params.id)
      if (!canBeDraft(customization)) throw new Problem(customizationProblems.published)
      if (customization) {
        await write(tx, merchantOf(actor), params.id, null)
        await audit(tx, request, 'customization.remove', { subject: params.id })
      }
      return stateOf(tx, actor, params.id)
    },

    async ofCode({ tx, query, request }) {
      const scanned = parseCode(query.a, query.p)
      if (!scanned) return null
      const { address, secret = '' } = scanned
      if (!(await admission.admit({ address, hasSecret: hasValidSecret(address, secret) }, request))) return null
      const [found] = await tx
        .select({ skuId: sql<string>`${sql.raw(productOf('code', 'code_order'))}`, merchantId: codeOrder.merchantId })
        .from(activation)
        .innerJoin(code, eq(code.address, activation.address))
        .innerJoin(codeOrder, eq(codeOrder.id, code.orderId))
        .where(eq(activation.address, address))
      if (!found) return null
      const { details, certificates } = await findSku(tx, eq(sku.id, found.skuId))
      return visibleCustomization(
        savedCustomization(details),
        certificates.filter(isApprovedCertificate),
        await featureWords(tx, found.merchantId),
      )
    },
  })
}

/** Concurrent saves wait until this transaction ends, so that a draft never replaces a published customization. */
async function lockState(tx: Tx, actor: Actor, skuId: string): Promise<CustomizationState> {
  await tx.select({ id: sku.id }).from(sku).where(ownSku(actor, skuId)).for('update')
  return stateOf(tx, actor, skuId)
}

async function stateOf(tx: Tx, actor: Actor, skuId: string): Promise<CustomizationState> {
  const { details, certificates } = await findSku(tx, ownSku(actor, skuId))
  const [row] = await tx.select({ updatedAt: sku.updatedAt }).from(sku).where(ownSku(actor, skuId))
  const features = await featureWords(tx, merchantOf(actor))
  const customization = savedCustomization(details)
  return {
    skuId,
    status: customizationStatusOf(customization),
    customization,
    certificates,
    badges: badgesFor(features),
    hosts: approvedHostsOf(features),
    updatedAt: row!.updatedAt.toISOString(),
  }
}

/** Replaces certificates by the stored ones of the product. Only approved ones may be chosen. */
function withStoredCertificates(draft: CustomizationDraft, { certificates }: CustomizationState): Customization {
  const chosen = draft.certificates.map(({ id, title }) => {
    const own = certificates.find((certificate) => certificate.id === id)
    if (!own || !isApprovedCertificate(own)) throw new Problem(customizationProblems.certificate, { title })
    const certificate = omit(own, 'status')
    return certificate
  })
  const additions = sortByOrder(draft.additions, draft.order)
  return { ...draft, certificates: chosen, additions, order: additions.map(({ id }) => id) }
}

async function write(tx: Tx, merchantId: string, skuId: string, customization: Customization | null): Promise<void> {
  const details = customization
    ? sql`${sku.details} || jsonb_build_object('customization', ${JSON.stringify(customization)}::jsonb)`
    : sql`${sku.details} - 'customization'`
  await tx
    .update(sku)
    .set({ details, updatedAt: sql`now()` })
    .where(and(eq(sku.merchantId, merchantId), eq(sku.id, skuId)))
}

function ownSku(actor: Actor, skuId: string) {
  return and(eq(sku.merchantId, merchantOf(actor)), eq(sku.id, skuId))
}
