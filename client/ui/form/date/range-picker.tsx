import type { DateValue } from '#client/core/format/date-text.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { DateInput } from './date-input.tsx'

const ends = ['from', 'to'] as const
type Ends<V> = Record<(typeof ends)[number], V>

/** A named range such as `1w`, or `own` with the days or times that a person enters. */
type Range<Choice extends string> = Ends<DateValue> & { range: Choice }

type Props<Choice extends string> = {
  choices: readonly Choice[]
  value: Range<Choice>
  /** The names of the choices and the labels of the fields. */
  t: (word: NoInfer<Choice> | keyof Ends<unknown> | 'range') => string
  /** Why an end cannot be used. */
  problems: { [end in keyof Ends<unknown>]?: string | undefined }
  /** The last day or time that the calendar offers. */
  latest: DateValue
  withTime?: boolean
  bg?: string
  onChange: (change: Partial<Range<Choice>>) => void
}

/** Selects the range of time that a screen shows. The fields are separate, so that the screen places them among its own. */
export function RangePicker<Choice extends string>({ choices, value, t, onChange, ...props }: Props<Choice>) {
  const { problems, latest, withTime = false, ...look } = props
  return (
    <>
      <FieldFrame label={t('range')}>
        <Select
          {...look}
          value={value.range}
          options={choices.map((choice) => ({ value: choice, label: t(choice) }))}
          onChange={(range) => onChange({ range } as Partial<Range<Choice>>)}
        />
      </FieldFrame>
      {value.range === 'own' &&
        ends.map((end) => (
          <FieldFrame key={end} label={t(end)} error={problems[end]}>
            <DateInput
              {...look}
              withTime={withTime}
              max={end === 'from' && value.to && value.to < latest ? value.to : latest}
              {...(end === 'to' && value.from && { min: value.from })}
              value={value[end]}
              onChange={(entered) => onChange({ [end]: entered } as Partial<Range<Choice>>)}
            />
          </FieldFrame>
        ))}
    </>
  )
}
