import { Box, Stack, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { PackedLog } from './packed-log.ts'

/** The lines that will not be imported, by their reason. */
export function RefusedList({ log: { refused, refusedCount, fixedZone } }: { log: PackedLog }) {
  const t = useText('sensorImport')
  if (refusedCount === 0) return null
  const isOfClock = refused.some(({ problem }) => problem === 'skippedHour' || problem === 'repeatedHour')
  return (
    <Stack gap="3" color="fg.error">
      <Text fontWeight="600">{t('problems', { count: formatNumber(refusedCount) })}</Text>
      {isOfClock && fixedZone && <Text>{t('fixedZoneHint', { zone: fixedZone })}</Text>}
      {refused.map(({ problem, count, lines }) => (
        <div key={problem}>
          <Text>{t('reason', { reason: t(problem), count: formatNumber(count) })}</Text>
          <Box as="ul" listStyleType="none" textStyle="sm" paddingStart="4">
            {lines.map(({ line, word, text }) => (
              <Box as="li" key={line} overflowWrap="anywhere">
                {word ? t('lineWord', { line, word, text }) : t('line', { line, text })}
              </Box>
            ))}
            {count > lines.length && <li>{t('moreLines', { count: formatNumber(count - lines.length) })}</li>}
          </Box>
        </div>
      ))}
    </Stack>
  )
}
