import type { FastifyInstance } from 'fastify'
import { balanceOf } from '#server/billing/service.ts'
import type { Actor } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { serve } from '#server/core/http/serve.ts'
import { type Announcement, announcementContract } from '#shared/announcement/contract.ts'
import { isWarnedAtSignIn } from '#shared/billing/rules.ts'

export function announcementRoutes(app: FastifyInstance) {
  const { announcement } = app.assay.config

  serve(app, announcementContract, {
    async list({ tx, actor }) {
      return [...(announcement ? [{ kind: 'notice' as const, text: announcement }] : []), ...(await credit(tx, actor))]
    },
  })
}

/** Only merchants with a confirmed e-mail see credit announcements. */
async function credit(tx: Tx, { merchantId, confirmed }: Actor): Promise<Announcement[]> {
  if (!merchantId || !confirmed) return []
  const balance = await balanceOf(tx, merchantId)
  return isWarnedAtSignIn(balance) ? [{ kind: 'credit', balance }] : []
}
