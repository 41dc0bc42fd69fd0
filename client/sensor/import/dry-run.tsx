import { Box, Stack, Text } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { formatReading } from '#client/readings/format-reading.ts'
import type { SensorUnit } from '#shared/sensor/units.ts'
import type { ReadLog } from './read-log.ts'

const [shownReadings, shownProblems] = [3, 5]

/** What would be stored: the number, the times and the values, the first and last readings, and the lines left out. */
export function DryRun({ log: { readings, problems, hasRepeatedHour }, unit }: { log: ReadLog; unit: SensorUnit }) {
  const t = useText('sensor')
  const values = readings.map(({ value }) => value)
  // Not by spreading: a log can have more readings than a call can have arguments.
  const [min, max] = [
    values.reduce((a, b) => Math.min(a, b), Infinity),
    values.reduce((a, b) => Math.max(a, b), -Infinity),
  ]
  const ends = [...readings.slice(0, shownReadings), ...readings.slice(Math.max(shownReadings, readings.length - 1))]
  const [first, last] = [readings[0], readings.at(-1)]
  return (
    <Stack gap="4" role="status">
      <Text fontWeight="600">
        {first && last
          ? t('importFound', {
              ...{ count: formatNumber(readings.length), from: formatDateTime(first.createdAt) },
              ...{ to: formatDateTime(last.createdAt), min: formatReading(min, unit), max: formatReading(max, unit) },
            })
          : t('importNone')}
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
      {hasRepeatedHour && <Text color="fg.muted">{t('importRepeatedHour')}</Text>}
      {problems.length > 0 && (
        <Box color="fg.error">
          <Text>{t('importProblems', { count: formatNumber(problems.length) })}</Text>
          <Box as="ul" listStyleType="none" textStyle="sm">
            {problems.slice(0, shownProblems).map(({ line, problem, text }) => (
              <Box as="li" key={line} overflowWrap="anywhere">
                {t('importLine', { line, reason: t(problem), text })}
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </Stack>
  )
}
