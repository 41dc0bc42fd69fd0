import { chakra } from '@chakra-ui/react'
import { AxisBottom } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand } from '@visx/scale'
import { BarRounded } from '@visx/shape'
import { axisStyles, axisWidth, ValueAxis } from '#client/ui/chart/value-axis.tsx'
import { countScale, visibleLabels } from './trend-scale.ts'

type Props = {
  /** The heading of the drawing in a saved image. */
  label: string
  /** Pixels. */
  width: number
  names: readonly string[]
  values: readonly number[]
  /** The highlighted bar. */
  at: number
  onAt: (at: number) => void
}

/** Pixels. */
const [height, right, top, foot] = [200, 10, 8, 24]
const plot = height - top - foot
/** Width of the longest short month name. */
const labelWidth = 36

/** Styles for elements that visx renders. */
const colours = {
  ...axisStyles,
  '& path': { fill: 'primary.emphasized', stroke: 'primary.solid' },
  '& [data-chosen] path': { fill: 'primary.solid' },
} as const

/** One bar for each month. Hidden from screen readers: the parent component reads the values out. */
export function Plot({ label, width, names, values, at, onAt }: Props) {
  const counts = countScale(values, plot)
  const left = axisWidth(counts.ticks)
  const inner = Math.max(0, width - left - right)
  const months = scaleBand<number>({
    domain: [...names.keys()],
    range: [0, inner],
    paddingInner: 0.36,
    paddingOuter: 0.18,
  })
  const slot = months.step()
  return (
    <chakra.svg width={width} height={height} display="block" css={colours} aria-hidden data-chart={label}>
      <Group left={left} top={top}>
        <ValueAxis {...counts} lines={counts.ticks.slice(1)} width={inner} />
        {values.map((value, index) => {
          const y = counts.scale(value)
          return (
            <g key={names[index]} data-chosen={index === at || undefined} onPointerMove={() => onAt(index)}>
              {/* The whole column reacts to a moving pointer, so that low bars can be selected. A resting pointer selects nothing. */}
              <rect x={index * slot} y={0} width={slot} height={plot + foot} fill="transparent" />
              {value > 0 && (
                <BarRounded x={months(index)!} y={y} width={months.bandwidth()} height={plot - y} radius={2} top />
              )}
            </g>
          )
        })}
        <AxisBottom
          axisClassName="axis foot"
          top={plot}
          scale={months}
          tickValues={visibleLabels([...names.keys()], slot, labelWidth)}
          tickFormat={(index) => names[Number(index)]}
          tickLabelProps={{ textAnchor: 'middle' }}
          hideTicks
          tickLength={4}
        />
      </Group>
    </chakra.svg>
  )
}
