import { useState } from 'react'
import { nextPoint } from '#client/ui/chart/next-point.ts'
import type { PageText } from '#client/verify/model.ts'
import type { ValueLimits } from '#shared/sensor/limits.ts'
import type { SensorReading } from '#shared/verify/contract.ts'
import { formatMoment } from './local-time.tsx'

const [width, height] = [600, 220]
const margins = { left: 44, right: 12, top: 14, bottom: 26 }

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
  const { x, y, ticks } = scales(readings, { limit, minimum })
  const points = readings.map(({ time, temp }) => `${x(time).toFixed(1)} ${y(temp).toFixed(1)}`)
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
    const at = ((clientX - left) / shownWidth) * width
    const distances = readings.map(({ time }) => Math.abs(x(time) - at))
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
      <path className="log" d={`M${points.join('L')}`} />
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
          <circle cx={x(time)} cy={y(temp)} r="4" />
        </g>
      ))}
      {reading && (
        <g className="shown">
          <path d={`M${x(reading.time)} ${margins.top}V${height - margins.bottom}`} />
          <circle cx={x(reading.time)} cy={y(reading.temp)} r="5" />
          <text x={width / 2} y={margins.top - 2} textAnchor="middle">
            {readingText(reading)}
          </text>
        </g>
      )}
    </svg>
  )
}

function scales(readings: SensorReading[], { limit, minimum }: ValueLimits) {
  const times = readings.map(({ time }) => new Date(time).getTime())
  const temps = [...readings.map(({ temp }) => temp), ...[limit, minimum].filter((one) => one !== null)]
  const [first, last] = [times[0]!, times.at(-1)!]
  const step = niceStep(Math.max(...temps) - Math.min(...temps))
  // The name of the minimum is below its line, and below that are the times.
  const lowest = Math.min(...temps, minimum === null ? Infinity : minimum - step / 2)
  const low = Math.floor(lowest / step) * step
  const high = Math.max(Math.ceil(Math.max(...temps) / step) * step, low + step)
  const inner = { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom }
  return {
    x: (time: string) => margins.left + ((new Date(time).getTime() - first) / (last - first || 1)) * inner.width,
    y: (temp: number) => margins.top + (1 - (temp - low) / (high - low)) * inner.height,
    ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step),
  }
}

/** Degrees between two lines, so that there are three to six lines. */
const niceStep = (span: number): number => [1, 2, 5, 10, 20, 50].find((step) => span / step <= 5) ?? 100
