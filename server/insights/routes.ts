import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { asNumber } from '#server/core/db/sql-params.ts'
import { serve } from '#server/core/http/serve.ts'
import { insightsContract, type TrendMonth } from '#shared/insights/contract.ts'

export function insightsRoutes(app: FastifyInstance) {
  serve(app, insightsContract, {
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
}
