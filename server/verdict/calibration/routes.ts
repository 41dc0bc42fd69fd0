import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { calibrationContract, type SkuCalibration } from '#shared/verdict/calibration/contract.ts'
import { assertSku } from './assert-sku.ts'
import { readOutcomes } from './outcomes.ts'
import { lockCalibration, readCalibrations, setThresholds } from './thresholds.ts'

export function calibrationRoutes(app: FastifyInstance) {
  serve(app, calibrationContract, {
    async read({ tx, actor, params }) {
      await assertSku(tx, merchantOf(actor), params.id)
      return view(tx, params.id)
    },

    async answerQuestion({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      await assertSku(tx, merchantId, params.id)
      await lockCalibration(tx, { merchantId, skuId: params.id }, body)
      await setThresholds(tx, [params.id])
      await audit(tx, request, 'verdict.shared', { subject: params.id, data: body })
      return view(tx, params.id)
    },

    outcomes: ({ tx, actor }) => readOutcomes(tx, merchantOf(actor)),
  })
}

async function view(tx: Tx, skuId: string): Promise<SkuCalibration> {
  const [found] = await readCalibrations(tx, [skuId])
  if (!found) return { codes: 0, above: 0, shift: 'usual', asks: false, isShared: null, measuredAt: null }
  const { row, calibration } = found
  const { codes, above, asks, shift } = calibration
  return { codes, above, asks, shift, isShared: row.isShared, measuredAt: row.measuredAt?.toISOString() ?? null }
}
