import type { ComponentType } from 'react'
import type { IconType } from 'react-icons'
import type { Question } from '#shared/form/contract.ts'

export type AnswerFieldProps = {
  question: Question
  /** What is typed or stored; empty without an answer. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
  /** The person has left the input: an invalid answer is reported now. */
  onLeave: () => void
}

/** How a type of questions is shown: the counterpart of `QuestionType` on the screens. */
export type QuestionTypeView = {
  icon: IconType
  /** The input of an answer, with the name of the question. */
  Field: ComponentType<AnswerFieldProps>
}
