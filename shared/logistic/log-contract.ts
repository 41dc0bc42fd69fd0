import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Instant, missingMessage, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { OffsetDateTime, orMilliseconds } from '#shared/core/fields/query-time.ts'
import { LogStatistics, Reading } from '#shared/sensor/contract.ts'

/** The status of a tag that records. 50: it has stopped. */
export const recording = 40

export const LogisticTag = z.object({ tidnfc: z.string(), startedAt: Instant, status: z.number() })
export type LogisticTag = z.infer<typeof LogisticTag>

export const LogisticLog = z
  .object({
    recipient: z.string(),
    identifier: z.string(),
    /** The tag of the shipment. */
    manufacturer_id: z.string(),
    unit: z.literal('°C'),
    /** Limit of the tag in °C; null without one, and until the tag was read. */
    maxlimit: z.number().nullable(),
    /** Minimum of the shipment in °C. */
    minlimit: z.number().nullable(),
    /** When a person started the tag; null until the tag was read. */
    startedAt: Instant.nullable(),
    loggingEndedAt: Instant.nullable(),
    /** The last successful reading of the tag. */
    pulledAt: Instant.nullable(),
    /** Whether later readings of the tag are missing, because it could not be read. */
    failed: z.boolean(),
    /** Whether the log is complete. */
    complete: z.boolean(),
    /** At most `maxChartPoints`, with the minimum and the maximum of every interval, in the order of time. */
    logs: z.array(Reading),
    /** The number of readings in the range, of which `logs` may be a part. */
    total: z.int(),
    statistics: LogStatistics,
  })
  .meta({ id: 'LogisticLog' })
export type LogisticLog = z.infer<typeof LogisticLog>

const time = orMilliseconds(OffsetDateTime).optional()
/** Without a time, the range is open on that side. */
export const LogisticLogQuery = z.object({ startTime: time, endTime: time })
export type LogisticLogQuery = z.infer<typeof LogisticLogQuery>

const route = {
  method: 'GET',
  access: 'anyMerchantRole',
  scope: 'shipments:read',
  feature: 'temperature',
} as const

export const logisticLogContract = defineContract({
  tags: {
    ...route,
    path: '/logistic/tags',
    summary: 'List the tags that were started, for the choice of a shipment',
    answer: z.array(LogisticTag),
    perMinute: 60,
  },
  startTag: {
    method: 'POST',
    path: '/logistic/tags',
    access: 'merchantOrDealer',
    scope: 'shipments:write',
    feature: 'temperature',
    summary: 'Start a tag that a person holds; a tag that records already stays as it is',
    body: z.object({ tidnfc: SingleLine(100, missingMessage('Please select an ID')).min(1, 'Please select an ID') }),
    answer: LogisticTag,
    perMinute: 60,
  },
  log: {
    ...route,
    path: '/logistic/:id/log',
    summary: 'Read the temperature log of a shipment as a chart with statistics, by default all of it',
    params: ById,
    query: LogisticLogQuery,
    answer: LogisticLog,
  },
  readings: {
    ...route,
    path: '/logistic/log/:id',
    summary: 'List the temperature readings of a shipment, the newest first',
    params: ById,
    query: PageQuery.omit({ sort: true, search: true }).extend(LogisticLogQuery.shape),
    answer: pageOf(Reading),
  },
})

export const logisticLogProblems = defineProblems('logisticLog', {
  unavailable: {
    status: 503,
    enUS: 'Error calling the temp data',
    ruRU: 'Не удалось получить данные о температуре',
  },
  cannotStart: {
    status: 409,
    enUS: 'This tag cannot be started here. Start it with its phone app.',
    ruRU: 'Эту метку нельзя запустить здесь. Запустите её в приложении на телефоне.',
  },
  tagInUse: {
    status: 409,
    enUS: 'This tag has stopped, and a shipment still waits for its readings. End the temperature log of that shipment first.',
    ruRU: 'Эта метка остановлена, а её показаний ещё ждёт отправление. Сначала закончите его журнал температуры.',
  },
})
