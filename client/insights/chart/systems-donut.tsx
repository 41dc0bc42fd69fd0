import { Box, chakra, Flex, Skeleton, Text } from '@chakra-ui/react'
import { Pie } from '@visx/shape'
import { useId, useState } from 'react'
import { formatNumber, formatShare } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ChartFrame } from '#client/ui/chart/chart-frame.tsx'
import { PointSlider } from '#client/ui/chart/point-slider.tsx'
import { PatternDefs, patternCount, patternStyles } from './patterns.tsx'
import { type Share, sharesOf } from './shares.ts'

/** Pixels; a phone shows the drawing smaller. */
const [inner, outer] = [120, 168]
const size = 2 * outer + 4

const styles = {
  ...patternStyles,
  '& .slice': { stroke: 'bg.panel', strokeWidth: '2px', _bnw: { stroke: 'fg', strokeWidth: '1px' } },
  '& .slice[data-chosen]': { stroke: 'fg', strokeWidth: '2.5px' },
  '& .share': { fill: 'fg', fontSize: '40px', fontFamily: 'heading', fontWeight: '600' },
  '& .name': { fill: 'fg.muted', fontSize: '16px', fontFamily: 'body' },
} as const

/** Scans by operating system, with percentages. */
export function SystemsDonut({ os, file }: { os: Readonly<Record<string, number>> | undefined; file: string }) {
  const t = useText('insightsOverview')
  const shares = os && sharesOf(os, patternCount, { other: t('otherSystems'), unknown: t('unknownSystem') })
  const table = shares && {
    head: [t('system'), t('perHour'), t('share')],
    rows: shares.map(({ name, count, share }) => [name, count, { share }]),
  }
  return (
    <ChartFrame title={t('systems')} hint={t('systemsHint')} file={`${file}-systems`} table={table}>
      {!shares ? (
        <Skeleton height="470px" />
      ) : shares.length === 0 ? (
        <Text color="fg.muted">{t('noSystems')}</Text>
      ) : (
        <Donut shares={shares} />
      )}
    </ChartFrame>
  )
}

function Donut({ shares }: { shares: readonly Share[] }) {
  const t = useText('insightsOverview')
  const id = useId().replace(/\W/g, '')
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, shares.length - 1)
  const { name, count, share } = shares[at]!
  return (
    <Flex direction="column" align="center" gap="5">
      <PointSlider
        label={t('systemsSummary')}
        reading={`${name}: ${formatNumber(count)}, ${formatShare(share)}`}
        at={at}
        count={shares.length}
        onAt={setChosen}
        width="full"
        maxWidth={`${size}px`}
        borderRadius="full"
      >
        <chakra.svg viewBox={`0 0 ${size} ${size}`} width="full" display="block" css={styles} aria-hidden data-chart="">
          <PatternDefs id={id} />
          <g transform={`translate(${size / 2} ${size / 2})`}>
            <Pie
              data={[...shares]}
              pieValue={(one) => one.count}
              pieSort={null}
              innerRadius={inner}
              outerRadius={outer}
            >
              {({ arcs, path }) =>
                arcs.map((arc) => (
                  <path
                    key={arc.data.name}
                    className="slice"
                    data-chosen={arc.index === at || undefined}
                    d={path(arc) ?? ''}
                    fill={`url(#${id}-${arc.index % patternCount})`}
                    onPointerMove={() => setChosen(arc.index)}
                  />
                ))
              }
            </Pie>
            <text className="share" textAnchor="middle" y={4}>
              {formatShare(share)}
            </text>
            <text className="name" textAnchor="middle" y={32}>
              {name}
            </text>
          </g>
        </chakra.svg>
      </PointSlider>
      <Box as="ul" listStyleType="none" width="full" maxWidth="24rem">
        {shares.map((one, index) => (
          <Flex as="li" key={one.name} align="center" gap="3" paddingY="1" fontVariantNumeric="tabular-nums">
            <chakra.svg
              width="20px"
              height="16px"
              css={styles}
              flexShrink="0"
              aria-hidden={true}
              data-legend={`${one.name}: ${formatNumber(one.count)} (${formatShare(one.share)})`}
            >
              <PatternDefs id={`${id}-${index}`} />
              <rect
                x="1"
                y="1"
                width="18"
                height="14"
                rx="2"
                className="slice"
                fill={`url(#${id}-${index}-${index % patternCount})`}
              />
            </chakra.svg>
            <Box flex="1" minWidth="0">
              {one.name}
            </Box>
            <Text color="fg.muted">{formatNumber(one.count)}</Text>
            <Text minWidth="4rem" textAlign="end" fontWeight="600">
              {formatShare(one.share)}
            </Text>
          </Flex>
        ))}
      </Box>
    </Flex>
  )
}
