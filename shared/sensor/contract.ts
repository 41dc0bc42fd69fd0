import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Count, Done, Id, Instant, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { OffsetDateTime, orMilliseconds } from '#shared/core/fields/query-time.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { AlarmRule } from './alarm-rule.ts'
import { sides } from './limits.ts'
import { namedType, namedUnit, rangeOfUnit, sensorTypes, sensorUnits, unitsOfType } from './units.ts'

/** A sensor is online while its last reading is younger than this, in milliseconds. */
export const onlineWithinMs = 300_000
/** How far in the future the time of a reading may be, in milliseconds, because clocks of sensors differ. */
export const futureToleranceMs = 300_000
export const maxReadings = 10_000
/** Maximum points of a chart, and of the sparkline of a list. */
export const maxChartPoints = 1_000
export const maxSparklinePoints = 56
/** A log lists only the first excursions, at most this many. */
export const maxListedExcursions = 1_000

const sensorFields = {
  name: SingleLine(120).min(1, 'Please fill in the name'),
  model: SingleLine(120).default(''),
  type: z.string().transform(namedType).pipe(z.enum(sensorTypes)),
  unit: z.string().transform(namedUnit).pipe(z.enum(sensorUnits)),
  location: SingleLine(200).default(''),
  /** Values at or above it are an excursion. In the unit of the sensor; null: no threshold. */
  threshold: z.number().nullable().default(null),
  /** Values below it are an excursion, too. In the unit of the sensor; null: no minimum. */
  minimum: z.number().nullable().default(null),
  ...AlarmRule.shape,
}

export const SensorInput = z
  .object(sensorFields)
  .refine(({ type, unit }) => unitsOfType[type].includes(unit), {
    message: 'This unit does not fit the type',
    path: ['unit'],
  })
  .refine(({ unit, threshold }) => threshold === null || isInRange(threshold, unit), {
    message: 'The value is out of range',
    path: ['threshold'],
  })
  .refine(({ unit, minimum }) => minimum === null || isInRange(minimum, unit), {
    message: 'The value is out of range',
    path: ['minimum'],
  })
  .refine(({ threshold, minimum }) => threshold === null || minimum === null || minimum < threshold, {
    message: 'The lower limit must be below the threshold',
    path: ['minimum'],
  })
export type SensorInput = z.infer<typeof SensorInput>

const isInRange = (value: number, unit: keyof typeof rangeOfUnit) =>
  value >= rangeOfUnit[unit].min && value <= rangeOfUnit[unit].max

export const Sensor = z
  .object({
    id: Id,
    ...sensorFields,
    type: z.enum(sensorTypes),
    unit: z.enum(sensorUnits),
    /** The time of the latest reading. */
    lastUpdatedAt: Instant.nullable(),
    online: z.boolean(),
    /** One entry: the mean of the last hour that has readings. Empty without readings. */
    average: z.array(z.object({ value: z.number() })),
    createdAt: Instant,
  })
  .meta({ id: 'Sensor' })
export type Sensor = z.infer<typeof Sensor>

/** A reading in the unit of its sensor. `createdAt`: when it was measured. */
export const Reading = z.object({ value: z.number(), createdAt: Instant })
export type Reading = z.infer<typeof Reading>

/** A reading in the list of one sensor, with the sensor as it is now. `id`: unique among all readings. */
const ListedReading = Reading.extend({
  id: z.string(),
  ...Sensor.pick({ name: true, type: true, unit: true, threshold: true }).shape,
})

/** A row of the list: the minimum and the maximum of every six hours of the last 7 days, in the order of time. */
export const ListedSensor = Sensor.extend({ logs: z.array(Reading) })
export type ListedSensor = z.infer<typeof ListedSensor>

/**
 * Lasts from the first reading out of range until the first one that is not, or until the last one or the last one before a gap.
 * `peak`: the value that was furthest out of range.
 */
export const Excursion = z.object({ side: z.enum(sides), from: Instant, to: Instant, peak: z.number() })
export type Excursion = z.infer<typeof Excursion>

export const LogStatistics = z.object({
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Each reading counts by the time until the next one. */
  mean: z.number().nullable(),
  /** The mean kinetic temperature in °C. Null without readings and for sensors of other types. */
  mkt: z.number().nullable(),
  outOfRangeSeconds: z.number(),
  /** Length of all gaps between the readings, in which the value is not known. */
  unknownSeconds: z.number(),
  /** The first ones, at most `maxListedExcursions`. */
  excursions: z.array(Excursion),
})
export type LogStatistics = z.infer<typeof LogStatistics>

export const SensorLog = z
  .object({
    ...Sensor.pick({ id: true, name: true, type: true, unit: true, location: true, threshold: true, minimum: true })
      .shape,
    /** At most `maxChartPoints`, with the minimum and the maximum of every interval, in the order of time. */
    logs: z.array(Reading),
    /** The number of readings in the range, of which `logs` may be a part. */
    total: z.int(),
    statistics: LogStatistics,
  })
  .meta({ id: 'SensorLog' })
export type SensorLog = z.infer<typeof SensorLog>

const ReadingTime = OffsetDateTime.refine((time) => time >= '1970', 'Please pick a date')
const ReadingInput = z.object({ value: z.number(), createdAt: ReadingTime })
/** `unit`: the unit of the values. It has to be that of the sensor, which is assumed where it is left out. */
const unit = z.enum(sensorUnits).optional()
export const ReadingsInput = z.union([
  z.object({ logs: z.array(ReadingInput).min(1).max(maxReadings), unit }),
  ReadingInput.extend({ unit }),
])
export type ReadingsInput = z.infer<typeof ReadingsInput>

/** A reading whose time is stored already, or was sent before, with another value, which is kept. */
export const ReadingConflict = z.object({ createdAt: Instant, kept: z.number(), refused: z.number() })
export type ReadingConflict = z.infer<typeof ReadingConflict>
/** Conflicts that a response lists. */
export const maxListedConflicts = 100
/** `known`: times that were stored already, also those of the conflicts. */
export const StoredReadings = z.object({
  stored: Count,
  known: Count,
  conflicts: Count,
  /** The first ones, at most `maxListedConflicts`. */
  conflicting: z.array(ReadingConflict),
})
export type StoredReadings = z.infer<typeof StoredReadings>

const RangeQuery = z.object({
  startTime: orMilliseconds(ReadingTime).optional(),
  endTime: orMilliseconds(ReadingTime).optional(),
})
export type RangeQuery = z.infer<typeof RangeQuery>

export const SensorListQuery = PageQuery.extend({
  /** Only sensors whose latest average is at or above their threshold, or below their minimum. */
  outside: z.literal('true').optional(),
})
export type SensorListQuery = z.infer<typeof SensorListQuery>

const feature = 'temperature'

export const sensorContract = defineContract({
  list: {
    method: 'GET',
    path: '/sensor',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'List the sensors with their latest average and the last 7 days, the newest first',
    query: SensorListQuery,
    answer: pageOf(ListedSensor),
  },
  read: {
    method: 'GET',
    path: '/sensor/:id',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'Read one sensor with the last 7 days',
    params: ById,
    answer: ListedSensor,
  },
  create: {
    method: 'POST',
    path: '/sensor',
    access: 'confirmedMerchant',
    feature,
    summary: 'Add a sensor',
    body: SensorInput,
    answer: Sensor,
  },
  update: {
    method: 'PUT',
    path: '/sensor/:id',
    access: 'confirmedMerchant',
    feature,
    summary: 'Change a sensor; type and unit are fixed once it has readings',
    params: ById,
    body: SensorInput,
    answer: Sensor,
  },
  remove: {
    method: 'DELETE',
    path: '/sensor/:id',
    access: 'confirmedMerchant',
    feature,
    summary: 'Remove a sensor from the list and keep its readings',
    params: ById,
    answer: Done,
  },
  log: {
    method: 'GET',
    path: '/sensor/:id/log',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'Read the chart and the statistics of a range of time, by default of the last week',
    params: ById,
    query: RangeQuery,
    answer: SensorLog,
  },
  readings: {
    method: 'GET',
    path: '/sensor/log/:id',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'List the readings of a sensor, the newest first',
    params: ById,
    query: PageQuery.omit({ sort: true, search: true }).extend(RangeQuery.shape),
    answer: pageOf(ListedReading),
  },
  addReadings: {
    method: 'POST',
    path: '/sensor/:id/log',
    access: 'merchantOrDealer',
    scope: 'shipments:write',
    feature,
    summary:
      'Store one reading or many; a time that is stored already keeps its value, and another value for it is a conflict',
    params: ById,
    body: ReadingsInput,
    answer: StoredReadings,
    perMinute: 6_000,
    bodyBytes: limits.readingsBytes,
    budget: 'readings',
    budgetFromBytes: 64 * 1024,
  },
})

export const sensorProblems = defineProblems('sensor', {
  notFound: { status: 404, enUS: 'Sensor not found', ruRU: 'Датчик не найден' },
  future: {
    status: 400,
    enUS: 'Reading {{position}} is in the future: {{time}}. Nothing was stored.',
    ruRU: 'Показание {{position}} относится к будущему: {{time}}. Ничего не сохранено.',
  },
  outOfRange: {
    status: 400,
    enUS: 'Reading {{position}}: {{value}} is outside {{min}} to {{max}} {{unit}}. Nothing was stored.',
    ruRU: 'Показание {{position}}: {{value}} вне диапазона от {{min}} до {{max}} {{unit}}. Ничего не сохранено.',
  },
  unit: {
    status: 400,
    enUS: 'The sensor measures in {{unit}}. Nothing was stored.',
    ruRU: 'Единица измерения датчика — {{unit}}. Ничего не сохранено.',
  },
  hasReadings: {
    status: 409,
    enUS: 'The sensor has readings, so its type and unit cannot be changed. Add a new sensor instead.',
    ruRU: 'У датчика есть показания, поэтому тип и единицу изменить нельзя. Добавьте новый датчик.',
  },
  badRange: {
    status: 400,
    enUS: 'Start Time must be before End Time',
    ruRU: 'Время начала должно быть раньше времени окончания',
  },
})
