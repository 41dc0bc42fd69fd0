import type { Tx } from '#server/core/db/database.ts'
import { and, asc, count, desc, eq, gte, lte, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { findLogistic } from '#server/logistic/service.ts'
import { logisticLog, logisticReading } from '#server/logistic/table.ts'
import { readExcursions } from '#server/sensor/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import { logisticProblems } from '#shared/logistic/contract.ts'
import { type LogisticLog, type LogisticLogQuery, logisticLogProblems } from '#shared/logistic/log-contract.ts'
import { maxChartPoints } from '#shared/sensor/contract.ts'
import { isLimited, type ValueLimits } from '#shared/sensor/limits.ts'
import { meanKineticTemperature } from '#shared/sensor/mkt.ts'
import { spansOf, unknownSecondsOf, weightedMean } from '#shared/sensor/reading-spans.ts'
import { downsample, type LoggedTemp } from './downsample.ts'

/** The log of a shipment with all readings of a range. */
export type WholeLog = Omit<LogisticLog, 'logs' | 'total'> & {
  readings: LoggedTemp[]
  /** The number of all excursions; the statistics list only the first ones. */
  excursionCount: number
}

/** @throws Problem `unavailable` if the service has failed and no reading is stored yet */
export async function findLog(tx: Tx, merchantId: string, id: string, range: LogisticLogQuery): Promise<WholeLog> {
  const { recipient, identifier, manufacturer_id, minlimit, logging_ended_at } = await findLogistic(tx, merchantId, id)
  if (manufacturer_id === null) throw new Problem(logisticProblems.noLog)
  const [state] = await tx
    .select()
    .from(logisticLog)
    .where(and(eq(logisticLog.merchantId, merchantId), eq(logisticLog.logisticId, id)))
  const readings = await tx
    .select({ at: logisticReading.at, temp: logisticReading.temp })
    .from(logisticReading)
    .where(inRange(merchantId, id, range))
    .orderBy(asc(logisticReading.at))
  const failed = state?.failure != null
  if (failed && state.pulledAt === null && readings.length === 0) throw new Problem(logisticLogProblems.unavailable)
  const maxlimit = state?.maxlimit ?? null
  const limits = { limit: maxlimit, minimum: minlimit }
  const { count: excursionCount, ...outside } = isLimited(limits)
    ? await readExcursions(tx, excursionPoints(inRange(merchantId, id, range), limits))
    : { excursions: [], count: 0, outOfRangeSeconds: 0 }
  return {
    recipient,
    identifier,
    manufacturer_id,
    unit: '°C',
    maxlimit,
    minlimit,
    failed,
    readings,
    startedAt: state?.startedAt?.toISOString() ?? null,
    loggingEndedAt: logging_ended_at,
    pulledAt: state?.pulledAt?.toISOString() ?? null,
    complete: state?.nextPullAt === null,
    statistics: { ...statisticsOf(readings), ...outside },
    excursionCount,
  }
}

export async function readTagLog(
  tx: Tx,
  merchantId: string,
  id: string,
  range: LogisticLogQuery,
): Promise<LogisticLog> {
  const { readings, ...log } = omit(await findLog(tx, merchantId, id, range), 'excursionCount')
  return { ...log, logs: downsample(readings, maxChartPoints).map(viewReading), total: readings.length }
}

type PageOfReadings = LogisticLogQuery & { page: number; limit: number }

export async function listTagReadings(
  tx: Tx,
  merchantId: string,
  id: string,
  { page, limit, ...range }: PageOfReadings,
) {
  await findLogistic(tx, merchantId, id)
  const where = inRange(merchantId, id, range)
  const [counted] = await tx.select({ total: count() }).from(logisticReading).where(where)
  const rows = await tx
    .select({ at: logisticReading.at, temp: logisticReading.temp })
    .from(logisticReading)
    .where(where)
    .orderBy(desc(logisticReading.at))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows: rows.map(viewReading), total: counted!.total }
}

function inRange(merchantId: string, id: string, { startTime, endTime }: LogisticLogQuery) {
  return and(
    eq(logisticReading.merchantId, merchantId),
    eq(logisticReading.logisticId, id),
    startTime === undefined ? undefined : gte(logisticReading.at, new Date(startTime)),
    endTime === undefined ? undefined : lte(logisticReading.at, new Date(endTime)),
  )
}

const viewReading = ({ at, temp }: LoggedTemp) => ({ value: temp, createdAt: at.toISOString() })
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

/** The points of `excursionsOf` for the readings of one shipment. */
const excursionPoints = (condition: SQL | undefined, { limit, minimum }: ValueLimits): SQL => sql`
  select logistic_id as id, at as first_at, at as last_at, 1 as n, temp as min, temp as max,
    ${limit}::float8 as "limit", ${minimum}::float8 as minimum
  from logistic_reading where ${condition}`

function statisticsOf(
  readings: readonly LoggedTemp[],
): Omit<WholeLog['statistics'], 'excursions' | 'outOfRangeSeconds'> {
  const temps = readings.map(({ temp }) => temp)
  const none = temps.length === 0
  const times = readings.map(({ at }) => at.getTime())
  const spans = spansOf(times)
  return {
    min: none ? null : temps.reduce((low, temp) => Math.min(low, temp)),
    max: none ? null : temps.reduce((high, temp) => Math.max(high, temp)),
    mean: none ? null : rounded(weightedMean(temps, spans)),
    mkt: rounded(
      meanKineticTemperature(
        temps,
        spans.map(({ weight }) => weight),
      ),
    ),
    unknownSeconds: unknownSecondsOf(times, spans),
  }
}
