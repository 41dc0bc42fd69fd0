import { Link as ChakraLink, Heading, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuThermometer } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatDuration } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Alarm, alarmContract } from '#shared/alarm/contract.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { formatReading } from './format-reading.ts'

/** Begins the parameters of the table in the URL of its screen. */
export const alarmsPrefix = 'alarms'

/** Alarms that were raised from `from` until before `to`. `ofProduct`: the screen shows one product, to which no alarm belongs. */
type Shown = { from?: string; to?: string; ofProduct?: boolean }

/** The temperature alarms of a merchant with Temperature Tagging; nothing for others. */
export function TemperatureAlarms({ ofProduct = false, ...range }: Shown) {
  const t = useText('sensor')
  const isOn = useViewer()?.features.includes('temperature') === true
  return isOn ? (
    <Stack as="section" gap="3" aria-label={t('alarms')}>
      <Heading as="h2" size="lg">
        {t('alarms')}
      </Heading>
      {ofProduct && <Text color="fg.muted">{t('alarmsOfAll')}</Text>}
      <AlarmTable range={range} />
    </Stack>
  ) : null
}

function AlarmTable({ range }: { range: { from?: string; to?: string } }) {
  const t = useText('sensor')
  const deniedReason = useDeniedReason('confirmedMerchant')
  const paging = usePaging({ prefix: alarmsPrefix })
  const { page, limit } = paging.query
  const alarms = useRead(alarmContract.list, { query: { page, limit, ...range } })
  const acknowledge = useWrite(alarmContract.acknowledge, {
    done: t('acknowledged'),
    refresh: [alarmContract.list, attentionContract.read],
  })
  const columns = useColumns()
  return (
    <DataTable
      label={t('alarms')}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      read={alarms}
      paging={paging}
      actions={(alarm) => [
        {
          id: 'acknowledge',
          label: t('acknowledge'),
          disabled: deniedReason !== undefined || alarm.acknowledgedAt !== null,
          onSelect: () => acknowledge.mutate({ params: { id: alarm.id } }),
        },
      ]}
      empty={
        <EmptyState
          icon={LuThermometer}
          title={t('noAlarms')}
          hint={t(range.from ? 'noAlarmsShownHint' : 'noAlarmsHint')}
        />
      }
    />
  )
}

const logOf = ({ kind, subjectId, name }: Alarm) =>
  kind === 'shipment'
    ? `/logistic?log=${subjectId}`
    : `/sensor?${new URLSearchParams({ sensorId: subjectId, name }).toString()}`

function useColumns(): Column<Alarm>[] {
  const t = useText('sensor')
  return useMemo(
    () => [
      {
        id: 'what',
        header: t('alarmWhat'),
        main: true,
        cell: (alarm) => (
          <>
            <ChakraLink asChild textDecoration="underline">
              <Link to={logOf(alarm)}>{alarm.name}</Link>
            </ChakraLink>
            <Text fontWeight="normal" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {[t(alarm.kind === 'sensor' ? 'alarmSensor' : 'alarmShipment'), alarm.place].filter(Boolean).join(' · ')}
            </Text>
          </>
        ),
      },
      {
        id: 'value',
        header: t('alarmValue'),
        cell: ({ side, peak, limit, unit }) => (
          <>
            <Text>{t(side === 'above' ? 'peak' : 'lowest', { value: formatReading(peak, unit) })}</Text>
            <Text textStyle="sm" color="fg.muted">
              {t(side === 'above' ? 'limit' : 'minimumOf', { value: formatReading(limit, unit) })}
            </Text>
          </>
        ),
      },
      {
        id: 'time',
        header: t('alarmTime'),
        cell: ({ from, to }) => (
          <>
            <Text>{formatDateTime(from)}</Text>
            <Text textStyle="sm" color="fg.muted">
              {formatDuration((Date.parse(to) - Date.parse(from)) / 1000)}
            </Text>
          </>
        ),
      },
      {
        id: 'state',
        header: t('status'),
        cell: ({ acknowledgedAt }) => (
          <StatusChip tone={acknowledgedAt ? 'good' : 'bad'}>{t(acknowledgedAt ? 'seen' : 'unseen')}</StatusChip>
        ),
      },
    ],
    [t],
  )
}
