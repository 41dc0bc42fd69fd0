import { Box, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { LuTriangleAlert } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatDuration, formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { isLimited } from '#shared/sensor/limits.ts'
import { formatReading } from './format-reading.ts'
import type { Log } from './log.ts'

/** The most excursions that are listed; the table below has every reading. */
const shownExcursions = 10

/** The statistics of a range, with its excursions. */
export function LogFigures({ log: { statistics, unit, limit, minimum } }: { log: Log }) {
  const t = useText('sensor')
  const { min, max, mean, mkt, outOfRangeSeconds, unknownSeconds, excursions } = statistics
  const hasLimits = isLimited({ limit, minimum })
  const words = (value: number | null) => (value === null ? '—' : formatReading(value, unit))
  const facts = [
    [t('min'), words(min)],
    [t('max'), words(max)],
    [t('mean'), words(mean)],
    ...(mkt === null ? [] : [[t('mkt'), formatReading(mkt, '°C')] as const]),
    ...(hasLimits ? [[t('outOfRange'), formatDuration(outOfRangeSeconds)] as const] : []),
    ...(unknownSeconds > 0 ? [[t('notKnown'), formatDuration(unknownSeconds)] as const] : []),
  ] as const
  return (
    <Stack gap="5">
      <SimpleGrid as="dl" columns={{ base: 2, md: 3, xl: 5 }} gap={{ base: '4', md: '6' }}>
        {facts.map(([label, value]) => (
          <Stack key={label} gap="0.5" minWidth="0">
            <Text as="dt" color="fg.muted" textStyle="sm" overflowWrap="anywhere">
              {label}
            </Text>
            <Text as="dd" textStyle="xl" fontWeight="600" fontVariantNumeric="tabular-nums">
              {value}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
      {mkt !== null && (
        <Text textStyle="sm" color="fg.muted">
          {t('mkt')}: {t('mktHint')}
        </Text>
      )}
      {unknownSeconds > 0 && (
        <Text textStyle="sm" color="fg.muted">
          {t('notKnown')}: {t('notKnownHint')}
        </Text>
      )}
      {hasLimits && (
        <Stack gap="2">
          <Heading as="h3" size="sm">
            {t('excursions')}: {excursions.length === 0 ? t('excursionsNone') : formatNumber(excursions.length)}
          </Heading>
          {excursions.length > 0 && (
            <Stack as="ul" gap="1.5" listStyleType="none" aria-label={t('excursions')}>
              {excursions.slice(0, shownExcursions).map(({ side, from, to, peak }) => (
                <Box as="li" key={from} display="flex" gap="2" alignItems="start">
                  <Box color="fg.error" paddingTop="1" flexShrink="0">
                    <LuTriangleAlert aria-hidden />
                  </Box>
                  <Text minWidth="0">
                    {formatDateTime(from)} – {formatDateTime(to)} ·{' '}
                    {formatDuration((Date.parse(to) - Date.parse(from)) / 1000)} ·{' '}
                    {t(side === 'above' ? 'peak' : 'lowest', { value: formatReading(peak, unit) })}
                  </Text>
                </Box>
              ))}
            </Stack>
          )}
          {excursions.length > shownExcursions && (
            <Text textStyle="sm" color="fg.muted">
              {t('moreExcursions', { count: formatNumber(excursions.length - shownExcursions) })}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  )
}
