import type { ComponentType } from 'react'
import type { IconType } from 'react-icons'
import type { Question } from '#shared/form/contract.ts'

/** A question in the builder, whose place is that in its list. */
export type EditedQuestion = Omit<Question, 'sequence'>

export type AnswerFieldProps = {
  question: Question
  /** The id of the record to which captured files belong until it is saved. */
  recordId: string
  /** What is typed or stored; empty without an answer. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
  /** The person has left the input: an invalid answer is reported now. */
  onLeave: () => void
}

export type SettingsEditorProps = {
  question: EditedQuestion
  /** Why the form cannot be saved with a setting, such as `options.3.name`; undefined before the first attempt. */
  issueOf: (path: string) => string | undefined
  set: (settings: Partial<EditedQuestion>) => void
}

/** How a type of questions is shown: the counterpart of `QuestionType` on the screens. */
export type QuestionTypeView = {
  icon: IconType
  /** The input of an answer, with the name of the question. */
  Field: ComponentType<AnswerFieldProps>
  /** The settings of the type in the builder. */
  Editor?: ComponentType<SettingsEditorProps>
  /** The settings with which the builder starts when this type is chosen. */
  firstSettings?: (question: EditedQuestion) => Partial<EditedQuestion>
}
