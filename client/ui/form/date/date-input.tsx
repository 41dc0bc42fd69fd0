import { Box, IconButton, Input, InputGroup, type InputProps } from '@chakra-ui/react'
import { type ComponentProps, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { LuCalendar } from 'react-icons/lu'
import { type DateValue, dateText, parseDateText } from '#client/core/format/date-text.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame, type FieldProps } from '#client/ui/form/field.tsx'
import { invalidText, useInputError } from '#client/ui/form/input-error.ts'
import { useRunAfterRelease } from '#client/ui/form/run-after-release.ts'

type Props = Omit<InputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
  value: DateValue
  /** Receives an empty value while the text is no date. */
  onChange: (value: DateValue) => void
  withTime?: boolean
  /** Limits of the calendar; typed dates are checked by the form. */
  min?: DateValue | undefined
  max?: DateValue | undefined
}

/**
 * A date, or a date with a time, typed as all screens show it or chosen in the calendar of the browser. The date inputs of browsers
 * show the format of the browser's language instead.
 */
export function DateInput({ value, onChange, withTime = false, min, max, onBlur, ...input }: Props) {
  const t = useText('ui')
  const [typed, setTyped] = useState({ text: dateText(value), value, isDone: true })
  // Another value from outside, such as from a button beside the field.
  if (typed.value !== value) setTyped({ text: dateText(value), value, isDone: true })
  const { text, isDone } = typed
  const isInvalid = text !== '' && typed.value === ''
  const isWrong = isDone && isInvalid
  useInputError(isWrong ? t(withTime ? 'noDateTime' : 'noDate') : undefined)
  const afterPress = useRunAfterRelease()
  const finish = () => setTyped((now) => ({ ...now, text: now.value ? dateText(now.value) : now.text, isDone: true }))
  const take = (text: string) => {
    const next = parseDateText(text, withTime) ?? ''
    setTyped({ text, value: next, isDone: false })
    if (next !== value) onChange(next)
  }
  return (
    <InputGroup endElement={<Calendar value={value} withTime={withTime} min={min} max={max} onChoose={onChange} />}>
      <Input
        autoComplete="off"
        // Separators are not necessary, so a phone shows its number pad.
        inputMode="numeric"
        placeholder={t(withTime ? 'dateTimeFormat' : 'dateFormat')}
        {...input}
        {...(isInvalid && { [invalidText]: '' })}
        {...(isWrong && { 'aria-invalid': true })}
        value={text}
        onChange={({ target }) => take(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && finish()}
        onBlur={(event) => {
          afterPress(finish)
          onBlur?.(event)
        }}
      />
    </InputGroup>
  )
}

type CalendarProps = Pick<Props, 'min' | 'max'> & {
  value: DateValue
  withTime: boolean
  onChoose: (value: DateValue) => void
}

/** Opens the calendar of the browser, which needs an input of its own. */
function Calendar({ value, withTime, min, max, onChoose }: CalendarProps) {
  const t = useText('ui')
  const native = useRef<HTMLInputElement>(null)
  const hidden: ComponentProps<'input'> = { tabIndex: -1, 'aria-hidden': true, min, max }
  return (
    <>
      <IconButton
        type="button"
        variant="ghost"
        size={{ base: 'sm', md: 'xs' }}
        aria-label={t('calendar')}
        onClick={() => {
          // Where a tap does not focus a button, the keyboard of a phone would stay open below the calendar.
          if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
          native.current?.showPicker()
        }}
      >
        <LuCalendar />
      </IconButton>
      <Box
        asChild
        position="absolute"
        insetInlineEnd="0"
        bottom="0"
        width="1px"
        height="1px"
        opacity="0"
        pointerEvents="none"
      >
        <input
          ref={native}
          type={withTime ? 'datetime-local' : 'date'}
          {...hidden}
          value={value}
          onChange={({ target }) => onChoose(target.value)}
        />
      </Box>
    </>
  )
}

type DateFieldProps<In extends FieldValues, Out> = FieldProps<In, Out> & Pick<Props, 'withTime'>

/** A `DateInput` as a field of a form. */
export function DateField<In extends FieldValues, Out>({ control, name, withTime, ...frame }: DateFieldProps<In, Out>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <FieldFrame {...frame} error={fieldState.error?.message}>
      <DateInput {...field} value={field.value ?? ''} withTime={withTime ?? false} />
    </FieldFrame>
  )
}
