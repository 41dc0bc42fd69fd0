import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { adminChannel, merchantChannel } from '#server/core/events/event-hub.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { Problem } from '#shared/core/api/problem.ts'
import {
  type HostRequest,
  hostContract,
  hostProblems,
  type MerchantHostRequest,
} from '#shared/customization/host-contract.ts'
import { assertOwnHosts, readHosts, writeHosts } from './hosts.ts'
import { hostRequest } from './table.ts'

/** Requests of one merchant, decided or not. */
const maxRequests = 200

/** A merchant asks for a host where it is used; an administrator decides. */
export function hostRoutes(app: FastifyInstance) {
  serve(app, hostContract, {
    async own({ tx, actor, query }) {
      const own = eq(hostRequest.merchantId, merchantOf(actor))
      const order = { columns: [hostRequest.createdAt, hostRequest.id], descending: true } as const
      const { ids, total } = await pageOfIds(tx, hostRequest, { where: own, order }, query)
      const rows = await tx.select().from(hostRequest).where(inArray(hostRequest.id, ids))
      return { rows: inOrderOf(ids, rows, ({ id }) => id).map(view), total }
    },

    async ask({ tx, actor, body, request, services }) {
      assertOwnHosts({ host: [body.host] })
      const merchantId = merchantOf(actor)
      const own = eq(hostRequest.merchantId, merchantId)
      if ((await tx.$count(hostRequest, own)) >= maxRequests) throw new Problem(hostProblems.tooMany)
      const approved = (await readHosts(tx, merchantId))[body.use].includes(body.host)
      const [changed] = await tx
        .insert(hostRequest)
        .values({ merchantId, ...body, state: approved ? 'approved' : 'waiting' })
        .onConflictDoUpdate({
          target: [hostRequest.merchantId, hostRequest.use, hostRequest.host],
          set: { state: 'waiting', note: '', createdAt: sql`now()`, decidedAt: null },
          setWhere: eq(hostRequest.state, 'rejected'),
        })
        .returning()
      const [row] = changed
        ? [changed]
        : await tx
            .select()
            .from(hostRequest)
            .where(and(own, eq(hostRequest.use, body.use), eq(hostRequest.host, body.host)))
      if (changed?.state === 'waiting') {
        await audit(tx, request, 'host.request', { subject: changed.id, data: body })
        await services.events.publish(tx, adminChannel, 'host', { id: changed.id })
      }
      return view(row!)
    },

    async waiting({ tx, query }) {
      const order = { columns: [hostRequest.createdAt, hostRequest.id], descending: false } as const
      const { ids, total } = await pageOfIds(tx, hostRequest, { where: eq(hostRequest.state, 'waiting'), order }, query)
      const rows = await withMerchants(tx, ids)
      return { rows: inOrderOf(ids, rows, ({ id }) => id), total }
    },

    async decide({ tx, params, body, request, services }) {
      const [row] = await tx.select().from(hostRequest).where(eq(hostRequest.id, params.id)).for('update')
      if (!row) throw new Problem(hostProblems.notFound)
      const { merchantId, use, host } = row
      const hosts = await readHosts(tx, merchantId)
      const others = hosts[use].filter((one) => one !== host)
      await writeHosts(tx, merchantId, { ...hosts, [use]: body.approved ? [...others, host] : others })
      await tx
        .update(hostRequest)
        .set({ state: body.approved ? 'approved' : 'rejected', note: body.note, decidedAt: sql`now()` })
        .where(eq(hostRequest.id, row.id))
      await audit(tx, request, 'host.decide', {
        subject: row.id,
        data: { use, host, approved: body.approved },
        merchantId,
      })
      await services.events.publish(tx, merchantChannel(merchantId), 'host', { id: row.id })
      const [decided] = await withMerchants(tx, [row.id])
      return decided!
    },
  })
}

async function withMerchants(tx: Tx, ids: readonly string[]): Promise<MerchantHostRequest[]> {
  const rows = await tx
    .select({ row: hostRequest, name: merchant.name })
    .from(hostRequest)
    .innerJoin(merchant, eq(merchant.id, hostRequest.merchantId))
    .where(inArray(hostRequest.id, [...ids]))
  return rows.map(({ row, name }) => ({ ...view(row), merchant: { id: row.merchantId, name } }))
}

function view({ id, use, host, state, note, createdAt }: typeof hostRequest.$inferSelect): HostRequest {
  return { id, use, host, state, note, createdAt: createdAt.toISOString() }
}
