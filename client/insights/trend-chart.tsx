import { Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { PointChart } from '#client/ui/chart/point-slider.tsx'
import type { TrendMonth } from '#shared/insights/contract.ts'
import type { MonthName } from './trend.tsx'
import { Plot } from './trend-plot.tsx'

type Props = {
  months: readonly TrendMonth[]
  /** The number of all codes that were ever generated. */
  total: number | undefined
  nameOf: MonthName
}

/** Two charts with the same months, because products are counted in tens and codes in thousands. */
export function Component({ months, total, nameOf }: Props) {
  const t = useText('insights')
  const [at, setAt] = useState(months.length - 1)
  const shared = { months, nameOf, at, onAt: setAt }
  const earlier = total === undefined ? 0 : total - sumOf(months.map(({ generated }) => generated))
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
      <Bars {...shared} label={t('skusCreated')} value={({ created }) => created} />
      <Bars {...shared} label={t('codesGenerated')} value={({ generated }) => generated} earlier={earlier} />
    </SimpleGrid>
  )
}

type BarsProps = Omit<Props, 'total'> & {
  label: string
  value: (month: TrendMonth) => number
  /** The number before the first month. */
  earlier?: number
  /** The month whose values are shown above both charts. */
  at: number
  onAt: (at: number) => void
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)

function Bars({ label, months, nameOf, value, earlier = 0, at, onAt }: BarsProps) {
  const t = useText('insights')
  const values = months.map(value)
  const chosen = months[at]!
  const reading = `${nameOf(chosen.month, 'long')}: ${formatNumber(value(chosen))}`
  const summary = t('trendSummary', { label, total: formatNumber(sumOf(values)) })
  return (
    <Stack gap="2" minWidth="0">
      <Flex justify="space-between" gap="3" wrap="wrap">
        <Text>
          <Text as="span" fontWeight="600">
            {label}
          </Text>{' '}
          <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
            {earlier > 0
              ? t('trendTotalEarlier', { total: formatNumber(sumOf(values)), earlier: formatNumber(earlier) })
              : t('trendTotal', { total: formatNumber(sumOf(values)) })}
          </Text>
        </Text>
        <Text color="fg.muted" fontVariantNumeric="tabular-nums">
          {reading}
        </Text>
      </Flex>
      <PointChart label={summary} reading={reading} at={at} count={months.length} onAt={onAt} height="200px">
        {(width) => (
          <Plot
            label={label}
            width={width}
            names={months.map(({ month }) => nameOf(month, 'short').replace('.', ''))}
            values={values}
            at={at}
            onAt={onAt}
          />
        )}
      </PointChart>
    </Stack>
  )
}
