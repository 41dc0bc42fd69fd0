import { Button } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuThermometer } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { errorText } from '#client/core/http/errors.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useRecord } from '#client/core/offline/read/queries.ts'
import type { Log } from '#client/readings/log.ts'
import { LogView } from '#client/readings/log-view.tsx'
import { ReadingsTable } from '#client/readings/readings-table.tsx'
import { shipmentRanges, useTimeRange } from '#client/readings/time-range.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { BackLink } from '#client/ui/layout/back-link.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { logisticLogContract } from '#shared/logistic/log-contract.ts'
import { type LogisticView, logisticEntity } from '#shared/logistic/record.ts'
import { nameOf } from './columns.tsx'
import { ReportButton, Reports } from './reports.tsx'

/** How often new readings are fetched while the tag records, in milliseconds. */
const refreshMs = 60_000

/** The temperature log of one shipment. */
export function Component({ id }: { id: string }) {
  const t = useText('logistic')
  const shipment = useRecord<LogisticView>(logisticEntity, id)
  if (shipment === undefined) return <Loading />
  const hint = shipment === null ? t('notFound') : shipment.ver === 0 ? t('logLater') : undefined
  if (hint === undefined) return <SentShipmentLog id={id} name={nameOf(shipment!.data)} />
  return (
    <Page title={t('log')} actions={<BackLink to="/logistic">{t('back')}</BackLink>}>
      <EmptyState icon={LuThermometer} title={hint} />
    </Page>
  )
}

function SentShipmentLog({ id, name }: { id: string; name: string }) {
  const t = useText('logistic')
  const ui = useText('ui')
  const words = useText('sensor')
  const range = useTimeRange(shipmentRanges)
  const paging = usePaging()
  const { page, limit } = paging.query
  const read = useRead(
    logisticLogContract.log,
    { params: { id }, query: range.query },
    { every: (last) => (last?.complete ? false : refreshMs), quiet: true },
  )
  const { data, error } = read
  const readings = useRead(
    logisticLogContract.readings,
    { params: { id }, query: { page, limit, ...range.query } },
    { every: data?.complete ? false : refreshMs, quiet: true },
  )
  const log = useMemo<Log | undefined>(() => data && { ...data, limit: data.maxlimit, minimum: data.minlimit }, [data])
  const failed = t('logFailed')
  const reason = error ? errorText(error) : undefined
  return (
    <LogView
      name={name}
      description={data && shipmentWords(data)}
      back="/logistic"
      range={range}
      log={log}
      read={read}
      actions={<ReportButton id={id} name={name} />}
      sections={<Reports id={id} name={name} />}
      failed={
        <EmptyState icon={LuThermometer} title={failed} {...(reason && reason !== failed && { hint: reason })}>
          <Button onClick={() => void read.refetch()}>{ui('tryAgain')}</Button>
        </EmptyState>
      }
      notice={
        data?.failed && (
          <InlineAlert status="warning" variant="surface">
            {data.pulledAt ? t('logBehind', { at: formatDateTime(data.pulledAt) }) : t('logFailed')}
          </InlineAlert>
        )
      }
    >
      {log && (
        <ReadingsTable
          limit={log.limit}
          minimum={log.minimum}
          unit={log.unit}
          read={readings}
          paging={paging}
          valueLabel={words('temperature')}
        />
      )}
    </LogView>
  )

  function shipmentWords(shown: NonNullable<typeof data>): string {
    const ended = shown.loggingEndedAt && t('logEndedAt', { at: formatDateTime(shown.loggingEndedAt) })
    return [shown.recipient, t('tagOf', { tag: shown.manufacturer_id }), ended].filter(Boolean).join(' · ')
  }
}
