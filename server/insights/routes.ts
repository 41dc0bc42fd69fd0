import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { asNumber } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serve } from '#server/core/http/serve.ts'
import { insightsContract, type TrendMonth } from '#shared/insights/contract.ts'
import { readInsights } from './read.ts'
import { openLiveScans } from './scans/live-scans.ts'
import { allPlaces, scannedPlaces } from './scans/places.ts'
import { insightsReport } from './scans/report.ts'
import { scanPage } from './scans/scan-rows.ts'
import { scopeOf } from './scope.ts'

export function insightsRoutes(app: FastifyInstance) {
  const live = openLiveScans(app.assay)
  app.addHook('onClose', async () => live.close())
  serve(app, insightsContract, {
    async read({ tx, actor, query, request }) {
      return readInsights(tx, merchantOf(actor), query, languageOf(request))
    },

    async scans({ tx, actor, query }) {
      const { page, limit, search } = query
      return scanPage(tx, await scopeOf(tx, merchantOf(actor), query), { offset: (page - 1) * limit, limit, search })
    },

    async places({ tx, actor, query }) {
      return scannedPlaces(tx, await scopeOf(tx, merchantOf(actor), query))
    },

    async map() {
      return { styleUrl: app.assay.config.mapStyleUrl ?? null }
    },

    async geoip({ tx, actor }) {
      return allPlaces(tx, merchantOf(actor))
    },

    watch: async ({ actor }) => {
      live.watch(merchantOf(actor))
      return { ok: true as const }
    },

    async trend({ tx, actor, query: { timeZone } }) {
      const merchantId = merchantOf(actor)
      const { rows } = await tx.execute<TrendMonth>(sql`
        with zoned as (select date_trunc('month', now() at time zone ${timeZone}) as latest),
        month as (
          select first, first at time zone ${timeZone} as begins, (first + interval '1 month') at time zone ${timeZone} as ends
          from zoned, generate_series(latest - interval '11 months', latest, interval '1 month') as first)
        select to_char(first, 'YYYY-MM') as month,
          (select count(*)::int from sku
            where merchant_id = ${merchantId} and created_at >= begins and created_at < ends) as created,
          ${asNumber(sql`select coalesce(sum(generated), 0) from code_order
            where merchant_id = ${merchantId} and created_at >= begins and created_at < ends`)} as generated
        from month order by first`)
      return rows
    },
  })
  insightsReport(app)
}
