import { Input, InputGroup, type InputGroupProps, type InputProps } from '@chakra-ui/react'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { maxAnswerLength } from '#shared/form/question-types/question-type.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import type { AnswerFieldProps } from './view.ts'

type FrameProps = Pick<AnswerFieldProps, 'question' | 'error'> & Pick<InputGroupProps, 'children'>

/** The name of a question above its input, and prefix and suffix beside it. */
export function AnswerFrame({ question: { name, required, prefix, suffix }, error, children }: FrameProps) {
  return (
    <FieldFrame label={name} required={required} error={error}>
      <InputGroup startElement={prefix || undefined} endElement={suffix || undefined}>
        {children}
      </InputGroup>
    </FieldFrame>
  )
}

type Props = AnswerFieldProps & Pick<InputProps, 'inputMode' | 'placeholder'>

/** An answer that is typed. */
export function TextAnswer({ question, value, error, onChange, onLeave, ...input }: Props) {
  const { maxLength = maxAnswerLength } = questionTypeOf(question)
  return (
    <AnswerFrame question={question} error={error}>
      <Input
        {...input}
        value={value}
        maxLength={maxLength}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onLeave}
      />
    </AnswerFrame>
  )
}
