import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { fromLocalInput } from '#client/core/format/datetime-input.ts'
import { type RangePreset, startOfRange } from '#shared/core/range-preset.ts'

type RangeChoice = RangePreset | 'all' | 'own'

type RangeValue = { range: RangeChoice; from: string; to: string }

/** The query of a log. Without `endTime` the log runs to now, so that new readings appear. */
type RangeInput = { startTime?: string; endTime?: string }
type RangeProblem = 'wrongRange' | 'wrongFuture'

export type ChosenRange = {
  choices: readonly RangeChoice[]
  /** The choice, and the values of the two inputs of an own range. */
  value: RangeValue
  query: RangeInput
  /** The reason why the own range cannot be shown. */
  problem: RangeProblem | undefined
  set: (change: Partial<RangeValue>) => void
}

export const presetQuery = (preset: RangePreset, now = new Date()): RangeInput => ({
  startTime: startOfRange(preset, now).toISOString(),
})

export function ownRangeProblem(from: string, to: string, now = new Date()): RangeProblem | undefined {
  const [start, end] = [fromLocalInput(from), fromLocalInput(to)]
  if ([start, end].some((time) => time !== '' && Date.parse(time) > now.getTime())) return 'wrongFuture'
  return start !== '' && end !== '' && start >= end ? 'wrongRange' : undefined
}

type Ranges = { choices: readonly RangeChoice[]; first: RangeChoice }
/** A sensor measures for years. */
export const sensorRanges: Ranges = { choices: ['1d', '1w', '1m', '1y', 'own'], first: '1w' }
/** A journey has an end, so its whole log can be chosen. */
export const shipmentRanges: Ranges = { choices: ['1d', '1w', '1m', '1y', 'all', 'own'], first: '1w' }

/**
 * The range of a log, stored in the URL, so that a link shows the same readings.
 *
 * @param first the range of a URL without one
 */
export function useTimeRange({ choices, first }: Ranges): ChosenRange {
  const [params, setParams] = useSearchParams()
  const named = params.get('range')
  const range = choices.find((one) => one === named) ?? first
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  return useMemo(() => {
    const problem = range === 'own' ? ownRangeProblem(from, to) : undefined
    return {
      choices,
      value: { range, from, to },
      problem,
      query: range === 'own' ? ownQuery(problem ? '' : from, problem ? '' : to) : rangeQuery(range),
      set: (change) =>
        setParams(
          (before) => {
            const after = new URLSearchParams(before)
            // Another range has other rows.
            after.delete('page')
            if (change.range) after.set('range', change.range)
            for (const part of ['from', 'to'] as const) {
              if (change[part]) after.set(part, change[part])
              else if (change[part] === '' || (change.range && change.range !== 'own')) after.delete(part)
            }
            return after
          },
          { replace: true },
        ),
    }
  }, [choices, range, from, to, setParams])
}

const rangeQuery = (choice: RangePreset | 'all') => (choice === 'all' ? {} : presetQuery(choice))

function ownQuery(from: string, to: string): RangeInput {
  const [startTime, endTime] = [fromLocalInput(from), fromLocalInput(to)]
  return { ...(startTime && { startTime }), ...(endTime && { endTime }) }
}
