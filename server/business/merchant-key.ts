import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { isEd25519Signature } from '#server/core/auth/ed25519-key.ts'
import { merchant } from '#server/core/auth/table.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { and, desc, eq, isNull, ne, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import {
  keyStatement,
  type MerchantKey,
  type MerchantKeys,
  merchantKeyContract,
  merchantKeyProblems,
} from '#shared/business/key-contract.ts'
import { businessQuotas } from '#shared/business/quotas.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { merchantKey } from './table.ts'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The key that a merchant signs with. The private one stays with the merchant; we publish the public one. */
export function merchantKeyRoutes(app: FastifyInstance): void {
  const { config, db } = app.assay
  const view = async (tx: Tx, merchantId: string): Promise<MerchantKeys> => ({
    address: `${config.publicUrl}/log/merchants/${merchantId}`,
    statement: keyStatement(config.publicUrl, merchantId),
    keys: await keysOf(tx, merchantId),
  })

  serve(app, merchantKeyContract, {
    read: ({ tx, actor }) => view(tx, merchantOf(actor)),

    async set({ tx, actor, body, request }) {
      const merchantId = merchantOf(actor)
      const [key, signature] = [Buffer.from(body.key, 'base64'), Buffer.from(body.signature, 'base64')]
      if (!isEd25519Signature(key, Buffer.from(keyStatement(config.publicUrl, merchantId)), signature))
        throw new Problem(merchantKeyProblems.signature)
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`merchant-key:${merchantId}`}, 0))`)
      const [known] = await tx
        .select()
        .from(merchantKey)
        .where(and(eq(merchantKey.merchantId, merchantId), eq(merchantKey.key, key)))
      if (known?.endedAt) throw new Problem(merchantKeyProblems.ended)
      if (!known) {
        await assertQuota(tx, quotaOwnerOf(actor), businessQuotas.merchantKeys)
        await tx.insert(merchantKey).values({ merchantId, key, signature })
        await endKeys(tx, merchantId, key)
        await audit(tx, request, 'business.setKey', { subject: merchantId, data: { key: body.key } })
      }
      return view(tx, merchantId)
    },

    async withdraw({ tx, actor, request }) {
      const merchantId = merchantOf(actor)
      if (await endKeys(tx, merchantId)) await audit(tx, request, 'business.withdrawKey', { subject: merchantId })
      return view(tx, merchantId)
    },
  })

  // Published beside the keys of the operator, for readers of payloads.
  app.get<{ Params: { id: string } }>('/log/merchants/:id', async ({ params: { id } }, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    const keys = idPattern.test(id) ? await keysOf(db.read, id) : []
    if (keys.length === 0) {
      return reply.header('cache-control', 'no-store').status(404).type('text/plain; charset=utf-8').send('No keys.\n')
    }
    const [named] = await db.read.select({ name: merchant.name }).from(merchant).where(eq(merchant.id, id))
    const published = { merchant: { id, name: named!.name }, statement: keyStatement(config.publicUrl, id), keys }
    return reply.header('cache-control', 'public, max-age=300').send(published)
  })
}

async function keysOf(db: Tx | Database['read'], merchantId: string): Promise<MerchantKey[]> {
  const rows = await db
    .select()
    .from(merchantKey)
    .where(eq(merchantKey.merchantId, merchantId))
    .orderBy(desc(merchantKey.createdAt), merchantKey.key)
  return rows.map(({ key, signature, createdAt, endedAt }) => ({
    key: key.toString('base64'),
    signature: signature.toString('base64'),
    from: createdAt.toISOString(),
    until: endedAt?.toISOString() ?? null,
  }))
}

/** Ends the present keys, but for this one. Returns whether there was one. */
async function endKeys(tx: Tx, merchantId: string, but?: Buffer): Promise<boolean> {
  const { rowCount } = await tx
    .update(merchantKey)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(merchantKey.merchantId, merchantId),
        isNull(merchantKey.endedAt),
        but ? ne(merchantKey.key, but) : undefined,
      ),
    )
  return (rowCount ?? 0) > 0
}
