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
        tickFormat={(count) => formatNumber(Number(count), { notation: 'compact' })}
        tickLabelProps={{ dx: '-0.4em', dy: '0.35em', textAnchor: 'end' }}
        hideAxisLine
        hideTicks
        tickLength={0}
      />
    </>
  )
}
