import { AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { formatNumber } from '#client/core/format/number.ts'
import type { countScale } from './trend-scale.ts'

/** Styles of lines and axes, which visx renders. */
export const axisStyles = {
  '& .lines line': { stroke: 'border', strokeDasharray: '3 4' },
  '& .axis text': { fill: 'fg.muted', fontSize: '11px', fontFamily: 'body', fontVariantNumeric: 'tabular-nums' },
  '& .foot line': { stroke: 'border.emphasized' },
} as const

const label = (count: number) => formatNumber(count, { notation: 'compact' })
/** Average width of a character of the numbers, and their distance from the plot (pixels). */
const [character, gap] = [6.2, 9]

/** Pixels to the left of a plot that the numbers of its lines need: `600 тыс.` is longer than `600K`. */
export function axisWidth(ticks: readonly number[]): number {
  const longest = Math.max(...ticks.map((count) => label(count).length))
  return Math.max(40, Math.ceil(longest * character + gap))
}

/** The lines of a plot of counts with their numbers. `width`: pixels. */
export function CountAxis({
  counts: { scale, ticks },
  width,
}: {
  counts: ReturnType<typeof countScale>
  width: number
}) {
  return (
    <>
      <GridRows className="lines" scale={scale} tickValues={ticks.slice(1)} width={width} />
      <AxisLeft
        axisClassName="axis"
        scale={scale}
        tickValues={ticks}
        tickFormat={(count) => label(Number(count))}
        tickLabelProps={{ dx: '-0.4em', dy: '0.35em', textAnchor: 'end' }}
        hideAxisLine
        hideTicks
        tickLength={0}
      />
    </>
  )
}
