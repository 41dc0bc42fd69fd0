import { Checkbox, Input, NativeSelect, Textarea } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { FieldFrame, type Option } from '#client/ui/field.tsx'
import { useEditing } from './editing.ts'

export type Common = {
  label: string
  /** Of the field in the draft, for what is wrong with it. */
  path: string
  hint?: ReactNode
  disabled?: boolean
}

/** The last word of a path as forms call their fields: `hideLink` is `hide_link`. */
export const fieldName = (path: string): string =>
  path
    .slice(path.lastIndexOf('.') + 1)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

type WordsProps = Common & {
  value: string
  onChange: (value: string) => void
  most: number
  lines?: boolean
  placeholder?: string
}

export function Words({ value, onChange, most, lines, placeholder, ...common }: WordsProps) {
  const input = {
    ...{ name: fieldName(common.path), value, maxLength: most },
    ...(placeholder !== undefined && { placeholder }),
  }
  return (
    <Frame {...common}>
      {lines ? (
        <Textarea rows={2} autoresize {...input} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <Input {...input} onChange={({ target }) => onChange(target.value)} />
      )}
    </Frame>
  )
}

/** A web address: nothing of it is corrected or capitalised while it is typed. */
export function Address({ value, onChange, ...common }: Omit<WordsProps, 'most'>) {
  return (
    <Frame {...common}>
      <Input
        name={fieldName(common.path)}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        value={value}
        maxLength={500}
        onChange={({ target }) => onChange(target.value.trim())}
      />
    </Frame>
  )
}

export function Choice({
  value,
  options,
  onChange,
  ...common
}: Common & { value: string; options: readonly Option[]; onChange: (value: string) => void }) {
  return (
    <Frame {...common}>
      <NativeSelect.Root>
        <NativeSelect.Field
          name={fieldName(common.path)}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Frame>
  )
}

/** Whole numbers; an empty field is 0, which no number here may be. */
export function Whole({ value, onChange, ...common }: Common & { value: number; onChange: (value: number) => void }) {
  return (
    <Frame {...common}>
      <Input
        type="number"
        name={fieldName(common.path)}
        value={value === 0 ? '' : value}
        onChange={({ target }) => onChange(Number.isInteger(target.valueAsNumber) ? target.valueAsNumber : 0)}
      />
    </Frame>
  )
}

export function Tick({
  label,
  path,
  checked,
  disabled = false,
  onChange,
}: Omit<Common, 'hint'> & { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Checkbox.Root
      checked={checked}
      disabled={disabled}
      onCheckedChange={(change) => onChange(change.checked === true)}
      alignSelf="start"
    >
      <Checkbox.HiddenInput name={fieldName(path)} />
      <Checkbox.Control />
      <Checkbox.Label fontWeight="normal">{label}</Checkbox.Label>
    </Checkbox.Root>
  )
}

export function Frame({ label, path, hint, disabled = false, children }: Common & { children: ReactNode }) {
  const { issueAt } = useEditing()
  return (
    <FieldFrame label={label} hint={hint} disabled={disabled} error={issueAt(path)}>
      {children}
    </FieldFrame>
  )
}
