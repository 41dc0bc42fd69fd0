import { Box, Field as Chakra, IconButton, Input, InputGroup, Textarea } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { LuCircleAlert, LuEye, LuEyeOff } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import { InputErrorContext } from './input-error.ts'
import { LabelledCheckbox } from './labelled-checkbox.tsx'
import { type Option, Select } from './select.tsx'

type FrameProps = {
  label?: ReactNode
  hint?: ReactNode
  /** Required fields have a mark; others have none. */
  required?: boolean | undefined
  disabled?: boolean | undefined
  error?: string | undefined
  children: ReactNode
}

/** A label, a control, and a hint that is replaced by the error. */
export function FieldFrame({ label, hint, required = false, disabled = false, error: given, children }: FrameProps) {
  const language = useLanguage()
  const [own, setOwn] = useState<string>()
  // `own` comes from the input, for example for a text that is not a date. The form has no value then, so its own error would say
  // that the value is missing.
  const error = own ?? given
  return (
    <Chakra.Root required={required} disabled={disabled} invalid={error !== undefined}>
      {label && (
        <Chakra.Label>
          {label}
          <Chakra.RequiredIndicator />
        </Chakra.Label>
      )}
      <InputErrorContext value={setOwn}>{children}</InputErrorContext>
      {error !== undefined ? (
        <Chakra.ErrorText>
          <Box asChild flexShrink="0">
            <LuCircleAlert aria-hidden />
          </Box>
          {validationMessage(error, language)}
        </Chakra.ErrorText>
      ) : (
        hint && <Chakra.HelperText>{hint}</Chakra.HelperText>
      )}
    </Chakra.Root>
  )
}

export type FieldProps<In extends FieldValues, Out> = Omit<FrameProps, 'error' | 'children'> & {
  control: Control<In, unknown, Out>
  name: Path<In>
}

export type TextProps<In extends FieldValues, Out> = FieldProps<In, Out> &
  Pick<
    ComponentProps<typeof Input>,
    'type' | 'autoComplete' | 'placeholder' | 'inputMode' | 'readOnly' | 'autoFocus' | 'maxLength'
  >

export function TextField<In extends FieldValues, Out>({ control, name, ...rest }: TextProps<In, Out>) {
  const { field, fieldState } = useController({ control, name })
  const { label, hint, required, disabled, ...input } = rest
  return (
    <FieldFrame label={label} hint={hint} required={required} disabled={disabled} error={fieldState.error?.message}>
      <Input {...input} {...field} value={field.value ?? ''} />
    </FieldFrame>
  )
}

export function TextareaField<In extends FieldValues, Out>({
  control,
  name,
  rows = 3,
  ...rest
}: FieldProps<In, Out> & { rows?: number }) {
  const { field, fieldState } = useController({ control, name })
  return (
    <FieldFrame {...rest} error={fieldState.error?.message}>
      <Textarea rows={rows} autoresize {...field} value={field.value ?? ''} />
    </FieldFrame>
  )
}

export function PasswordField<In extends FieldValues, Out>({
  control,
  name,
  autoComplete,
  ...rest
}: TextProps<In, Out>) {
  const t = useText('ui')
  const [isShown, setShown] = useState(false)
  const { field, fieldState } = useController({ control, name })
  const toggle = (
    <IconButton
      variant="ghost"
      size="xs"
      aria-label={isShown ? t('hidePassword') : t('showPassword')}
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
    >
      {isShown ? <LuEyeOff /> : <LuEye />}
    </IconButton>
  )
  return (
    <FieldFrame {...rest} error={fieldState.error?.message}>
      <InputGroup endElement={toggle} endElementProps={{ paddingInline: '1' }}>
        <Input
          type={isShown ? 'text' : 'password'}
          {...(autoComplete && { autoComplete })}
          {...field}
          value={field.value ?? ''}
        />
      </InputGroup>
    </FieldFrame>
  )
}

export function SelectField<In extends FieldValues, Out>({
  control,
  name,
  options,
  ...rest
}: FieldProps<In, Out> & { options: readonly Option[] }) {
  const t = useText('ui')
  const { field, fieldState } = useController({ control, name })
  return (
    <FieldFrame {...rest} error={fieldState.error?.message}>
      <Select {...field} value={field.value ?? ''} options={options} empty={t('select')} />
    </FieldFrame>
  )
}

export function CheckboxField<In extends FieldValues, Out>({ control, name, label, ...rest }: FieldProps<In, Out>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <FieldFrame {...rest} error={fieldState.error?.message}>
      <LabelledCheckbox
        checked={field.value === true}
        onChange={field.onChange}
        invalid={fieldState.invalid}
        alignItems="start"
        input={{ ref: field.ref, onBlur: field.onBlur, name: field.name }}
      >
        {label}
      </LabelledCheckbox>
    </FieldFrame>
  )
}
