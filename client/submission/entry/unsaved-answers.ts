import { z } from 'zod'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { rowsOfEntity } from '#client/core/offline/database/range-reads.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { normalizeAnswer } from '#client/form/fill/normalize-answer.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import type { FormSection } from '#shared/form/contract.ts'
import type { FormState } from '#shared/form/form-state.ts'
import { isTyped, questionTypeOf } from '#shared/form/question-types/registry.ts'
import { isStartBeforeEnd, type TimeRange } from '#shared/submission/answers.ts'
import { submissionProblems } from '#shared/submission/contract.ts'
import { answerPath, rangePath, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { answerProblem, constraintProblem } from '#shared/submission/rules.ts'
import { type Fields, isEqualData, type Patch, readField, writeField } from '#shared/sync/rules.ts'

/** Unsaved input: each field with its value when editing began. */
export const UnsavedAnswers = z.record(
  z.string(),
  z.object({ from: z.unknown().optional(), to: z.unknown().optional() }),
)
export type UnsavedAnswers = Patch
export const noUnsavedAnswers: UnsavedAnswers = {}

/** Adds a change. A field with its original value counts as unchanged. An empty value removes an answer. */
export function withAnswer(
  typed: UnsavedAnswers,
  record: Fields,
  path: string,
  value: string | TimeRange,
): UnsavedAnswers {
  const isEmpty = typeof value === 'string' ? value === '' : !value.start_time && !value.end_time
  const to = isEmpty ? undefined : value
  const from = typed[path] ? typed[path].from : readField(record, path)
  const others = omit(typed, path)
  return isEqualData(from, to) ? others : { ...others, [path]: { from, to } }
}

export function currentAnswer(typed: UnsavedAnswers, record: SubmissionView, questionId: string): string {
  const path = answerPath(questionId)
  return String((typed[path] ? typed[path].to : readField(record, path)) ?? '')
}

/** The changes without those of hidden questions, which are not sent. */
export function askedAnswers(typed: UnsavedAnswers, hidden: ReadonlySet<string>): UnsavedAnswers {
  const paths = new Set([...hidden].map(answerPath))
  return Object.fromEntries(Object.entries(typed).filter(([path]) => !paths.has(path)))
}

const emptyRange: TimeRange = { start_time: null, end_time: null }

export function currentRange(
  typed: UnsavedAnswers,
  record: SubmissionView,
  sectionId: string,
  sensorId: string,
): TimeRange {
  const path = rangePath(sectionId, sensorId)
  return ((typed[path] ? typed[path].to : readField(record, path)) as TimeRange | undefined) ?? emptyRange
}

/** Normalizes input for saving: trims spaces, and writes what was typed as its type stores it. */
export function normalizeAnswers(typed: UnsavedAnswers, sections: readonly FormSection[]): UnsavedAnswers {
  const questions = new Map(
    sections.flatMap(({ questions }) => questions.map((question) => [answerPath(question.id), question])),
  )
  return Object.fromEntries(
    Object.entries(typed).map(([path, { from, to }]) => {
      if (typeof to !== 'string') return [path, { from, to }]
      const text = normalizeAnswer(questions.get(path), to)
      return [path, { from, to: text === '' ? undefined : text }]
    }),
  )
}

export type FieldProblems = ReadonlyMap<string, Problem>
export type AnswerUpdate = { set: Fields; seen: Fields }

/**
 * Returns the changes to save, or the errors, by the same rules as the server, as far as this device has the data.
 *
 * @param state what the expressions of the form say about the stored answers with these changes
 */
export async function validateAnswers(
  db: OfflineDatabase,
  { id, data }: Pick<OfflineRecord<SubmissionView>, 'id' | 'data'>,
  sections: readonly FormSection[],
  { typed, state }: { typed: UnsavedAnswers; state: FormState },
): Promise<{ wrong: FieldProblems } | AnswerUpdate> {
  const tidied = normalizeAnswers(typed, sections)
  const wrong = new Map<string, Problem>()
  for (const { id: sectionId, questions, sensors } of sections) {
    for (const question of questions) {
      const path = answerPath(question.id)
      const to = tidied[path]?.to
      // Another answer may have made this one wrong, so constraints are checked for stored answers, too.
      const isChecked = !state.hidden.has(question.id) && isTyped(question)
      const answer = currentAnswer(tidied, data, question.id)
      const broken = isChecked ? constraintProblem(state, question, answer) : undefined
      const problem = (typeof to === 'string' ? answerProblem(question, to) : undefined) ?? broken
      if (problem) wrong.set(path, problem)
      else if (typeof to !== 'string') continue
      else if (questionTypeOf(question).isUnique && (await isTaken(db, id, question.id, to))) {
        const details = { question: question.name, questionId: question.id, value: to }
        wrong.set(path, new Problem(submissionProblems.taken, details))
      }
    }
    for (const { id: sensorId } of sensors) {
      const path = rangePath(sectionId, sensorId)
      const range = tidied[path]?.to as TimeRange | undefined
      if (range && !isStartBeforeEnd(range)) wrong.set(path, new Problem(submissionProblems.badRange))
    }
  }
  if (wrong.size > 0) return { wrong }
  const changes = Object.entries(tidied)
  return {
    set: Object.fromEntries(changes.map(([path, { to }]) => [path, to])),
    seen: changes.reduce<Fields>((fields, [path, { from }]) => writeField(fields, path, from), {}),
  }
}

async function isTaken(db: OfflineDatabase, id: string, questionId: string, value: string): Promise<boolean> {
  const other = await rowsOfEntity(db.records, '[entity+id]', submissionEntity)
    .filter((row) => row.id !== id && readField(row.data, answerPath(questionId)) === value)
    .first()
  return other !== undefined
}
