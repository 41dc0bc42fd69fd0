import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type Draft, shippedSources } from './draft.ts'

type HourRow = {
  day: string
  firstAt: string
  lastAt: string
  low: number
  high: number
  mean: number
  tag: string
  isOutside: boolean
}

/**
 * The temperatures of a shipment: an event for each day in UTC that is over, and for the last one when the log is complete, with a
 * sensor element for each hour. Readings that arrive later make another event of their day.
 */
export async function logDrafts(tx: Tx, merchantId: string, id: string, origin: string): Promise<Draft[]> {
  const { rows } = await tx.execute<HourRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, "firstAt", "lastAt", low, high, mean, l.tag,
      coalesce(low < s.minlimit, false) or coalesce(high >= l.maxlimit, false) as "isOutside"
    from logistic s
    join logistic_log l on l.logistic_id = s.id and l.tag is not null
    cross join lateral (
      select date_trunc('day', at at time zone 'UTC') as day, date_trunc('hour', at at time zone 'UTC') as hour,
        min(at) as "firstAt", max(at) as "lastAt", min(temp) as low, max(temp) as high, avg(temp) as mean
      from logistic_reading r where r.merchant_id = s.merchant_id and r.logistic_id = s.id group by 1, 2) logged
    where s.merchant_id = ${merchantId} and s.id = ${id} and s.removed_at is null
      and (l.next_pull_at is null or day + interval '1 day' <= now() at time zone 'UTC')
    order by hour`)
  return [...Map.groupBy(rows, ({ day }) => day).values()].flatMap((hours) =>
    shippedSources.map((source) => ({
      ...{ kind: 'log' as const, at: new Date(hours.at(-1)!.lastAt), action: 'OBSERVE', bizStep: 'transporting' },
      ...{ source, sourceIds: [id] },
      fields: { disposition: 'in_transit', sensorElementList: hours.map((hour) => sensorElement(hour, origin)) },
    })),
  )
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** GS1's word for a value outside of its limits. */
const alarm = { exception: 'ALARM_CONDITION' }

function sensorElement({ firstAt, lastAt, low, high, mean, tag, isOutside }: HourRow, origin: string) {
  return {
    sensorMetadata: {
      startTime: new Date(firstAt).toISOString(),
      endTime: new Date(lastAt).toISOString(),
      deviceID: `${origin}/epcis/tag/${encodeURIComponent(tag)}`,
    },
    sensorReport: [
      {
        ...{
          type: 'Temperature',
          minValue: rounded(low),
          maxValue: rounded(high),
          meanValue: rounded(mean),
          uom: 'CEL',
        },
        ...(isOutside && alarm),
      },
    ],
  }
}
