import type { ProblemKind } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'

/** The fields of a question that every type has. */
export type AskedQuestion = { id: string; name: string; prefix: string; suffix: string }

/** How a place writes dates: a screen in the time zone of its device, an anchored payload the same everywhere. */
export type AnswerFormats = { date: (value: string) => string }

/** Why a text is no answer. `details` fill the text of the problem; the name of the question is `question`. */
export type AnswerProblem = { kind: ProblemKind; details?: Record<string, unknown> }

/** Longer answers are rejected by the contract. */
export const maxAnswerLength = 2000

/**
 * A type of questions: what distinguishes it from others on the server and on devices. An answer is stored and sent as a text, and
 * an empty text is no answer. The type decides which texts are valid, and how they are read and shown.
 */
export type QuestionType = {
  label: Readonly<Record<Language, string>>
  /** The problems of its answers; their codes belong to the domain `submission`. */
  problems?: Readonly<Record<string, ProblemKind>>
  /** The most characters of an answer. */
  maxLength?: number
  /** Two submissions of a merchant cannot have the same answer. */
  isUnique?: boolean
  /** Why a text that is not empty is no answer. */
  problem?: (question: AskedQuestion, value: string) => AnswerProblem | undefined
  /** The answer that a person typed, as it is stored. */
  read?: (typed: string, language: Language) => string
  /** An answer as people read it, without prefix and suffix. Without it, the stored text. */
  format?: (question: AskedQuestion, value: string, formats: AnswerFormats) => string
}
