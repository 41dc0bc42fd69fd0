import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { maxSparklinePoints, type Reading } from '#shared/sensor/contract.ts'
import { roundedValue } from './rounded-value.ts'

/** `lastAt` in milliseconds. */
export type SensorState = { lastAt: number; average: number }

/** The latest reading and the mean of the last hour with readings, for the sensors that have any. */
export async function statesOf(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, SensorState>> {
  const { rows } = await tx.execute<{ id: string } & SensorState>(sql`
    select listed.id, last.at as "lastAt", last.average
    from unnest(${uuidArray(ids)}) as listed (id) cross join lateral (
      select extract(epoch from last_at)::float8 * 1000 as at, sum / n as average from sensor_hour
      where merchant_id = ${merchantId} and sensor_id = listed.id order by hour desc limit 1) as last`)
  return new Map(rows.map(({ id, lastAt, average }) => [id, { lastAt, average: roundedValue(average) }]))
}

const partSeconds = (2 * 7 * 86_400) / maxSparklinePoints

/** The minimum and the maximum of every six hours of the last 7 days. */
export async function sparklinesOf(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, Reading[]>> {
  type Row = { id: string; points: { at: number; value: number }[] }
  const { rows } = await tx.execute<Row>(sql`
    with part as (
      select sensor_id, floor(extract(epoch from hour) / ${partSeconds}::float8) as part, min, min_at, max, max_at from sensor_hour
      where merchant_id = ${merchantId} and sensor_id = any(${uuidArray(ids)})
        and hour >= to_timestamp((floor(extract(epoch from now()) / ${partSeconds}::float8) - ${maxSparklinePoints / 2 - 1}) * ${partSeconds}::float8)
    ), extreme as (
      (select distinct on (sensor_id, part) sensor_id, min_at as at, min as value from part order by sensor_id, part, min, min_at)
      union
      (select distinct on (sensor_id, part) sensor_id, max_at, max from part order by sensor_id, part, max desc, max_at)
    )
    select sensor_id as id, jsonb_agg(jsonb_build_object('at', extract(epoch from at) * 1000, 'value', value) order by at) as points
    from extreme group by sensor_id`)
  return new Map(rows.map(({ id, points }) => [id, points.map(viewPoint)]))
}

export const viewPoint = ({ at, value }: { at: number; value: number }): Reading => ({
  value,
  createdAt: new Date(at).toISOString(),
})
