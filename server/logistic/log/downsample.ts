/** A reading of a tag: °C, in the order of time. */
export type LoggedTemp = { at: Date; temp: number }

/**
 * At most `most` readings of a log: all of them, or the first minimum and the last maximum of equal parts of its time, so that no
 * excursion disappears.
 */
export function downsample(readings: readonly LoggedTemp[], most: number): LoggedTemp[] {
  if (readings.length <= most) return [...readings]
  const parts = Math.floor(most / 2)
  const first = readings[0]!.at.getTime()
  const width = (readings.at(-1)!.at.getTime() - first + 1) / parts
  const extremes = new Map<number, { low: LoggedTemp; high: LoggedTemp }>()
  for (const reading of readings) {
    const part = Math.floor((reading.at.getTime() - first) / width)
    const known = extremes.get(part)
    if (!known) extremes.set(part, { low: reading, high: reading })
    else if (reading.temp < known.low.temp) known.low = reading
    else if (reading.temp >= known.high.temp) known.high = reading
  }
  return [...extremes.values()].flatMap(({ low, high }) =>
    low === high ? [low] : [low, high].toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  )
}
