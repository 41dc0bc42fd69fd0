import { LRUCache } from 'lru-cache'
import type { Database } from '#server/core/db/database.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { excursionsOf } from '#server/sensor/service.ts'
import type { JourneyRange } from '#shared/sensor/journey-sentence.ts'
import type { LimitSide } from '#shared/sensor/limits.ts'
import type { SensorReading } from '#shared/verify/contract.ts'

/** The readings for the chart, and the range of all readings; no range without readings. */
export type ShipmentLog = { readings: SensorReading[]; range: JourneyRange | undefined }

/** A log is divided into this many equal intervals. The lowest and highest value of each is shown. */
const maxIntervals = 60
/** All codes of a shipment share its log. A new reading is visible after at most this many milliseconds. */
const freshMs = 10_000
const noLog: ShipmentLog = { readings: [], range: undefined }

export function createShipmentLogLookup(db: Pick<Database, 'read'>): (logisticId: string) => Promise<ShipmentLog> {
  const cache = new LRUCache<string, ShipmentLog>({ max: 1000, ttl: freshMs })
  const load = createMicroBatch<ShipmentLog>(async (ids) => {
    const [points, ranges] = await Promise.all([chartPoints(db, ids), logRanges(db, ids)])
    const found = new Map(ids.map((id) => [id, { readings: points.get(id) ?? [], range: ranges.get(id) }]))
    for (const [id, log] of found) cache.set(id, log)
    return found
  })
  return async (logisticId) => cache.get(logisticId) ?? (await load(logisticId)) ?? noLog
}

const listOf = (ids: readonly string[]) => sql`${`{${ids.join()}}`}::uuid[]`

async function chartPoints({ read }: Pick<Database, 'read'>, ids: readonly string[]) {
  const { rows } = await read.execute<{ id: string; at: Date | string; temp: number }>(sql`
    with log as (
      select logistic_id, at, temp, ntile(${maxIntervals}) over (partition by logistic_id order by at) as stretch
      from logistic_reading where logistic_id = any(${listOf(ids)})
    ), placed as (
      select logistic_id, at, temp,
        row_number() over (partition by logistic_id, stretch order by temp, at) as low,
        row_number() over (partition by logistic_id, stretch order by temp desc, at) as high
      from log
    )
    select logistic_id as id, at, temp from placed where low = 1 or high = 1 order by logistic_id, at`)
  const pointOf = ({ at, temp }: (typeof rows)[number]) => ({ time: new Date(at).toISOString(), temp })
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, log]) => [id, log.map(pointOf)]))
}

type RangeRow = {
  id: string
  min: number
  max: number
  limit: number | null
  minimum: number | null
  open: boolean
} & ({ side: LimitSide | 'both'; count: number; seconds: number; last: Date | string; peak: number } | { count: null })

async function logRanges({ read }: Pick<Database, 'read'>, ids: readonly string[]) {
  const { rows } = await read.execute<RangeRow>(sql`
    with ${excursionsOf(sql`
      select r.logistic_id as id, r.at as first_at, r.at as last_at, 1 as n, r.temp as min, r.temp as max,
        g.maxlimit as "limit", l.minlimit as minimum, g.next_pull_at is not null as is_awaited
      from logistic_reading r left join logistic_log g on g.logistic_id = r.logistic_id
      left join logistic l on l.id = r.logistic_id
      where r.logistic_id = any(${listOf(ids)})`)},
    summary as (
      select id, case when min(side) = max(side) then min(side) else 'both' end as side, count(*)::int as count, seconds,
        max(begun) as last, case min(side) when 'above' then max(peak) else min(peak) end as peak
      from excursion group by id, seconds
    )
    select point.id, min(min) as min, max(max) as max, "limit", minimum, is_awaited as open, s.side, count, seconds, last, peak
    from point left join summary s on s.id = point.id
    group by point.id, "limit", minimum, is_awaited, s.side, count, seconds, last, peak`)
  return new Map(rows.map((row) => [row.id, rangeOf(row)]))
}

function rangeOf(row: RangeRow): JourneyRange {
  const { min, max, limit, minimum, open } = row
  const excursions: JourneyRange['excursions'] =
    row.count === null
      ? null
      : {
          side: row.side,
          count: row.count,
          seconds: row.seconds,
          peak: row.peak,
          lastFrom: new Date(row.last).toISOString(),
        }
  return { min, max, limit, minimum, excursions, unit: '°C', place: '', isOpen: open }
}
