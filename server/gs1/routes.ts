import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { sku } from '#server/sku/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { gs1Contract, type ProductLinks } from '#shared/gs1/contract.ts'
import { skuProblems } from '#shared/sku/contract.ts'
import { registerResolver } from './resolver-routes.ts'
import { skuLink } from './table.ts'

export function gs1Routes(app: FastifyInstance) {
  serve(app, gs1Contract, {
    async links({ tx, actor, params }) {
      const [product] = await tx
        .select({ id: sku.id })
        .from(sku)
        .where(ownSku(merchantOf(actor), params.id))
      if (!product) throw new Problem(skuProblems.notFound)
      return linksOf(tx, merchantOf(actor), params.id)
    },

    async setLinks({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      // Two lists that are saved at once would mix.
      const [product] = await tx
        .select({ id: sku.id })
        .from(sku)
        .where(ownSku(merchantId, params.id))
        .for('no key update')
      if (!product) throw new Problem(skuProblems.notFound)
      await tx.delete(skuLink).where(ofSku(merchantId, params.id))
      if (body.links.length > 0) {
        await tx
          .insert(skuLink)
          .values(body.links.map((link, place) => ({ merchantId, skuId: params.id, place, ...link })))
      }
      await tx.update(sku).set({ updatedAt: sql`now()` }).where(ownSku(merchantId, params.id))
      await audit(tx, request, 'sku.links', { subject: params.id, data: { count: body.links.length } })
      return linksOf(tx, merchantId, params.id)
    },
  })
  registerResolver(app)
}

const ownSku = (merchantId: string, id: string) => and(eq(sku.merchantId, merchantId), eq(sku.id, id))
const ofSku = (merchantId: string, id: string) => and(eq(skuLink.merchantId, merchantId), eq(skuLink.skuId, id))

async function linksOf(tx: Tx, merchantId: string, id: string): Promise<ProductLinks> {
  const { type, href, title, language } = skuLink
  const links = await tx
    .select({ type, href, title, language })
    .from(skuLink)
    .where(ofSku(merchantId, id))
    .orderBy(skuLink.place)
  return { links }
}
