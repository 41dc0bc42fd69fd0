import type { FastifyInstance } from 'fastify'
import { balanceOf } from '#server/billing/service.ts'
import { business } from '#server/business/table.ts'
import type { Actor } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { type Announcement, announcementContract } from '#shared/announcement/contract.ts'
import { hasHadCredit, isWarnedAtSignIn } from '#shared/billing/rules.ts'

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
  if (!isWarnedAtSignIn(balance)) return []
  // Before the approval a merchant can neither order codes nor needs credit: the first steps come first.
  return hasHadCredit(balance) || (await isVerified(tx, merchantId)) ? [{ kind: 'credit', balance }] : []
}

async function isVerified(tx: Tx, merchantId: string): Promise<boolean> {
  return (await tx.$count(business, and(eq(business.merchantId, merchantId), business.verified))) > 0
}
