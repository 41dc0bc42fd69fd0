import { Link as ChakraLink, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { formatReading } from '#client/readings/format-reading.ts'
import { Sparkline } from '#client/readings/sparkline.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import type { ListedSensor } from '#shared/sensor/contract.ts'

export const logPath = ({ id, name }: Pick<ListedSensor, 'id' | 'name'>): string =>
  `/sensor?${new URLSearchParams({ sensorId: id, name })}`

export function useSensorColumns(): Column<ListedSensor>[] {
  const t = useText('sensor')
  return useMemo(
    () => [
      {
        id: 'model',
        header: t('name'),
        main: true,
        cell: ({ name, model, type }) => (
          <Stack gap="0" minWidth="0">
            <Text as="span" fontWeight="600" overflowWrap="anywhere">
              {name}
            </Text>
            <Text as="span" textStyle="sm" fontWeight="normal" color="fg.muted" overflowWrap="anywhere">
              {[model, t(type)].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
        ),
      },
      {
        id: 'status',
        header: t('status'),
        cell: ({ online, lastUpdatedAt }) => (
          <Stack gap="0.5" align="start">
            <StatusChip tone={online ? 'good' : 'plain'}>{online ? t('online') : t('offline')}</StatusChip>
            <Text as="span" textStyle="xs" color="fg.muted">
              {lastUpdatedAt ? t('lastSeen', { at: formatDateTime(lastUpdatedAt) }) : t('neverSent')}
            </Text>
          </Stack>
        ),
      },
      { id: 'location', header: t('location'), cell: ({ location }) => location || '—' },
      {
        id: 'threshold',
        header: t('threshold'),
        nowrap: true,
        cell: ({ threshold, minimum, unit }) => (
          <>
            {threshold === null ? t('noThreshold') : formatReading(threshold, unit)}
            {minimum !== null && (
              <Text as="span" display="block" textStyle="xs" color="fg.muted">
                {t('minimumOf', { value: formatReading(minimum, unit) })}
              </Text>
            )}
          </>
        ),
      },
      {
        id: 'week',
        header: t('week'),
        cell: ({ logs, threshold, minimum, unit }) => (
          <Sparkline logs={logs} limit={threshold} minimum={minimum} unit={unit} />
        ),
      },
      {
        id: 'log',
        header: t('log'),
        cell: (sensor) => (
          <ChakraLink asChild textDecoration="underline" whiteSpace="nowrap">
            <Link to={logPath(sensor)} aria-label={t('viewLogOf', { name: sensor.name })}>
              {t('viewLog')}
            </Link>
          </ChakraLink>
        ),
      },
    ],
    [t],
  )
}
