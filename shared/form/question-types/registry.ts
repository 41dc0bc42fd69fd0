import type { z } from 'zod'
import type { ProblemKind } from '#shared/core/api/problem.ts'
import { barcodeType } from './barcode.ts'
import { choiceType } from './choice.ts'
import { choicesType } from './choices.ts'
import { dateType } from './date.ts'
import { audioType } from './files/audio.ts'
import { photoType } from './files/photo.ts'
import { signatureType } from './files/signature.ts'
import { locationType } from './location.ts'
import { noteType } from './note.ts'
import { numberType } from './number.ts'
import type { QuestionType } from './question-type.ts'
import { stringType } from './string.ts'
import { timeType } from './time.ts'
import { uniqueType } from './unique.ts'

/** All types of questions, in the order in which the builder offers them. */
const questionTypes = {
  string: stringType,
  number: numberType,
  choice: choiceType,
  choices: choicesType,
  date: dateType,
  time: timeType,
  barcode: barcodeType,
  unique: uniqueType,
  photo: photoType,
  signature: signatureType,
  audio: audioType,
  location: locationType,
  note: noteType,
} satisfies Record<string, QuestionType>

export type Datatype = keyof typeof questionTypes
export const datatypes = Object.keys(questionTypes) as [Datatype, ...Datatype[]]

export const questionTypeOf = ({ datatype }: { datatype: Datatype }): QuestionType => questionTypes[datatype]
const allTypes = datatypes.map((datatype) => questionTypeOf({ datatype }))

type SettingsOf<T> = T extends { settings: infer S } ? S : never
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
/** The settings of all types, for the schema of a question. */
export const questionSettings: Intersection<SettingsOf<(typeof questionTypes)[Datatype]>> = Object.assign(
  {},
  ...allTypes.map(({ settings }) => settings),
)
type QuestionSettings = { [K in keyof typeof questionSettings]?: z.output<(typeof questionSettings)[K]> }

/** Whether the answers of a question are some of its options. */
export const hasOptions = (question: { datatype: Datatype }): boolean =>
  Object.hasOwn(questionTypeOf(question).settings ?? {}, 'options')

/** The types whose answers are unique among the submissions of a merchant. */
export const uniqueDatatypes = datatypes.filter((datatype) => questionTypeOf({ datatype }).isUnique)

/** The problems of the answers to questions of all types, by name. */
export const answerProblems: Readonly<Record<string, ProblemKind>> = Object.assign(
  {},
  ...allTypes.map(({ problems }) => problems),
)

type QuestionFlags = { datatype: Datatype; share: boolean; required: boolean; prefix: string; suffix: string }
type Reckoning = 'calculation' | 'hideResult' | 'constraint' | 'constraintMessage' | 'requiredIf' | 'initial'
const typedOnly: readonly string[] = ['constraint', 'constraintMessage', 'requiredIf', 'initial'] satisfies Reckoning[]
/** Settings of answers that people enter, and do not capture at the moment. */
const enteredOnly: readonly string[] = ['constraint', 'constraintMessage', 'initial'] satisfies Reckoning[]
const calculatedOnly: readonly string[] = ['calculation', 'hideResult'] satisfies Reckoning[]

/** Whether people type the answers of a question. */
export const isTyped = (question: { datatype: Datatype; calculation?: string | undefined }): boolean =>
  !questionTypeOf(question).isNote && question.calculation === undefined

/**
 * The question without the settings of other types, which remain when a person changes the type while building a form, and without
 * what a note or a calculated question cannot have.
 */
export function withOwnSettings<Q extends QuestionFlags & QuestionSettings & { calculation?: string | undefined }>(
  question: Q,
): Q {
  const { settings = {}, isNote, isInternal, isCaptured, isCalculable } = questionTypeOf(question)
  const isCalculated = isCalculable === true && question.calculation !== undefined
  const foreign = [
    ...Object.keys(questionSettings).filter((name) => !Object.hasOwn(settings, name)),
    ...(isCalculated ? [] : calculatedOnly),
    ...(isCalculated || isNote ? typedOnly : []),
    ...(isCaptured ? enteredOnly : []),
  ]
  const own = Object.fromEntries(Object.entries(question).filter(([name]) => !foreign.includes(name))) as Q
  if (isNote) return { ...own, share: false, required: false, prefix: '', suffix: '' }
  if (isCalculated) return { ...own, required: false }
  const shown = isCaptured ? { ...own, prefix: '', suffix: '' } : own
  return isInternal ? { ...shown, share: false } : shown
}
