import { Box, chakra, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatNumber } from '#client/core/format.ts'
import { useText } from '#client/core/i18n.ts'
import type { TrendMonth } from '#shared/insights/contract.ts'
import type { NameOf } from './trend.tsx'
import { axisTop, nextPoint } from './trend-scale.ts'

type Props = { months: readonly TrendMonth[]; nameOf: NameOf }

/** Two charts over the same months: products are counted in tens, codes in thousands. */
export function Component({ months, nameOf }: Props) {
  const t = useText('insights')
  const [at, setAt] = useState(months.length - 1)
  const shared = { months, nameOf, at, onAt: setAt }
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
      <Bars {...shared} label={t('skusCreated')} value={({ created }) => created} />
      <Bars {...shared} label={t('codesGenerated')} value={({ generated }) => generated} />
    </SimpleGrid>
  )
}

type BarsProps = Props & {
  label: string
  value: (month: TrendMonth) => number
  /** The month that is read out above, in both charts. */
  at: number
  onAt: (at: number) => void
}

/** Units of the drawing; it is scaled to the width at hand. */
const [width, height, foot] = [480, 180, 22]
const plot = height - foot

function Bars({ label, months, nameOf, value, at, onAt }: BarsProps) {
  const t = useText('insights')
  const values = months.map(value)
  const top = axisTop(Math.max(...values))
  const slot = width / months.length
  const chosen = months[at]!
  const summary = t('trendSummary', { label, total: formatNumber(values.reduce((sum, one) => sum + one, 0)) })
  return (
    <Stack gap="2" minWidth="0">
      <Flex justify="space-between" gap="3" wrap="wrap">
        <Text fontWeight="600">{label}</Text>
        <Text color="fg.muted" fontVariantNumeric="tabular-nums">
          {nameOf(chosen.month, 'long')}: {formatNumber(value(chosen))}
        </Text>
      </Flex>
      <Box
        role="slider"
        tabIndex={0}
        aria-label={summary}
        aria-valuemin={1}
        aria-valuemax={months.length}
        aria-valuenow={at + 1}
        aria-valuetext={`${nameOf(chosen.month, 'long')}: ${formatNumber(value(chosen))}`}
        onKeyDown={(event) => {
          const next = nextPoint(event.key, at, months.length)
          if (next === undefined) return
          event.preventDefault()
          onAt(next)
        }}
      >
        <chakra.svg viewBox={`0 0 ${width} ${height}`} width="full" overflow="visible" aria-hidden>
          {[0.5, 1].map((share) => (
            <g key={share}>
              <chakra.line
                x1="0"
                x2={width}
                y1={plot * (1 - share)}
                y2={plot * (1 - share)}
                stroke="border"
                strokeDasharray="3 4"
              />
              <chakra.text x="0" y={plot * (1 - share) + 12} fill="fg.muted" fontSize="11px">
                {formatNumber(top * share, { notation: 'compact' })}
              </chakra.text>
            </g>
          ))}
          <chakra.line x1="0" x2={width} y1={plot} y2={plot} stroke="border.emphasized" />
          {months.map(({ month }, index) => {
            const tall = (values[index]! / top) * plot
            return (
              <g key={month} onPointerEnter={() => onAt(index)}>
                {/* The whole column answers to the pointer, however low its bar. */}
                <rect x={index * slot} y="0" width={slot} height={height} fill="transparent" />
                <chakra.rect
                  x={index * slot + slot * 0.18}
                  y={plot - tall}
                  width={slot * 0.64}
                  height={tall}
                  rx="2"
                  fill={index === at ? 'green.solid' : 'green.emphasized'}
                  stroke="green.solid"
                />
                <chakra.text
                  x={(index + 0.5) * slot}
                  y={height - 6}
                  textAnchor="middle"
                  fontSize="11px"
                  fill={index === at ? 'fg' : 'fg.muted'}
                >
                  {nameOf(month, 'short').replace('.', '')}
                </chakra.text>
              </g>
            )
          })}
        </chakra.svg>
      </Box>
    </Stack>
  )
}
