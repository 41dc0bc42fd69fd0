import { Box, Stack, Text } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { fixedZone } from '#client/core/time-text/zone-time.ts'
import { formatReading } from '#client/readings/format-reading.ts'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import type { SensorUnit } from '#shared/sensor/units.ts'
import { type PackedLog, readingAt } from './packed-log.ts'
import { RefusedList } from './refused-list.tsx'

type Props = {
  log: PackedLog
  unit: SensorUnit
  acceptsFaults: boolean
  onAcceptFaults: (accepts: boolean) => void
}

/** Readings at each end of the log that are shown. */
const shownReadings = 3

/**
 * What would be stored: the number of readings, the first and last ones as they would be stored, and the refused lines with their
 * reasons.
 */
export function DryRun({ log, unit, acceptsFaults, onAcceptFaults }: Props) {
  const t = useText('sensorImport')
  const { times, min, max, refused, refusedCount, headingLines } = log
  const count = times.length
  const ends = Array.from({ length: shownReadings }, (_, at) => [at, count - 1 - at]).flat()
  const places = [...new Set(ends)].filter((at) => at >= 0 && at < count).sort((one, other) => one - other)
  const shown = places.map((at) => readingAt(log, at))
  const [first, last] = [shown[0], shown.at(-1)]
  const hasFaults = refused.some(({ problem }) => problem === 'faultValue')
  return (
    <Stack gap="4" role="status">
      <div>
        <Text fontWeight="600">
          {first && last
            ? t('found', {
                count: formatNumber(count),
                from: formatDateTime(first.createdAt),
                to: formatDateTime(last.createdAt),
                min: formatReading(min, unit),
                max: formatReading(max, unit),
              })
            : t('none')}
        </Text>
        <Text color="fg.muted" textStyle="sm">
          {t('lines', {
            lines: formatNumber(headingLines + count + refusedCount),
            headings: formatNumber(headingLines),
            count: formatNumber(count),
            refused: formatNumber(refusedCount),
          })}
        </Text>
      </div>
      {shown.length > 0 && (
        <Box as="ul" listStyleType="none" fontVariantNumeric="tabular-nums" color="fg.muted" textStyle="sm">
          {shown.map(({ value, createdAt }, at) => (
            <li key={createdAt}>
              {at === shownReadings && count > 2 * shownReadings && '… '}
              {`${formatDateTime(createdAt)} (${zoneOf(createdAt)}) · ${formatReading(value, unit)}`}
            </li>
          ))}
        </Box>
      )}
      <Notes log={log} />
      {(hasFaults || acceptsFaults) && (
        <LabelledCheckbox checked={acceptsFaults} onChange={onAcceptFaults}>
          {t('acceptFaults')}
        </LabelledCheckbox>
      )}
      <RefusedList log={log} />
    </Stack>
  )
}

/** The difference of the clock of this device from UTC. */
const zoneOf = (instant: string) => fixedZone(-new Date(instant).getTimezoneOffset())

function Notes({ log: { hasRepeatedHour, isDescending, jumpLine } }: { log: PackedLog }) {
  const t = useText('sensorImport')
  const notes = [
    isDescending && t('descending'),
    hasRepeatedHour && t('repeatedHourNote'),
    jumpLine !== undefined && t('jump', { line: jumpLine }),
  ].filter((note) => note !== false)
  return notes.map((note) => (
    <Text key={note} color="fg.muted">
      {note}
    </Text>
  ))
}
