import type { Tx } from '#server/core/db/database.ts'
import { windowOf } from '#server/core/db/paging.ts'
import { arrayText } from '#server/core/db/sql-params.ts'
import { and, eq, isNull, sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { Problem } from '#shared/core/api/problem.ts'
import {
  futureToleranceMs,
  maxListedConflicts,
  type Reading,
  type ReadingsInput,
  type StoredReadings,
  sensorProblems,
} from '#shared/sensor/contract.ts'
import { isLimited } from '#shared/sensor/limits.ts'
import { kineticConstant } from '#shared/sensor/mkt.ts'
import { sensorQuotas } from '#shared/sensor/quotas.ts'
import { rangeOfUnit, type SensorUnit } from '#shared/sensor/units.ts'
import { viewPoint } from './states.ts'
import { sensor } from './table.ts'
import { type LogRange, readingsIn } from './time-range.ts'

/** T in K of a value in the unit of its sensor; null for other types. */
export const kineticTermOf = (unit: SensorUnit) =>
  unit === '°C'
    ? sql`exp(${-kineticConstant}::float8 / (value + 273.15))`
    : unit === '°F'
      ? sql`exp(${-kineticConstant}::float8 / ((value - 32) * 5 / 9 + 273.15))`
      : sql`null::float8`

/**
 * Stores readings in any order. A time that is stored already keeps its value, so a batch can be sent again. One invalid
 * reading rejects the batch and is named with its position from 1.
 */
export async function storeReadings(
  tx: Tx,
  owner: QuotaOwner,
  sensorId: string,
  input: ReadingsInput,
): Promise<StoredReadings> {
  const readings = 'logs' in input ? input.logs : [input]
  const { merchantId } = owner
  // The share lock keeps unit and existence of the sensor until the commit.
  const [found] = await tx
    .select({ unit: sensor.unit, threshold: sensor.threshold, minimum: sensor.minimum })
    .from(sensor)
    .where(and(eq(sensor.merchantId, merchantId), eq(sensor.id, sensorId), isNull(sensor.removedAt)))
    .for('share')
  if (!found) throw new Problem(sensorProblems.notFound)
  if (input.unit && input.unit !== found.unit) throw new Problem(sensorProblems.unit, { unit: found.unit })
  const at = timesOf(readings, found.unit)
  await assertQuota(tx, owner, sensorQuotas.readings, readings.length)
  // Hours are written in their order, so that two batches never wait for each other.
  const { rows } = await tx.execute<StoredRow>(sql`
    with given as (
      select at, value, place, first_value(value) over (partition by at order by place) as first
      from unnest(${arrayText(at)}::timestamptz[], ${arrayText(readings.map(({ value }) => value))}::float8[])
        with ordinality as given (at, value, place)
    ), conflict as (
      select given.at, coalesce(r.value, first) as kept, given.value as refused
      from given left join sensor_reading r
        on r.merchant_id = ${merchantId} and r.sensor_id = ${sensorId} and r.at = given.at
      where given.value <> coalesce(r.value, first)
    ), stored as (
      insert into sensor_reading (at, value, sensor_id, merchant_id)
      select at, value, ${sensorId}::uuid, ${merchantId}::uuid from given
      order by at, place
      on conflict do nothing returning at, value
    ), hours as (
      insert into sensor_hour as h
        (sensor_id, merchant_id, hour, n, sum, min, min_at, max, max_at, first_at, last_at, kinetic)
      select ${sensorId}::uuid, ${merchantId}::uuid, date_trunc('hour', at, 'UTC') as hour, count(*), sum(value),
        min(value), (array_agg(at order by value, at))[1], max(value), (array_agg(at order by value desc, at))[1],
        min(at), max(at), sum(${kineticTermOf(found.unit)})
      from stored group by 3 order by 3
      on conflict (sensor_id, hour) do update set
        n = h.n + excluded.n, sum = h.sum + excluded.sum, kinetic = h.kinetic + excluded.kinetic,
        min = least(h.min, excluded.min), min_at = case when excluded.min < h.min then excluded.min_at else h.min_at end,
        max = greatest(h.max, excluded.max), max_at = case when excluded.max > h.max then excluded.max_at else h.max_at end,
        first_at = least(h.first_at, excluded.first_at), last_at = greatest(h.last_at, excluded.last_at)
    ), due as (
      insert into sensor_due (sensor_id, merchant_id)
      select ${sensorId}::uuid, ${merchantId}::uuid where ${isLimited({ limit: found.threshold, minimum: found.minimum })} and exists (select from stored)
      on conflict do nothing
    )
    select (select count(*)::int from stored) as stored, (select count(*)::int from conflict) as conflicts,
      (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (select * from conflict order by at limit ${maxListedConflicts}) listed)
        as conflicting`)
  const { stored, conflicts, conflicting } = rows[0]!
  return {
    stored,
    known: readings.length - stored,
    conflicts,
    conflicting: conflicting.map(({ at, kept, refused }) => ({ createdAt: new Date(at).toISOString(), kept, refused })),
  }
}

type StoredRow = {
  stored: number
  conflicts: number
  conflicting: { at: string; kept: number; refused: number }[]
}

/** The times of valid readings, in the notation of PostgreSQL and in milliseconds. */
function timesOf(readings: readonly Reading[], unit: SensorUnit): string[] {
  return readings.map((reading, i) => {
    const problem = readingProblem(reading, unit, i + 1)
    if (problem) throw problem
    return new Date(reading.createdAt).toISOString()
  })
}

/** Why a reading cannot be stored. @param position of the reading in its list, from 1 */
export function readingProblem({ value, createdAt }: Reading, unit: SensorUnit, position = 1): Problem | undefined {
  const { min, max } = rangeOfUnit[unit]
  if (value < min || value > max) return new Problem(sensorProblems.outOfRange, { position, value, min, max, unit })
  const isFuture = Date.parse(createdAt) > Date.now() + futureToleranceMs
  return isFuture ? new Problem(sensorProblems.future, { position, time: createdAt }) : undefined
}

type Page = { page: number; limit: number }

/** One page of the readings in a range, the newest first. `total`: the number of readings in the range. */
export async function listReadings(
  tx: Tx,
  merchantId: string,
  { sensorId, range, total }: { sensorId: string; range: LogRange; total: number },
  { page, limit }: Page,
): Promise<Reading[]> {
  const { offset, count, fromEnd } = windowOf(total, page, limit)
  if (count === 0) return []
  // The offset is skipped in the index alone; only the rows of the page are read.
  const { rows } = await tx.execute<{ at: number; value: number }>(sql`
    select extract(epoch from at)::float8 * 1000 as at, value from sensor_reading
    where merchant_id = ${merchantId} and sensor_id = ${sensorId} and at = any(array(
      select at ${readingsIn(merchantId, sensorId, range)}
      order by at ${fromEnd ? sql`asc` : sql`desc`} limit ${count} offset ${offset}))
    order by at desc`)
  return rows.map(viewPoint)
}
