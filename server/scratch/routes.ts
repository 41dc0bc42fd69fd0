import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { createScratchCheck, findOrder } from '#server/order/service.ts'
import { code } from '#server/order/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { openingContract, scratchProblems } from '#shared/scratch/contract.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { readScratchCode } from '#shared/verify/code/scratch-code.ts'
import { resetOwner } from './owner.ts'
import { findOwnCode } from './service.ts'
import { openingTotal } from './table.ts'

export function scratchRoutes(app: FastifyInstance): void {
  const { config, guesses } = app.assay
  const isScratchCode = createScratchCheck(config)
  serve(app, openingContract, {
    async totals({ tx, actor, params }) {
      const order = await findOrder(tx, merchantOf(actor), params.id)
      const [row] = await tx.select().from(openingTotal).where(eq(openingTotal.orderId, order.id))
      return { opened: row?.opened ?? 0, claimed: row?.claimed ?? 0 }
    },

    async check({ tx, actor, body, request }) {
      const address = parseCode(body.code)?.address
      const found = address && (await findOwnCode(tx, merchantOf(actor), address))
      if (!found) throw new Problem(scratchProblems.noCode)
      if (!found.hasScratch) throw new Problem(scratchProblems.noScratch)
      const scratchCode = readScratchCode(body.scratch)
      if (scratchCode === undefined) throw new Problem(scratchProblems.mistyped)
      const { openedAt, claimedAt } = found
      return {
        isRight: guesses.admit(isScratchCode(address, scratchCode), request.caller),
        opening: openedAt && { at: openedAt.toISOString(), claimedAt: claimedAt?.toISOString() ?? null },
      }
    },

    async resetOwner({ tx, actor, body, request }) {
      const merchantId = merchantOf(actor)
      const address = parseCode(body.code)?.address
      const own = address && (await tx.$count(code, and(eq(code.merchantId, merchantId), eq(code.address, address))))
      if (!own) throw new Problem(scratchProblems.noCode)
      if (await resetOwner(tx, merchantId, address))
        await audit(tx, request, 'scratch.resetOwner', { subject: address })
      return done
    },
  })
}
