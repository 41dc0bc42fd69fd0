import { AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import type { scaleLinear } from '@visx/scale'
import { formatNumber } from '#client/core/format/number.ts'

/** Styles of lines and axes, which visx renders. */
export const axisStyles = {
  '& .lines line': { stroke: 'border', strokeDasharray: '3 4' },
  '& .axis text': { fill: 'fg.muted', fontSize: '11px', fontFamily: 'body', fontVariantNumeric: 'tabular-nums' },
  '& .foot line': { stroke: 'border.emphasized' },
} as const

const label = (value: number) => formatNumber(value, { notation: 'compact' })
/** Average width of a character of the numbers, and their distance from the plot (pixels). */
const [character, gap] = [6.2, 9]

/** Pixels to the left of a plot that the numbers of its lines need: `600 тыс.` is longer than `600K`. */
export function axisWidth(ticks: readonly number[]): number {
  const longest = Math.max(...ticks.map((value) => label(value).length))
  return Math.max(40, Math.ceil(longest * character + gap))
}

type Props = {
  scale: ReturnType<typeof scaleLinear<number>>
  /** The values that are named. */
  ticks: number[]
  /** The values with a line; without it, all that are named. */
  lines?: number[]
  /** Pixels. */
  width: number
}

/** The lines of a plot with their numbers. */
export function ValueAxis({ scale, ticks, lines = ticks, width }: Props) {
  return (
    <>
      <GridRows className="lines" scale={scale} tickValues={lines} width={width} />
      <AxisLeft
        axisClassName="axis"
        scale={scale}
        tickValues={ticks}
        tickFormat={(value) => label(Number(value))}
        tickLabelProps={{ dx: '-0.4em', dy: '0.35em', textAnchor: 'end' }}
        hideAxisLine
        hideTicks
        tickLength={0}
      />
    </>
  )
}
