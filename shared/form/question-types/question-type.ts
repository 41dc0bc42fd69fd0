import type { z } from 'zod'
import type { ProblemKind } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { ValidationMessage } from '#shared/core/i18n/validation-text.ts'
import type { AttachmentExt } from './files/attachment.ts'

/** The fields of a question that every type has. */
export type AskedQuestion = { name: string; prefix: string; suffix: string }

/** How a place writes dates: a screen in the time zone of its device, an anchored payload the same everywhere. */
export type AnswerFormats = { date: (value: string) => string }

/** Why a text is no answer. `details` fill the text of the problem; the name of the question is `question`. */
export type AnswerProblem = { kind: ProblemKind; details?: Record<string, unknown> }

/** Why a form with these settings is rejected, and the setting, such as `options.3.name`. */
export type SettingsIssue = { path: (string | number)[]; message: ValidationMessage }

/** Longer answers are rejected by the contract. */
export const maxAnswerLength = 2000

/**
 * A type of questions: what distinguishes it from others on the server and on devices. An answer is stored and sent as a text, and
 * an empty text is no answer. The type decides which texts are valid, and how they are read and shown. Its functions may name the
 * settings of the type in the type of `question`.
 */
export type QuestionType = {
  label: Readonly<Record<Language, string>>
  /** What the suffix is called, if the type knows it better. */
  suffixLabel?: Readonly<Record<Language, string>>
  /**
   * The fields of a question that only this type has. They are optional, and accept what a person has typed so far: what a form
   * must not be saved with is in `settingsIssues`. Types may share a field if its schema is the same.
   */
  settings?: Readonly<Record<string, z.ZodOptional>>
  settingsIssues?(question: AskedQuestion): SettingsIssue[]
  /** Its answer can be the result of an expression. */
  isCalculable?: boolean
  /** A text between the questions. It is never required, shared or answered. */
  isNote?: boolean
  /** The answer holds files of these kinds, see `files/attachment.ts`. */
  files?: { kinds: readonly AttachmentExt[] }
  /** Its answers are made by a part of the phone, such as the camera: they have no default value, no constraint and no unit. */
  isCaptured?: boolean
  /** Its answers are never shared with shoppers. */
  isInternal?: boolean
  /** The problems of its answers; their codes belong to the domain `submission`. */
  problems?: Readonly<Record<string, ProblemKind>>
  /** The most characters of an answer. */
  maxLength?: number
  /** Two submissions of a merchant cannot have the same answer. */
  isUnique?: boolean
  /** Why a text that is not empty is no answer. */
  problem?(question: AskedQuestion, value: string): AnswerProblem | undefined
  /** The answer that a person typed, as it is stored. */
  read?(typed: string, language: Language): string
  /** An answer as people read it, without prefix and suffix. Without it, the stored text. */
  format?(question: AskedQuestion, value: string, formats: AnswerFormats): string
}
