import { useState } from 'react'
import { nextPoint } from '#client/ui/chart/next-point.ts'
import type { PageText } from '#client/verify/model.ts'
import { chartScales } from '#shared/sensor/chart-scales.ts'
import type { ValueLimits } from '#shared/sensor/limits.ts'
import type { SensorReading } from '#shared/verify/contract.ts'
import { formatMoment } from './local-time.tsx'

const [width, height] = [600, 220]
const margins = { left: 44, right: 12, top: 14, bottom: 26 }
const box = {
  left: margins.left,
  top: margins.top,
  width: width - margins.left - margins.right,
  height: height - margins.top - margins.bottom,
}

export type ChartProps = ValueLimits & {
  readings: SensorReading[]
  label: string
  degrees: (temp: number) => string
  t: PageText
}

/**
 * Arrow keys move between the readings. In small letters, because the page's renderer writes attributes of SVG elements as they
 * are, and browsers know `tabindex` alone.
 */
const focusable = { tabindex: 0 }

/**
 * Temperature over time, with the lowest and highest reading and the limits. Pointer and arrow keys move between readings;
 * the table below it has the same data.
 */
export function Chart({ readings, limit, minimum, label, degrees, t }: ChartProps) {
  const [shown, setShown] = useState<number>()
  const points = readings.map(({ time, temp }) => ({ at: Date.parse(time), temp }))
  // The name of the minimum is below its line, and below that are the times.
  const { x, y, ticks } = chartScales(box, points, { limit, minimum }, { mostSteps: 5, namesMinimum: true })
  const line = points.map(({ at, temp }) => `${x(at).toFixed(1)} ${y(temp).toFixed(1)}`).join('L')
  const reading = shown === undefined ? undefined : readings[shown]
  const temps = readings.map(({ temp }) => temp)
  const extremes = [Math.min(...temps), Math.max(...temps)].map((temp) => readings[temps.indexOf(temp)]!)
  const readingText = ({ time, temp }: SensorReading) => `${formatMoment(new Date(time), true)} · ${degrees(temp)}`
  const limitLines = [
    { word: 'limit', temp: limit, above: -5 },
    { word: 'minimum', temp: minimum, above: 14 },
  ] as const

  function follow({ clientX, currentTarget }: React.PointerEvent<SVGSVGElement>) {
    const { left, width: shownWidth } = currentTarget.getBoundingClientRect()
    const place = ((clientX - left) / shownWidth) * width
    const distances = points.map(({ at }) => Math.abs(x(at) - place))
    setShown(distances.indexOf(Math.min(...distances)))
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={reading ? `${label}: ${readingText(reading)}` : label}
      {...focusable}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setShown(undefined)}
      onKeyDown={(event) => {
        // Before the first key, no reading is shown.
        const target = nextPoint(event.key, shown ?? -1, readings.length)
        if (target === undefined) return
        event.preventDefault()
        setShown(target)
      }}
    >
      {ticks.map((temp) => (
        <g key={temp} className="tick-line">
          <path d={`M${margins.left} ${y(temp)}H${width - margins.right}`} />
          <text x={margins.left - 8} y={y(temp) + 4} textAnchor="end">
            {temp}°
          </text>
        </g>
      ))}
      <text x={margins.left} y={height - 6}>
        {formatMoment(new Date(readings[0]!.time), true)}
      </text>
      <text x={width - margins.right} y={height - 6} textAnchor="end">
        {formatMoment(new Date(readings.at(-1)!.time), true)}
      </text>
      <path className="log" d={`M${line}`} />
      {limitLines.map(
        ({ word, temp, above }) =>
          temp !== null && (
            <g key={word} className="limit">
              <path d={`M${margins.left} ${y(temp).toFixed(1)}H${width - margins.right}`} />
              <text x={width - margins.right} y={y(temp) + above} textAnchor="end">
                {t(word)} {degrees(temp)}
              </text>
            </g>
          ),
      )}
      {extremes.map(({ time, temp }, at) => (
        <g key={at === 0 ? 'lowest' : 'highest'} className="extreme">
          <circle cx={x(Date.parse(time))} cy={y(temp)} r="4" />
        </g>
      ))}
      {reading && (
        <g className="shown">
          <path d={`M${x(Date.parse(reading.time))} ${margins.top}V${height - margins.bottom}`} />
          <circle cx={x(Date.parse(reading.time))} cy={y(reading.temp)} r="5" />
          <text x={width / 2} y={margins.top - 2} textAnchor="middle">
            {readingText(reading)}
          </text>
        </g>
      )}
    </svg>
  )
}
