import { Input } from '@chakra-ui/react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { type FieldValues, type Path, useController, useWatch } from 'react-hook-form'
import { FieldFrame } from './field.tsx'
import type { FormOf } from './form.tsx'

type Props<In extends FieldValues, Out> = Pick<
  ComponentProps<typeof Input>,
  'type' | 'autoComplete' | 'inputMode' | 'autoCapitalize'
> & {
  form: FormOf<In, Out>
  name: Path<In>
  /** The field with the country that decides which format is valid. */
  country: Path<In>
  label: string
  /** Reserves the space of the error, so that no button moves under the pointer on blur. */
  hint: string
  required?: boolean
}

/** A field validated by its country: on blur, when the country changes, and on every change while it is invalid. */
export function CountryDependentField<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { form, name, country, label, hint, required = false, ...input } = props
  const { field, fieldState } = useController({ control: form.control, name })
  const chosen = useWatch({ control: form.control, name: country })
  const validatedCountry = useRef(chosen)
  const { trigger, getValues } = form
  const isWrong = fieldState.error !== undefined
  useEffect(() => {
    if (validatedCountry.current === chosen) return
    validatedCountry.current = chosen
    if (isWrong || getValues(name)) void trigger(name)
  }, [chosen, isWrong, getValues, name, trigger])
  return (
    <FieldFrame label={label} hint={hint} required={required} error={fieldState.error?.message}>
      <Input
        {...input}
        {...field}
        value={field.value ?? ''}
        onChange={(event) => {
          field.onChange(event)
          if (isWrong) void trigger(name)
        }}
        onBlur={() => {
          field.onBlur()
          if (getValues(name)) void trigger(name)
        }}
      />
    </FieldFrame>
  )
}
