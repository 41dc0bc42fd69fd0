import type { ZoneClock } from '#client/core/time-text/zone-time.ts'

/** A line whose time is an instant, or a time that a clock of the zone showed. Milliseconds. */
export type TimedLine = { instant: number } | { wall: number }
/** The instants of lines in their order; undefined with the reason for a time that the clocks skipped, or showed twice. */
export type PlacedTime = { ms: number } | { problem: 'skippedHour' | 'repeatedHour' }
type PlacedTimes = {
  times: PlacedTime[]
  /** The lines were written newest first. */
  isDescending: boolean
  /** Clocks were put back within the log, and the order of the lines tells the two hours apart. */
  hasRepeatedHour: boolean
}

/** Finds the instants of the lines of a log, whose order tells the two hours apart when clocks were put back. */
export function placeTimes(lines: readonly TimedLine[], { instantsOf }: Pick<ZoneClock, 'instantsOf'>): PlacedTimes {
  const isDescending = countSteps(lines) < 0
  const ascending = isDescending ? lines.toReversed() : [...lines]
  const options = ascending.map((line) => ('instant' in line ? [line.instant] : instantsOf(line.wall)))
  const times = options.map(
    (instants): PlacedTime =>
      instants.length === 1
        ? { ms: instants[0]! }
        : { problem: instants.length === 0 ? 'skippedHour' : 'repeatedHour' },
  )
  let hasRepeatedHour = false
  for (let at = 0; at < options.length; at += 1) {
    if (options[at]!.length < 2) continue
    const end = endOf(at, options)
    if (placeHour({ at, end }, options, times)) hasRepeatedHour = true
    at = end - 1
  }
  return { times: isDescending ? times.toReversed() : times, isDescending, hasRepeatedHour }
}

/** More steps forward than back: positive. */
function countSteps(lines: readonly TimedLine[]): number {
  const written = lines.map((line) => ('instant' in line ? line.instant : line.wall))
  return written.slice(1).reduce((sum, ms, at) => sum + Math.sign(ms - written[at]!), 0)
}

/** The end of the lines that belong to the same repeated hour. */
function endOf(from: number, options: readonly (readonly number[])[]): number {
  let at = from
  const dayMs = 86_400_000
  while (options[at]?.length === 2 && Math.abs(options[at]![0]! - options[from]![0]!) < dayMs) at += 1
  return at
}

/**
 * Places the lines of a repeated hour. If the time goes back once among them, the lines before are in the first of the two hours. If
 * it never does, they are beside the only line that is next to them; between two lines, both hours are possible.
 *
 * @returns whether the lines have both hours, so that the clock of the logger was put back
 */
function placeHour(
  { at, end }: { at: number; end: number },
  options: readonly (readonly number[])[],
  times: PlacedTime[],
): boolean {
  const backs: number[] = []
  for (let line = at + 1; line < end; line += 1) if (options[line]![0]! <= options[line - 1]![0]!) backs.push(line)
  if (backs.length > 1) return false
  const [hasBefore, hasAfter] = [at > 0, end < options.length]
  if (backs.length === 0 && hasBefore === hasAfter) return false
  const turn = backs[0] ?? (hasBefore ? end : at)
  for (let line = at; line < end; line += 1) times[line] = { ms: options[line]![line < turn ? 0 : 1]! }
  return backs.length === 1
}
