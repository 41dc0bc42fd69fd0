import { chakra, Flex, Skeleton, Text } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ChartFrame } from '#client/ui/chart/chart-frame.tsx'
import { PointChart } from '#client/ui/chart/point-slider.tsx'
import { type WeeklyHour, weekdays } from '#shared/insights/contract.ts'
import { heatIntervals, heatLevel } from './heat-levels.ts'
import { PatternDefs, patternStyles } from './patterns.tsx'

/** Pixels. */
const [left, head, row, gap] = [44, 22, 17, 2]
const height = head + 24 * row + 2

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The pattern of a level in the theme without color: dots, lines, a grid, solid. */
const bnwPattern = { 1: 2, 2: 1, 3: 4, 4: 0 } as const
const levelStyles = (id: string) => ({
  ...patternStyles,
  '& text': { fill: 'fg.muted', fontSize: '11px', fontFamily: 'body' },
  '& .level-0': { fill: 'bg.subtle', stroke: 'border.muted' },
  ...Object.fromEntries(
    ([1, 2, 3, 4] as const).map((level) => [
      `& .level-${level}`,
      {
        fill: 'green.solid',
        fillOpacity: [0.22, 0.45, 0.7, 1][level - 1],
        _bnw: { fill: `url(#${id}-${bnwPattern[level]})`, fillOpacity: 1, stroke: 'border' },
      },
    ]),
  ),
  '& [data-chosen]': { stroke: 'fg', strokeWidth: '2px' },
})

/** Moves over the week: left and right between days, up and down between hours. Cells are numbered row by row. */
function nextCell(key: string, at: number): number | undefined {
  const [hour, day] = [Math.floor(at / 7), at % 7]
  if (key === 'ArrowRight') return hour * 7 + Math.min(6, day + 1)
  if (key === 'ArrowLeft') return hour * 7 + Math.max(0, day - 1)
  if (key === 'ArrowDown') return Math.min(23, hour + 1) * 7 + day
  if (key === 'ArrowUp') return Math.max(0, hour - 1) * 7 + day
  if (key === 'Home') return 0
  if (key === 'End') return 24 * 7 - 1
  return undefined
}

/** Scans by hour and day of the week. */
export function HeatMap({ weekly, file }: { weekly: readonly WeeklyHour[] | undefined; file: string }) {
  const t = useText('insightsOverview')
  const table = weekly && {
    head: [t('hour'), ...weekdays.map((day) => t(day))],
    rows: weekly.map((one) => [hourName(one.hour), ...weekdays.map((day) => one[day])]),
  }
  return (
    <ChartFrame title={t('weekly')} hint={t('weeklyHint')} file={`${file}-week`} table={table}>
      {weekly ? <Cells weekly={weekly} /> : <Skeleton height="470px" />}
    </ChartFrame>
  )
}

function Cells({ weekly }: { weekly: readonly WeeklyHour[] }) {
  const t = useText('insightsOverview')
  const id = useId().replace(/\W/g, '')
  const counts = weekly.flatMap((one) => weekdays.map((day) => one[day]))
  const max = Math.max(0, ...counts)
  const [at, setAt] = useState(() => Math.max(0, counts.indexOf(max)))
  const reading = t('scansIn', {
    day: t(weekdays[at % 7]!),
    hour: hourName(Math.floor(at / 7)),
    count: formatNumber(counts[at] ?? 0),
  })
  return (
    <Flex direction="column" gap="3">
      <Text aria-hidden="true" fontVariantNumeric="tabular-nums" fontWeight="600">
        {reading}
      </Text>
      <PointChart
        label={t('weeklySummary')}
        reading={reading}
        at={at}
        count={counts.length}
        next={(key) => nextCell(key, at)}
        onAt={setAt}
        height={`${height}px`}
      >
        {(width) => {
          const cell = (width - left) / 7
          return (
            <chakra.svg
              width={`${width}px`}
              height={height}
              display="block"
              css={levelStyles(id)}
              aria-hidden
              data-chart=""
            >
              <PatternDefs id={id} />
              {weekdays.map((day, index) => (
                <text key={day} x={left + (index + 0.5) * cell} y={head - 8} textAnchor="middle">
                  {t(day)}
                </text>
              ))}
              {weekly.map(({ hour }) =>
                hour % 3 === 0 ? (
                  <text key={hour} x={left - 8} y={head + hour * row + 12} textAnchor="end">
                    {hourName(hour)}
                  </text>
                ) : null,
              )}
              {counts.map((count, index) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour of the week.
                  key={index}
                  className={`level-${heatLevel(count, max)}`}
                  data-chosen={index === at || undefined}
                  x={left + (index % 7) * cell + 1}
                  y={head + Math.floor(index / 7) * row + 1}
                  width={Math.max(0, cell - gap)}
                  height={row - gap}
                  rx={2}
                  onPointerMove={() => setAt(index)}
                />
              ))}
            </chakra.svg>
          )
        }}
      </PointChart>
      <Legend max={max} />
    </Flex>
  )
}

const rangeOf = ({ from, to }: { from: number; to: number }): string =>
  from === to ? formatNumber(to) : `${formatNumber(from)}–${formatNumber(to)}`

function Legend({ max }: { max: number }) {
  const t = useText('insightsOverview')
  const id = useId().replace(/\W/g, '')
  return (
    <Flex asChild gap="4" wrap="wrap" textStyle="sm" color="fg.muted" listStyleType="none">
      <ul aria-label={t('perHour')}>
        {heatIntervals(max).map(({ from, to }) => (
          <Flex as="li" key={from} align="center" gap="2">
            <chakra.svg
              width="24px"
              height="16px"
              css={levelStyles(id)}
              aria-hidden
              data-legend={rangeOf({ from, to })}
            >
              <PatternDefs id={id} />
              <rect x="1" y="1" width="22" height="14" rx="2" className={`level-${heatLevel(to, max)}`} />
            </chakra.svg>
            {rangeOf({ from, to })}
          </Flex>
        ))}
      </ul>
    </Flex>
  )
}
