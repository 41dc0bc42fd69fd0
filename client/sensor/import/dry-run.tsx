import { Box, Stack, Text } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { formatReading } from '#client/readings/format-reading.ts'
import type { SensorUnit } from '#shared/sensor/units.ts'
import { type PackedLog, readingAt } from './packed-log.ts'

const shownReadings = 3

/** The readings of the file before they are stored: their number, times and values, the first and last ones, and the skipped lines. */
export function DryRun({ log, unit }: { log: PackedLog; unit: SensorUnit }) {
  const t = useText('sensorImport')
  const { times, min, max, problems, problemCount, hasRepeatedHour } = log
  const count = times.length
  const places = new Set([0, 1, 2, count - 1].filter((at) => at >= 0 && at < count))
  const ends = [...places].map((at) => readingAt(log, at))
  const [first, last] = [ends[0], ends.at(-1)]
  return (
    <Stack gap="4" role="status">
      <Text fontWeight="600">
        {first && last
          ? t('found', {
              ...{ count: formatNumber(count), from: formatDateTime(first.createdAt) },
              ...{ to: formatDateTime(last.createdAt), min: formatReading(min, unit), max: formatReading(max, unit) },
            })
          : t('none')}
      </Text>
      {ends.length > 0 && (
        <Box as="ul" listStyleType="none" fontVariantNumeric="tabular-nums" color="fg.muted" textStyle="sm">
          {ends.map(({ value, createdAt }, at) => (
            <li key={createdAt}>
              {at === shownReadings && '… '}
              {formatDateTime(createdAt)} · {formatReading(value, unit)}
            </li>
          ))}
        </Box>
      )}
      {hasRepeatedHour && <Text color="fg.muted">{t('repeatedHour')}</Text>}
      {problemCount > 0 && (
        <Box color="fg.error">
          <Text>{t('problems', { count: formatNumber(problemCount) })}</Text>
          <Box as="ul" listStyleType="none" textStyle="sm">
            {problems.map(({ line, problem, text }) => (
              <Box as="li" key={line} overflowWrap="anywhere">
                {t('line', { line, reason: t(problem), text })}
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </Stack>
  )
}
