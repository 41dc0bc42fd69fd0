import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { alarmContract } from '#shared/alarm/contract.ts'
import { acknowledgeAlarm, listAlarms, readShipmentRule, saveShipmentRule } from './service.ts'

export function alarmRoutes(app: FastifyInstance) {
  serve(app, alarmContract, {
    list: ({ tx, actor, query }) => listAlarms(tx, merchantOf(actor), query),

    async acknowledge({ tx, actor, params, request }) {
      const alarm = await acknowledgeAlarm(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'alarm.acknowledge', { subject: params.id, data: { name: alarm.name } })
      return alarm
    },

    rule: ({ tx, actor }) => readShipmentRule(tx, merchantOf(actor)),

    async saveRule({ tx, actor, body, request, services }) {
      const merchantId = merchantOf(actor)
      const rule = await saveShipmentRule(services, tx, merchantId, body)
      await audit(tx, request, 'alarm.rule', { subject: merchantId, data: rule })
      return rule
    },
  })
}
