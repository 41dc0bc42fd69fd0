import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { serve } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { done } from '#shared/core/fields/fields.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { readLog } from './log.ts'
import { extentOf } from './log-statistics.ts'
import { listReadings, storeReadings } from './readings.ts'
import { createSensor, findSensor, findSensorRow, listSensors, removeSensor, updateSensor } from './service.ts'
import { timeRangeOf } from './time-range.ts'

export function sensorRoutes(app: FastifyInstance) {
  serve(app, sensorContract, {
    list({ tx, actor, query }) {
      return listSensors(tx, merchantOf(actor), query)
    },

    read({ tx, actor, params }) {
      return findSensor(tx, merchantOf(actor), params.id)
    },

    async create({ tx, actor, body, request }) {
      const made = await createSensor(tx, quotaOwnerOf(actor), body)
      await audit(tx, request, 'sensor.create', { subject: made.id, data: { name: made.name } })
      return made
    },

    async update({ tx, actor, params, body, request }) {
      const changed = await updateSensor(tx, merchantOf(actor), params.id, body)
      await audit(tx, request, 'sensor.update', { subject: params.id, data: { threshold: changed.threshold } })
      return changed
    },

    async remove({ tx, actor, params, request }) {
      await removeSensor(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'sensor.remove', { subject: params.id })
      return done
    },

    log({ tx, actor, params, query }) {
      return readLog(tx, merchantOf(actor), params.id, query)
    },

    async readings({ tx, actor, params, query }) {
      const merchantId = merchantOf(actor)
      const { name, type, unit, threshold } = await findSensorRow(tx, merchantId, params.id)
      const log = { merchantId, sensorId: params.id, unit, range: timeRangeOf(query, Number.POSITIVE_INFINITY) }
      const { total } = await extentOf(tx, log)
      const readings = await listReadings(tx, merchantId, { ...log, total }, query)
      const rows = readings.map((reading) => ({
        ...reading,
        id: `${params.id}/${reading.createdAt}`,
        name,
        type,
        unit,
        threshold,
      }))
      return { rows, total }
    },

    // Not in the audit trail: sensors send readings all the time.
    addReadings({ tx, actor, params, body }) {
      return storeReadings(tx, quotaOwnerOf(actor), params.id, body)
    },
  })
}
