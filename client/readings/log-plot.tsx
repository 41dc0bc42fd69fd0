import { chakra } from '@chakra-ui/react'
import { AxisBottom } from '@visx/axis'
import { Group } from '@visx/group'
import { LinePath } from '@visx/shape'
import { memo, useId, useMemo } from 'react'
import { localeTag } from '#client/core/i18n/locale.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { axisStyles, ValueAxis } from '#client/ui/chart/value-axis.tsx'
import type { Log, LogPoint } from './log.ts'
import { logScales, nearestReading } from './log-scale.ts'

/** Pixels. */
const [height, left, right, top, foot] = [280, 44, 12, 14, 28]
const plotHeight = height - top - foot
const labelWidth = 96

const colours = {
  ...axisStyles,
  '& .log': { fill: 'none', stroke: 'primary.solid', strokeWidth: '1.75', strokeLinejoin: 'round' },
  '& .log.out': { stroke: 'fg.error', strokeWidth: '2.5' },
  '& .limit': { stroke: 'fg.error', strokeDasharray: '6 4', strokeWidth: '1.25' },
  '& .extreme': { fill: 'bg.panel', stroke: 'fg', strokeWidth: '1.5' },
  '& .cursor': { stroke: 'fg.muted' },
  '& .chosen': { fill: 'fg', stroke: 'bg.panel', strokeWidth: '2' },
} as const

type Props = {
  /** Pixels. */
  width: number
  log: Log
  at: number
  lowest: number
  highest: number
  onAt: (at: number) => void
}

/** Hidden from screen readers: the parent component reads the values out. */
export function LogPlot({ width, log, at, lowest, highest, onAt }: Props) {
  const { logs } = log
  const inner = Math.max(1, width - left - right)
  const scales = useMemo(() => logScales(log, { width: inner, height: plotHeight }), [log, inner])
  const { x, y } = scales
  const placeOf = ({ createdAt, value }: LogPoint) => ({ cx: x(new Date(createdAt)), cy: y(value) })
  const chosen = placeOf(logs[at]!)
  const follow = ({ clientX, currentTarget }: React.PointerEvent<SVGSVGElement>) => {
    const place = clientX - currentTarget.getBoundingClientRect().left - left
    onAt(nearestReading(logs, x.invert(place).getTime()))
  }
  return (
    <chakra.svg
      width={width}
      height={height}
      display="block"
      css={colours}
      aria-hidden
      onPointerMove={follow}
      onPointerDown={follow}
    >
      <Group left={left} top={top}>
        <Lines log={log} inner={inner} scales={scales} />
        {[lowest, highest].map((index) => (
          <circle key={index} className="extreme" r={4} {...placeOf(logs[index]!)} />
        ))}
        <line className="cursor" x1={chosen.cx} x2={chosen.cx} y1={0} y2={plotHeight} />
        <circle className="chosen" r={5} {...chosen} />
      </Group>
    </chakra.svg>
  )
}

type LinesProps = { log: Log; inner: number; scales: ReturnType<typeof logScales> }

type OutOfRangeProps = { at: number; from: number; to: number; inner: number; children: React.ReactNode }

/** A limit, and the part of the line beyond it, which is drawn again in another color and width. */
function OutOfRange({ at, from, to, inner, children }: OutOfRangeProps) {
  const clip = useId()
  return (
    <>
      <clipPath id={clip}>
        <rect x={-4} y={from} width={inner + 8} height={Math.max(0, to - from)} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>{children}</g>
      <line className="limit" x1={0} x2={inner} y1={at} y2={at} />
    </>
  )
}

/** Pixels from an end within which a label in the middle of its tick is too wide. */
const endWidth = 20
const labelAnchor = (at: number, inner: number) => (at > inner - endWidth ? 'end' : at < endWidth ? 'start' : 'middle')

/** The parts that do not change while a pointer moves. */
const Lines = memo(function Lines({ log: { logs, limit, minimum }, inner, scales: { x, y } }: LinesProps) {
  const language = useLanguage()
  const span = x.domain()[1]!.getTime() - x.domain()[0]!.getTime()
  const isShort = span <= 2 * 86_400_000
  const named = new Intl.DateTimeFormat(
    localeTag[language],
    isShort ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { day: 'numeric', month: 'short' },
  )
  const line = {
    data: logs as LogPoint[],
    x: ({ createdAt }: LogPoint) => x(new Date(createdAt)),
    y: ({ value }: LogPoint) => y(value),
  }
  return (
    <>
      <ValueAxis scale={y} ticks={y.ticks(5)} width={inner} />
      <LinePath className="log" {...line} />
      {limit !== null && (
        <OutOfRange at={y(limit)} from={-top} to={y(limit) + 1} inner={inner}>
          <LinePath className="log out" {...line} />
        </OutOfRange>
      )}
      {minimum !== null && (
        <OutOfRange at={y(minimum)} from={y(minimum)} to={plotHeight + foot} inner={inner}>
          <LinePath className="log out" {...line} />
        </OutOfRange>
      )}
      <AxisBottom
        axisClassName="axis foot"
        top={plotHeight}
        scale={x}
        numTicks={Math.max(2, Math.floor(inner / labelWidth))}
        // Of several ticks on one day, one has its label.
        tickFormat={(_, index, ticks) => {
          const words = ticks.map(({ value }) => named.format(new Date(Number(value))))
          return words[index] === words[index - 1] ? '' : words[index]
        }}
        // A label at an end would be cut off.
        tickLabelProps={(value) => ({ textAnchor: labelAnchor(x(new Date(Number(value))), inner) })}
        hideTicks
        tickLength={6}
      />
    </>
  )
})
