import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, PageQuery, pageOf, UserDateTime } from '#shared/core/fields/fields.ts'
import { orMilliseconds } from '#shared/core/fields/query-time.ts'
import { AlarmRule } from '#shared/sensor/alarm-rule.ts'
import { sides } from '#shared/sensor/limits.ts'
import { rangeOfUnit } from '#shared/sensor/units.ts'

/** The rule for the tags of all shipments of a merchant. */
export const ShipmentRule = AlarmRule.extend({
  /** In °C. Null: the limit that the manufacturer stored in the tag. */
  limit: z.number().min(rangeOfUnit['°C'].min).max(rangeOfUnit['°C'].max).nullable().default(null),
})
export type ShipmentRule = z.infer<typeof ShipmentRule>

/** An excursion that the rule of its sensor, or the one for shipments, counts. */
export const Alarm = z
  .object({
    id: Id,
    kind: z.enum(['sensor', 'shipment']),
    /** The id of the sensor or of the shipment. */
    subjectId: Id,
    /** The name of the sensor, or the number of the shipment. */
    name: z.string(),
    /** The location of the sensor, or the recipient of the shipment. */
    place: z.string(),
    unit: z.string(),
    side: z.enum(sides),
    /** The limit on this side. */
    limit: z.number(),
    from: Instant,
    to: Instant,
    peak: z.number(),
    createdAt: Instant,
    acknowledgedAt: Instant.nullable(),
  })
  .meta({ id: 'Alarm' })
export type Alarm = z.infer<typeof Alarm>

const feature = 'temperature'

/** Alarms that were raised from `from` until before `to`. */
export const AlarmQuery = PageQuery.pick({ page: true, limit: true }).extend({
  from: orMilliseconds(UserDateTime).optional(),
  to: orMilliseconds(UserDateTime).optional(),
})
export type AlarmQuery = z.infer<typeof AlarmQuery>

export const alarmContract = defineContract({
  list: {
    method: 'GET',
    path: '/alarm',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'List the temperature alarms, the newest first',
    query: AlarmQuery,
    answer: pageOf(Alarm),
  },
  acknowledge: {
    method: 'PUT',
    path: '/alarm/:id',
    access: 'confirmedMerchant',
    feature,
    summary: 'Acknowledge a temperature alarm',
    params: ById,
    answer: Alarm,
  },
  rule: {
    method: 'GET',
    path: '/alarm/rule',
    access: 'anyMerchantRole',
    feature,
    summary: 'Read the rule for alarms of shipments',
    answer: ShipmentRule,
  },
  saveRule: {
    method: 'PUT',
    path: '/alarm/rule',
    access: 'confirmedMerchant',
    feature,
    summary: 'Change the rule for alarms of shipments',
    body: ShipmentRule,
    answer: ShipmentRule,
  },
})

export const alarmProblems = defineProblems('alarm', {
  notFound: { status: 404, enUS: 'Alarm not found', ruRU: 'Предупреждение не найдено' },
})
