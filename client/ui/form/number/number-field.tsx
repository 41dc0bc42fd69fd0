import { Input } from '@chakra-ui/react'
import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { FieldFrame, type TextProps } from '#client/ui/form/field.tsx'

/** A number, or undefined when the input is empty. */
export function NumberField<In extends FieldValues, Out>({ control, name, ...rest }: TextProps<In, Out>) {
  const { field, fieldState } = useController({ control, name })
  const { label, hint, required, disabled, ...input } = rest
  // For undefined, the library returns the default value; the field is not dirty after a reset of the form.
  const [isCleared, setCleared] = useState(false)
  const value = isCleared && fieldState.isDirty ? '' : (field.value ?? '')
  return (
    <FieldFrame label={label} hint={hint} required={required} disabled={disabled} error={fieldState.error?.message}>
      <Input
        inputMode="decimal"
        {...input}
        {...field}
        type="number"
        value={value}
        onChange={({ target }) => {
          setCleared(target.value === '')
          field.onChange(target.value === '' ? undefined : target.valueAsNumber)
        }}
      />
    </FieldFrame>
  )
}
