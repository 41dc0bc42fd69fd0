import { useState } from 'react'
import type { Reading } from '#shared/verify/contract.ts'
import { moment } from './when.tsx'

const [width, height] = [600, 220]
const room = { left: 44, right: 12, top: 14, bottom: 26 }

/** Temperature over time. Pointer or arrow keys go from reading to reading; the table beside it says the same. */
export function Chart({ readings, label }: { readings: Reading[]; label: string }) {
  const [shown, setShown] = useState<number>()
  const { x, y, ticks } = scales(readings)
  const points = readings.map(({ time, temp }) => `${x(time).toFixed(1)} ${y(temp).toFixed(1)}`)
  const reading = shown === undefined ? undefined : readings[shown]
  const step = (by: number) => setShown((at = 0) => Math.max(0, Math.min(readings.length - 1, at + by)))

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
      aria-label={reading ? `${label}: ${told(reading)}` : label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk over the readings.
      tabIndex={0}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setShown(undefined)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') step(1)
        if (key === 'ArrowLeft') step(-1)
      }}
    >
      {ticks.map((temp) => (
        <g key={temp} className="tick-line">
          <path d={`M${room.left} ${y(temp)}H${width - room.right}`} />
          <text x={room.left - 8} y={y(temp) + 4} textAnchor="end">
            {temp}°
          </text>
        </g>
      ))}
      <text x={room.left} y={height - 6}>
        {moment(new Date(readings[0]!.time), true)}
      </text>
      <text x={width - room.right} y={height - 6} textAnchor="end">
        {moment(new Date(readings.at(-1)!.time), true)}
      </text>
      <path className="log" d={`M${points.join('L')}`} />
      {reading && (
        <g className="shown">
          <path d={`M${x(reading.time)} ${room.top}V${height - room.bottom}`} />
          <circle cx={x(reading.time)} cy={y(reading.temp)} r="5" />
          <text x={width / 2} y={room.top - 2} textAnchor="middle">
            {told(reading)}
          </text>
        </g>
      )}
    </svg>
  )
}

const told = ({ time, temp }: Reading) => `${moment(new Date(time), true)} · ${temp.toFixed(1)} °C`

function scales(readings: Reading[]) {
  const times = readings.map(({ time }) => new Date(time).getTime())
  const temps = readings.map(({ temp }) => temp)
  const [first, last] = [times[0]!, times.at(-1)!]
  const step = niceStep(Math.max(...temps) - Math.min(...temps))
  const low = Math.floor(Math.min(...temps) / step) * step
  const high = Math.max(Math.ceil(Math.max(...temps) / step) * step, low + step)
  const inner = { width: width - room.left - room.right, height: height - room.top - room.bottom }
  return {
    x: (time: string) => room.left + ((new Date(time).getTime() - first) / (last - first || 1)) * inner.width,
    y: (temp: number) => room.top + (1 - (temp - low) / (high - low)) * inner.height,
    ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step),
  }
}

/** Degrees between two lines, so that there are three to six of them. */
const niceStep = (span: number): number => [1, 2, 5, 10, 20, 50].find((step) => span / step <= 5) ?? 100
