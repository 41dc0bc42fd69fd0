import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Insights } from '#shared/insights/contract.ts'
import { ActivityPlot } from './activity-plot.tsx'
import { LegendLine } from './legend-line.tsx'
import { type SeriesName, series } from './series.ts'

type Names = readonly { short: string; long: string }[]
type Props = { data: Insights; names: Names }

/** The lines of a range with their values at one point. A line can be hidden, so that small counts can be read. */
export function Component({ data: { trend, previousTrend, points }, names }: Props) {
  const t = useText('insightsOverview')
  const [chosen, setChosen] = useState(points.length - 1)
  const [hidden, setHidden] = useState<readonly SeriesName[]>([])
  // Another range can have fewer points.
  const at = Math.min(chosen, points.length - 1)
  const shown = series.map(({ name }) => name).filter((name) => !hidden.includes(name))
  const values = shown.map((name) =>
    t('pointValue', {
      name: t(name),
      count: formatNumber(trend[name][at] ?? 0),
      previous: formatNumber(previousTrend[name][at] ?? 0),
    }),
  )
  return (
    <Stack gap="3">
      <Flex role="group" aria-label={t('series')} gap="2" wrap="wrap">
        {series.map(({ name, ...line }) => (
          <Button
            key={name}
            size="sm"
            variant="ghost"
            aria-pressed={!hidden.includes(name)}
            // One line is always shown.
            disabled={shown.length === 1 && shown[0] === name}
            opacity={hidden.includes(name) ? 0.5 : 1}
            _disabled={{ opacity: 1, cursor: 'default' }}
            textDecoration={hidden.includes(name) ? 'line-through' : undefined}
            onClick={() =>
              setHidden((before) => (before.includes(name) ? before.filter((one) => one !== name) : [...before, name]))
            }
          >
            <LegendLine {...line} {...(!hidden.includes(name) && { name: t(name) })} />
            {t(name)}
          </Button>
        ))}
      </Flex>
      <Box aria-hidden="true" minHeight={{ base: '5.5rem', md: '3rem' }} fontVariantNumeric="tabular-nums">
        <Text fontWeight="600">{names[at]?.long}</Text>
        <Flex columnGap="5" wrap="wrap" color="fg.muted">
          {values.map((value) => (
            <span key={value}>{value}</span>
          ))}
        </Flex>
      </Box>
      <ActivityPlot
        label={t('activitiesSummary')}
        reading={[names[at]?.long, ...values].join('; ')}
        names={names.map(({ short }) => short)}
        trend={trend}
        previous={previousTrend}
        shown={shown}
        at={at}
        onAt={setChosen}
      />
    </Stack>
  )
}
