import { chakra } from '@chakra-ui/react'
import { AxisBottom } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { countScale, visibleLabels } from '#client/insights/trend-scale.ts'
import { PointChart } from '#client/ui/chart/point-slider.tsx'
import { axisStyles, axisWidth, ValueAxis } from '#client/ui/chart/value-axis.tsx'
import type { TrendSeries } from '#shared/insights/contract.ts'
import { markPath, type SeriesName, series } from './series.ts'

type Lines = {
  names: readonly string[]
  trend: TrendSeries
  previous: TrendSeries
  shown: readonly SeriesName[]
  at: number
  onAt: (at: number) => void
}

/** Pixels. */
const [height, right, top, foot] = [280, 14, 10, 26]
const plot = height - top - foot
/** One and a half labels: the last one ends at its point, and the one before it is centred. */
const labelWidth = 74
/** More points than this are drawn without marks. */
const maxMarks = 32

const styles = {
  ...axisStyles,
  '& .cursor': { stroke: 'fg.muted', strokeDasharray: '2 2' },
  '& .now': { fill: 'none', strokeWidth: '2px' },
  '& .before': { fill: 'none', strokeWidth: '1.5px', opacity: 0.35 },
  ...Object.fromEntries(series.map(({ name, color }) => [`& .${name}`, { stroke: color }])),
  ...Object.fromEntries(series.map(({ name, color }) => [`& .mark.${name}`, { fill: color, stroke: 'bg.panel' }])),
} as const

/** The lines of a range and of the cycle before. `label` and `reading` are for screen readers. */
export function ActivityPlot({ label, reading, ...lines }: Lines & { label: string; reading: string }) {
  const { names, at, onAt } = lines
  return (
    <PointChart label={label} reading={reading} at={at} count={names.length} onAt={onAt} height={`${height}px`}>
      {(width) => <Drawing width={width} {...lines} />}
    </PointChart>
  )
}

function Drawing({ width, names, trend, previous, shown, at, onAt }: Lines & { width: number }) {
  const lines = series.filter(({ name }) => shown.includes(name))
  const counts = countScale(
    lines.flatMap(({ name }) => [...trend[name], ...previous[name]]),
    plot,
  )
  const left = axisWidth(counts.ticks)
  const inner = Math.max(0, width - left - right)
  const last = Math.max(1, names.length - 1)
  const x = scaleLinear<number>({ domain: [0, last], range: [0, inner] })
  const position = (value: number, index: number) => [x(index), counts.scale(value)] as const
  const slot = inner / last
  return (
    <chakra.svg width={width} height={height} display="block" css={styles} aria-hidden data-chart="">
      <Group left={left} top={top}>
        <ValueAxis {...counts} lines={counts.ticks.slice(1)} width={inner} />
        <AxisBottom
          axisClassName="axis foot"
          top={plot}
          scale={x}
          tickValues={visibleLabels([...names.keys()], slot, labelWidth)}
          tickFormat={(index) => names[Number(index)]}
          tickLabelProps={(_, index, all) => ({
            textAnchor: index === all.length - 1 ? 'end' : all[index]!.value === 0 ? 'start' : 'middle',
          })}
          hideTicks
          tickLength={4}
        />
        <line className="cursor" x1={x(at)} x2={x(at)} y1={0} y2={plot} />
        {lines.map(({ name, dash }) => (
          <LinePath
            key={`before-${name}`}
            className={`before ${name}`}
            data={[...previous[name]]}
            x={(_, index) => x(index)}
            y={(value) => counts.scale(value)}
            strokeDasharray={dash}
          />
        ))}
        {lines.map(({ name, dash }) => (
          <LinePath
            key={name}
            className={`now ${name}`}
            data={[...trend[name]]}
            x={(_, index) => x(index)}
            y={(value) => counts.scale(value)}
            strokeDasharray={dash}
          />
        ))}
        {lines.flatMap(({ name, mark }) =>
          trend[name].map((value, index) => {
            const chosen = index === at
            if (!chosen && names.length > maxMarks) return null
            const [px, py] = position(value, index)
            return (
              <path
                key={`${name}-${names[index]}`}
                className={`mark ${name}`}
                d={markPath(mark, px, py, chosen ? 5 : 3)}
              />
            )
          }),
        )}
        {/* A moving pointer chooses the nearest point. */}
        <rect
          x={-slot / 2}
          width={inner + slot}
          height={plot + foot}
          fill="transparent"
          onPointerMove={(event) => {
            const start = event.currentTarget.ownerSVGElement!.getBoundingClientRect().left + left
            onAt(Math.min(names.length - 1, Math.max(0, Math.round((event.clientX - start) / slot))))
          }}
        />
      </Group>
    </chakra.svg>
  )
}
