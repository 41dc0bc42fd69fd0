import { z } from 'zod'
import type { WriteConflict } from '#server/core/db/write-result.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import type { SubmissionChange } from '#server/submission/header.ts'
import { Problem } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { AnswerInput, TimeRange, TimeRangeInput } from '#shared/submission/answers.ts'
import { SubmissionHeader, SubmissionUpdate } from '#shared/submission/contract.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import type { Patch } from '#shared/sync/rules.ts'
import type { AnswerChange, RangeChange } from './answers.ts'

/** The changes of one operation, in the form that the functions of the domain take. */
export type ParsedPatch = {
  fields: SubmissionChange['fields']
  from: NonNullable<SubmissionChange['from']>
  answers: AnswerChange[]
  sensorAnswers: RangeChange[]
  /** The values that cannot be read. */
  invalid: (WriteConflict & { problem: Problem })[]
  /** The number of values in the patch. */
  valueCount: number
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const answer = new RegExp(`^answers/(${id})$`)
const range = new RegExp(`^ranges/(${id}):(${id})$`)
/** The values that a sender had seen. A time may have any format that JavaScript reads. */
const Seen = SubmissionHeader.extend({ date: z.string().refine((time) => !Number.isNaN(Date.parse(time))) }).partial()
const Given = AnswerInput.pick({ questionId: true, value: true })
/** Only the server sets these. */
const serverFields = new Set(['formRevision', 'timeZone', 'createdAt'])
const emptyRange: TimeRange = { start_time: null, end_time: null }

export function parsePatch(patch: Patch, language: Language): ParsedPatch {
  const parsed: ParsedPatch = { fields: {}, from: {}, answers: [], sensorAnswers: [], invalid: [], valueCount: 0 }
  for (const [path, { from, to }] of Object.entries(patch)) {
    if (serverFields.has(path)) continue
    parsed.valueCount++
    const problem = parseField(parsed, path, { from, to }, language)
    if (problem) parsed.invalid.push({ path, problem })
  }
  return parsed
}

function parseField(
  parsed: ParsedPatch,
  path: string,
  { from, to }: { from: unknown; to: unknown },
  language: Language,
): Problem | undefined {
  const [, questionId] = answer.exec(path) ?? []
  if (questionId) {
    const given = safeParseInput(Given, { questionId, value: to ?? '' }, language)
    if (given instanceof Problem) return given
    parsed.answers.push({ ...given, saw: typeof from === 'string' ? from : '' })
    return undefined
  }
  const [, sectionId, sensorId] = range.exec(path) ?? []
  if (sectionId && sensorId) {
    const given = safeParseInput(TimeRangeInput, to ?? emptyRange, language)
    if (given instanceof Problem) return given
    parsed.sensorAnswers.push({ ...given, sectionId, sensorId, saw: TimeRange.safeParse(from).data ?? emptyRange })
    return undefined
  }
  if (!Object.hasOwn(SubmissionUpdate.shape, path)) return new Problem(syncProblems.invalid)
  const given = safeParseInput(SubmissionUpdate, { [path]: to }, language)
  if (given instanceof Problem) return given
  Object.assign(parsed.fields, given)
  Object.assign(parsed.from, Seen.safeParse({ [path]: from }).data)
  return undefined
}
