import { useMemo } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Log } from '#client/readings/log.ts'
import { LogView } from '#client/readings/log-view.tsx'
import { ReadingsTable } from '#client/readings/readings-table.tsx'
import { useTimeRange } from '#client/readings/time-range.ts'
import { usePaging } from '#client/ui/table/paging.ts'
import { sensorContract } from '#shared/sensor/contract.ts'

/** How often new readings are fetched, in milliseconds. */
const refreshMs = 60_000

/** The log of one sensor. @param name the name in the link, until the sensor is loaded */
export function Component({ id, name }: { id: string; name: string }) {
  const t = useText('sensor')
  const range = useTimeRange()
  const paging = usePaging()
  const { page, limit } = paging.query
  const every = { every: refreshMs }
  const read = useRead(sensorContract.log, { params: { id }, query: range.query }, { ...every, quiet: true })
  const readings = useRead(
    sensorContract.readings,
    { params: { id }, query: { page, limit, ...range.query } },
    { ...every, quiet: true },
  )
  const log = useMemo<Log | undefined>(() => read.data && { ...read.data, limit: read.data.threshold }, [read.data])
  return (
    <LogView
      name={log && read.data ? read.data.name : name}
      description={read.data && [t(read.data.type), read.data.location].filter(Boolean).join(' · ')}
      back="/sensor"
      range={range}
      log={log}
      read={read}
    >
      {log && (
        <ReadingsTable
          limit={log.limit}
          unit={log.unit}
          read={readings}
          paging={paging}
          {...(read.data && { valueLabel: t(read.data.type) })}
        />
      )}
    </LogView>
  )
}
