import { Box, Button, Stack } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { formatReading } from '#client/readings/format-reading.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import type { ReadingConflict } from '#shared/sensor/contract.ts'
import type { SensorUnit } from '#shared/sensor/units.ts'

const shownConflicts = 20

type Props = { conflicts: readonly ReadingConflict[]; unit: SensorUnit; onClose: () => void }

/** Readings that were not stored, because another value is stored for their time. */
export function ReadingConflicts({ conflicts, unit, onClose }: Props) {
  const t = useText('sensorImport')
  const more = conflicts.length - shownConflicts
  return (
    <Stack gap="4" role="alert">
      <InlineAlert status="warning" variant="surface" description={t('conflictsHint')}>
        {t('conflicts', { count: formatNumber(conflicts.length) })}
      </InlineAlert>
      <Box as="ul" listStyleType="none" textStyle="sm">
        {conflicts.slice(0, shownConflicts).map(({ createdAt, kept, refused }) => (
          <li key={`${createdAt} ${refused}`}>
            {t('conflictLine', {
              time: formatDateTime(createdAt),
              kept: formatReading(kept, unit),
              refused: formatReading(refused, unit),
            })}
          </li>
        ))}
        {more > 0 && <li>{t('moreLines', { count: formatNumber(more) })}</li>}
      </Box>
      <Button alignSelf="start" onClick={onClose}>
        {t('close')}
      </Button>
    </Stack>
  )
}
