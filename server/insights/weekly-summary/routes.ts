import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import { registerFormBodyParser } from '#server/core/request-body/body-parser.ts'
import { weeklySummary } from '#server/insights/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { weeklySummaryContract, weeklySummaryProblems } from '#shared/insights/weekly-summary-contract.ts'
import { nextSummaryTime } from './week.ts'

export function weeklySummaryRoutes(app: FastifyInstance) {
  serve(app, weeklySummaryContract, {
    async settings({ tx, actor }) {
      const [own] = await tx
        .select({ on: weeklySummary.isOn, timeZone: weeklySummary.timeZone })
        .from(weeklySummary)
        .where(ownSettings(actor))
      return own ?? { on: false, timeZone: null }
    },

    async saveSettings({ tx, actor, body: { on, timeZone } }) {
      const chosen = { isOn: on, timeZone, dueAt: nextSummaryTime(new Date(), timeZone) }
      await tx
        .insert(weeklySummary)
        .values({ accountId: actor.id, merchantId: merchantOf(actor), ...chosen })
        .onConflictDoUpdate({ target: weeklySummary.accountId, set: { ...chosen, dueAt: keptDueAt } })
      return { on, timeZone }
    },

    async stop({ tx, body: { token } }) {
      await unsubscribe(tx, token)
      return done
    },
  })

  /**
   * The URL in the header of each mail (RFC 8058): mail programs send a form to it. A browser that opens it gets the
   * screen.
   */
  app.register(async (scope) => {
    registerFormBodyParser(scope)
    scope.post<{ Querystring: { token?: string } }>(
      '/unsubscribe',
      { schema: { hide: true }, config: { rateLimit: callsPerMinute(20), access: 'public' } },
      async ({ query: { token = '' } }, reply) => {
        await app.assay.db.system((tx) => unsubscribe(tx, String(token)))
        return reply.header('cache-control', 'no-store').send(done)
      },
    )
  })
}

/** The same choice again does not skip a summary that is due. */
const keptDueAt = sql`case when ${weeklySummary.isOn} and ${weeklySummary.timeZone} = excluded.time_zone
  then ${weeklySummary.dueAt} else excluded.due_at end`

const ownSettings = (actor: Actor) =>
  and(eq(weeklySummary.merchantId, merchantOf(actor)), eq(weeklySummary.accountId, actor.id))

/** Idempotent. */
async function unsubscribe(tx: Tx, token: string): Promise<void> {
  const stopped = z.uuid().safeParse(token).success
    ? await tx.update(weeklySummary).set({ isOn: false }).where(eq(weeklySummary.token, token))
    : undefined
  if (!stopped?.rowCount) throw new Problem(weeklySummaryProblems.unknownToken)
}
