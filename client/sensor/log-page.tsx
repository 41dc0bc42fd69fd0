import { Suspense, useMemo } from 'react'
import { LuUpload } from 'react-icons/lu'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import type { Log } from '#client/readings/log.ts'
import { LogView } from '#client/readings/log-view.tsx'
import { ReadingsTable } from '#client/readings/readings-table.tsx'
import { sensorRanges, useTimeRange } from '#client/readings/time-range.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { usePaging } from '#client/ui/table/paging.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { TagButton } from './tag/tag-button.tsx'
import { TagDialog } from './tag/tag-dialog.tsx'

/** Loaded when it is opened, because it contains the parser of log files. */
const ImportDialog = lazyComponent(() => import('./import/import-dialog.tsx'))

/** How often new readings are fetched, in milliseconds. */
const refreshMs = 60_000

type OpenDialog = { kind: 'import' | 'tag' }

/** The log of one sensor. @param name the name in the link, until the sensor is loaded */
export function Component({ id, name }: { id: string; name: string }) {
  const t = useText('sensor')
  const { open, setOpen, close } = useDialogs<OpenDialog>()
  const deniedReason = useDeniedReason('merchantOrDealer')
  const range = useTimeRange(sensorRanges)
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
  const view = (
    <LogView
      name={log && read.data ? read.data.name : name}
      description={read.data && [t(read.data.type), read.data.location].filter(Boolean).join(' · ')}
      back="/sensor"
      range={range}
      log={log}
      read={read}
      actions={
        <>
          <TagButton onClick={() => setOpen({ kind: 'tag' })} />
          <ButtonWithReason
            variant="outline"
            disabledReason={deniedReason}
            align="heading"
            onClick={() => setOpen({ kind: 'import' })}
          >
            <LuUpload aria-hidden />
            {t('importOpen')}
          </ButtonWithReason>
        </>
      }
    >
      {log && (
        <ReadingsTable
          limit={log.limit}
          minimum={log.minimum}
          unit={log.unit}
          read={readings}
          paging={paging}
          {...(read.data && { valueLabel: t(read.data.type) })}
        />
      )}
    </LogView>
  )
  return (
    <>
      {view}
      {open?.kind === 'tag' && <TagDialog sensorId={id} onClose={close} />}
      {open?.kind === 'import' && read.data && (
        <Suspense>
          <ImportDialog sensor={read.data} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
