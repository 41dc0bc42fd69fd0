import type { ProblemKind } from '#shared/core/api/problem.ts'
import { dateType } from './date.ts'
import { numberType } from './number.ts'
import type { QuestionType } from './question-type.ts'
import { stringType } from './string.ts'
import { uniqueType } from './unique.ts'

/** All types of questions, in the order in which the builder offers them. */
const questionTypes = {
  string: stringType,
  number: numberType,
  date: dateType,
  unique: uniqueType,
} satisfies Record<string, QuestionType>

export type Datatype = keyof typeof questionTypes
export const datatypes = Object.keys(questionTypes) as [Datatype, ...Datatype[]]

export const questionTypeOf = ({ datatype }: { datatype: Datatype }): QuestionType => questionTypes[datatype]

/** The types whose answers are unique among the submissions of a merchant. */
export const uniqueDatatypes = datatypes.filter((datatype) => questionTypeOf({ datatype }).isUnique)

/** The problems of the answers to questions of all types, by name. */
export const answerProblems: Readonly<Record<string, ProblemKind>> = Object.assign(
  {},
  ...datatypes.map((datatype) => questionTypeOf({ datatype }).problems),
)
