import { Flex, Input, InputGroup, type InputGroupProps, type InputProps } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { maxAnswerLength } from '#shared/form/question-types/question-type.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import type { AnswerFieldProps } from './view.ts'

type FrameProps = Pick<AnswerFieldProps, 'question' | 'error'> & Pick<InputGroupProps, 'children'> & Action
/** A button beside the input. */
type Action = { action?: ReactNode }

/** The name of a question above its input, and prefix and suffix in it. */
export function AnswerFrame({
  question: { name, hint, required, prefix, suffix },
  error,
  action,
  children,
}: FrameProps) {
  return (
    <FieldFrame label={name} hint={hint} required={required} error={error}>
      <Flex gap="2" width="full">
        <InputGroup flex="1" minWidth="0" startElement={prefix || undefined} endElement={suffix || undefined}>
          {children}
        </InputGroup>
        {action}
      </Flex>
    </FieldFrame>
  )
}

type Props = AnswerFieldProps & Action & Pick<InputProps, 'inputMode' | 'placeholder' | 'autoComplete' | 'spellCheck'>

/** An answer that is typed. */
export function TextAnswer({ question, recordId: _, value, error, onChange, onLeave, action, ...input }: Props) {
  const { maxLength = maxAnswerLength } = questionTypeOf(question)
  return (
    <AnswerFrame question={question} error={error} action={action}>
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
