import { NativeSelect, type NativeSelectFieldProps, type NativeSelectRootProps } from '@chakra-ui/react'

export type Option<V extends string = string> = { value: V; label: string }

export type SelectProps<V extends string> = Omit<NativeSelectFieldProps, 'value' | 'onChange' | 'children'> & {
  value: V | ''
  options: readonly Option<V>[]
  /** The label of the first option, whose value is empty; without it there is none. */
  empty?: string
  onChange: (value: V) => void
  /** The size and the width of the select. */
  frame?: NativeSelectRootProps
}

/** A native select, which phones show as a list of their own. */
export function Select<V extends string>({ options, empty, onChange, frame, ...field }: SelectProps<V>) {
  return (
    <NativeSelect.Root {...frame}>
      <NativeSelect.Field {...field} onChange={({ target }) => onChange(target.value as V)}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  )
}
