import { Input, Textarea } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { Select, type SelectProps } from '#client/ui/form/select.tsx'

export type DraftFieldProps = {
  label: string
  /** The path of the field in the draft, to find its errors. */
  path: string
  hint?: ReactNode
  disabled?: boolean
}

/** The field name for a path: its last part, in lower snake case (`hideLink` is `hide_link`). */
export const fieldName = (path: string): string =>
  path
    .slice(path.lastIndexOf('.') + 1)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

type DraftTextFieldProps = DraftFieldProps & {
  value: string
  onChange: (value: string) => void
  maxLength: number
  lines?: boolean
  placeholder?: string
}

export function DraftTextField({ value, onChange, maxLength, lines, placeholder, ...common }: DraftTextFieldProps) {
  const input = {
    name: fieldName(common.path),
    value,
    maxLength,
    ...(placeholder !== undefined && { placeholder }),
  }
  return (
    <DraftFieldFrame {...common}>
      {lines ? (
        <Textarea rows={2} autoresize {...input} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <Input {...input} onChange={({ target }) => onChange(target.value)} />
      )}
    </DraftFieldFrame>
  )
}

/** A URL, without automatic correction or capitalization. */
export function DraftUrlField({ value, onChange, ...common }: Omit<DraftTextFieldProps, 'maxLength'>) {
  return (
    <DraftFieldFrame {...common}>
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
    </DraftFieldFrame>
  )
}

export function DraftSelectField<V extends string>({
  value,
  options,
  onChange,
  ...common
}: DraftFieldProps & Pick<SelectProps<V>, 'value' | 'options' | 'onChange'>) {
  return (
    <DraftFieldFrame {...common}>
      <Select name={fieldName(common.path)} value={value} options={options} onChange={onChange} />
    </DraftFieldFrame>
  )
}

/** A whole number. An empty field is 0, which is invalid for all numbers here. */
export function DraftIntegerField({
  value,
  onChange,
  ...common
}: DraftFieldProps & { value: number; onChange: (value: number) => void }) {
  return (
    <DraftFieldFrame {...common}>
      <Input
        type="number"
        name={fieldName(common.path)}
        value={value === 0 ? '' : value}
        onChange={({ target }) => onChange(Number.isInteger(target.valueAsNumber) ? target.valueAsNumber : 0)}
      />
    </DraftFieldFrame>
  )
}

export function DraftCheckboxField({
  label,
  path,
  checked,
  disabled = false,
  onChange,
}: Omit<DraftFieldProps, 'hint'> & { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <LabelledCheckbox
      checked={checked}
      disabled={disabled}
      onChange={onChange}
      alignSelf="start"
      input={{ name: fieldName(path) }}
    >
      {label}
    </LabelledCheckbox>
  )
}

export function DraftFieldFrame({
  label,
  path,
  hint,
  disabled = false,
  children,
}: DraftFieldProps & { children: ReactNode }) {
  const { issueAt } = useEditor()
  return (
    <FieldFrame label={label} hint={hint} disabled={disabled} error={issueAt(path)}>
      {children}
    </FieldFrame>
  )
}
