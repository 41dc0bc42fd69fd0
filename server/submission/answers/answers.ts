import type { Tx } from '#server/core/db/database.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { nullableArray, recordset, textArray, uuidArray } from '#server/core/db/sql-params.ts'
import { type VersionedRow, versionsOf } from '#server/core/db/write-result.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { formRevision } from '#server/form/table.ts'
import type { LockedSubmission } from '#server/submission/lock.ts'
import { submissionRange } from '#server/submission/table.ts'
import { type FieldFile, findFieldFiles } from '#server/sync/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import type { FormStructure, Question } from '#shared/form/contract.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import {
  type AnswerInput,
  isStartBeforeEnd,
  type SensorAnswerInput,
  type TimeRange,
} from '#shared/submission/answers.ts'
import { submissionProblems } from '#shared/submission/contract.ts'
import { answerPath, rangePath } from '#shared/submission/record.ts'
import { answerProblem, attachmentsOf } from '#shared/submission/rules.ts'
import { maxOthers, type VersionedValue, versioned } from '#shared/submission/versioned-value.ts'
import { mergeValue, type ValueMerge } from '#shared/sync/rules.ts'

/** `saw`: the stored value that the sender had seen, for senders that know values instead of versions. */
export type AnswerChange = AnswerInput & { saw?: string | undefined }
export type RangeChange = SensorAnswerInput & { saw?: TimeRange | undefined }
export type AnswersChange = {
  id: string
  answers: readonly AnswerChange[]
  sensorAnswers: readonly RangeChange[]
}
type VersionedValues = {
  answers: Map<string, VersionedValue<string>>
  ranges: Map<string, VersionedValue<TimeRange>>
  /** The id of the submission that has a unique answer. */
  holders: Map<string, string>
  /** The files of the answers that are on the server, by digest. */
  files: ReadonlyMap<string, FieldFile>
}
type WrittenAnswer = VersionedValue<string> & { submissionId: string; questionId: string; isUnique: boolean }
export type PendingWrites = { answers: Map<string, WrittenAnswer>; ranges: Map<string, object> }

const compositeKey = (...parts: string[]) => parts.join(' ')
const noAnswer: VersionedValue<string> = { value: '', version: 0, others: [] }
const noRange: VersionedValue<TimeRange> = { value: { start_time: null, end_time: null }, version: 0, others: [] }

type FieldMerge = { path: string; status?: ValueMerge<unknown>['status']; problem?: Problem }

/** The form, the stored values, the changes that are not written yet, and the answers that constraints reject. */
type MergeState = {
  structure: Questions
  stored: VersionedValues
  written: PendingWrites
  broken: ReadonlyMap<string, Problem>
}

export function mergeAnswer(
  id: string,
  { questionId, value, version, saw }: AnswerChange,
  { structure, stored: { answers, holders, files }, written, broken }: MergeState,
): FieldMerge {
  const path = answerPath(questionId)
  const question = structure.questions.get(questionId)
  if (!question) return { path, problem: new Problem(submissionProblems.noQuestion, { questionId }) }
  const problem = answerProblem(question, value) ?? broken.get(questionId)
  if (problem) return { path, problem }
  if (attachmentsOf(question, value).some(({ digest, ext }) => files.get(digest)?.ext !== ext)) {
    return { path, problem: new Problem(submissionProblems.noFile, { question: question.name, questionId }) }
  }
  const key = compositeKey(id, questionId)
  const before = answers.get(key) ?? noAnswer
  const { status, stored } = mergeValue(before, { value, version, saw }, versioned())
  if (hasTooManyOthers(status, stored)) return { path, problem: tooManyValues({ question: question.name, questionId }) }
  const isUnique = questionTypeOf(question).isUnique === true && stored.value !== ''
  if (isUnique && status === 'applied') {
    const holder = holders.get(compositeKey(questionId, stored.value))
    if (holder !== undefined && holder !== id) {
      const details = { question: question.name, questionId, value }
      return { path, problem: new Problem(submissionProblems.taken, details) }
    }
    holders.set(compositeKey(questionId, stored.value), id)
  }
  // Another submission of the same list may use the replaced value.
  const replacedKey = compositeKey(questionId, before.value)
  if (status === 'applied' && holders.get(replacedKey) === id && before.value !== stored.value) {
    holders.delete(replacedKey)
  }
  if (status !== 'unchanged') {
    answers.set(key, stored)
    written.answers.set(key, { submissionId: id, questionId, ...stored, isUnique })
  }
  return { path, status }
}

export function mergeRange(
  id: string,
  { sectionId, sensorId, start_time, end_time, version, saw }: RangeChange,
  { structure: { sections }, stored: { ranges }, written }: Omit<MergeState, 'broken'>,
): FieldMerge {
  const path = rangePath(sectionId, sensorId)
  const section = sections.find((one) => one.id === sectionId)
  if (!section?.sensors.some((sensor) => sensor.id === sensorId)) {
    return { path, problem: new Problem(submissionProblems.noSensor, { sectionId, sensorId }) }
  }
  const value = rangeInUtc({ start_time, end_time })
  if (!isStartBeforeEnd(value)) return { path, problem: new Problem(submissionProblems.badRange) }
  const key = compositeKey(id, sectionId, sensorId)
  const sent = { value, version, saw: saw && rangeInUtc(saw) }
  const { status, stored } = mergeValue(ranges.get(key) ?? noRange, sent, versioned(isSameRange))
  if (hasTooManyOthers(status, stored)) return { path, problem: tooManyValues({ sectionId, sensorId }) }
  if (status !== 'unchanged') {
    ranges.set(key, stored)
    const { value, others, version } = stored
    const row = { submission_id: id, section_id: sectionId, sensor_id: sensorId, ...value, others, version }
    written.ranges.set(key, row)
  }
  return { path, status }
}

/** The limit rejects a further value. It removes no value that is stored. */
const hasTooManyOthers = (status: ValueMerge<unknown>['status'], { others }: VersionedValue<unknown>) =>
  status === 'conflict' && others.length > maxOthers
const tooManyValues = (details: object) =>
  new Problem(submissionProblems.tooManyValues, { ...details, most: maxOthers })

export const rangeInUtc = ({ start_time, end_time }: TimeRange): TimeRange => ({
  start_time: isoTime(start_time),
  end_time: isoTime(end_time),
})
const isSameRange = (one: TimeRange, other: TimeRange) =>
  one.start_time === other.start_time && one.end_time === other.end_time

/** A form at one revision, with its questions by id. */
export type Questions = Pick<FormStructure, 'sections'> & { questions: ReadonlyMap<string, Question> }

/** The forms of submissions at their revisions, by `revisionKey`. */
export async function structuresOf(
  tx: Tx,
  merchantId: string,
  rows: readonly LockedSubmission[],
): Promise<Map<string, Questions>> {
  const wanted = new Map(rows.map((row) => [revisionKey(row), { id: row.formId, revision: row.formRevision }]))
  if (wanted.size === 0) return new Map()
  const found = await tx
    .select()
    .from(formRevision)
    .where(
      and(
        eq(formRevision.merchantId, merchantId),
        sql`(${formRevision.formId}, ${formRevision.revision}) in (
          select id, revision from ${recordset([...wanted.values()], 'id uuid, revision int')})`,
      ),
    )
  return new Map(
    found.map(({ formId, revision, structure: { sections } }) => {
      const questions = sections.flatMap((section) => section.questions)
      return [
        compositeKey(formId, String(revision)),
        { sections, questions: new Map(questions.map((question) => [question.id, question])) },
      ]
    }),
  )
}

export const revisionKey = ({ formId, formRevision }: Pick<LockedSubmission, 'formId' | 'formRevision'>): string =>
  compositeKey(formId, String(formRevision))

/** The sent answers to questions that require unique answers. */
export function uniqueAnswers(
  changes: readonly AnswersChange[],
  locked: ReadonlyMap<string, LockedSubmission>,
  structures: ReadonlyMap<string, Questions>,
): { question_id: string; value: string }[] {
  return changes.flatMap(({ id, answers }) => {
    const row = locked.get(id)
    const structure = row && structures.get(revisionKey(row))
    const isUnique = (question: Question | undefined) => question && questionTypeOf(question).isUnique
    return answers
      .filter(({ questionId }) => isUnique(structure?.questions.get(questionId)))
      .map(({ questionId, value }) => ({ question_id: questionId, value }))
  })
}

/** The stored values that the changes write, and the holders of their unique answers. The caller has locked these questions. */
export async function loadVersionedValues(
  tx: Tx,
  merchantId: string,
  changes: readonly AnswersChange[],
  { unique, digests }: { unique: readonly { question_id: string; value: string }[]; digests: readonly string[] },
): Promise<VersionedValues> {
  const holders = unique.length > 0 ? await uniqueAnswerHolders(tx, merchantId, unique) : []
  return {
    answers: await storedAnswers(tx, merchantId, changes),
    ranges: await storedRanges(tx, merchantId, changes),
    files: await findFieldFiles(tx, merchantId, digests),
    holders: new Map(holders.map((row) => [compositeKey(row.question_id, row.value), row.submission_id])),
  }
}

async function uniqueAnswerHolders(
  tx: Tx,
  merchantId: string,
  unique: readonly { question_id: string; value: string }[],
) {
  const { rows } = await tx.execute<{ question_id: string; value: string; submission_id: string }>(sql`
    select a.question_id, a.value, a.submission_id
    from submission_answer a join ${recordset(unique, 'question_id uuid, value text')}
      on a.question_id = listed.question_id and a.value = listed.value
    where a.merchant_id = ${merchantId} and a.is_unique`)
  return rows
}

async function storedAnswers(
  tx: Tx,
  merchantId: string,
  changes: readonly AnswersChange[],
): Promise<VersionedValues['answers']> {
  const keys = changes.flatMap(({ id, answers }) => answers.map(({ questionId }) => [id, questionId] as const))
  if (keys.length === 0) return new Map()
  const { rows } = await tx.execute<{ submission_id: string; question_id: string } & VersionedValue<string>>(sql`
    select a.submission_id, a.question_id, a.value, a.version, a.others
    from (select distinct submission_id, question_id
      from unnest(${uuidArray(keys.map(([id]) => id))}, ${uuidArray(keys.map(([, part]) => part))})
        as place (submission_id, question_id)) place
    cross join lateral (select * from submission_answer a where a.merchant_id = ${merchantId}
      and a.submission_id = place.submission_id and a.question_id = place.question_id limit 1) a`)
  return new Map(rows.map((row) => [compositeKey(row.submission_id, row.question_id), row]))
}

async function storedRanges(
  tx: Tx,
  merchantId: string,
  changes: readonly AnswersChange[],
): Promise<VersionedValues['ranges']> {
  const ids = changes.filter(({ sensorAnswers }) => sensorAnswers.length > 0).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(submissionRange)
    .where(
      and(eq(submissionRange.merchantId, merchantId), sql`${submissionRange.submissionId} = any(${uuidArray(ids)})`),
    )
  return new Map(
    rows.map(({ submissionId, sectionId, sensorId, startTime, endTime, version, others }) => [
      compositeKey(submissionId, sectionId, sensorId),
      {
        value: { start_time: startTime?.toISOString() ?? null, end_time: endTime?.toISOString() ?? null },
        version,
        others,
      },
    ]),
  )
}

/** Saves the merged values. Returns the new versions of their submissions. */
export async function saveVersionedValues(
  tx: Tx,
  merchantId: string,
  { answers, ranges }: PendingWrites,
  touched: ReadonlySet<string>,
): Promise<Map<string, number>> {
  if (answers.size > 0) {
    const rows = [...answers.values()]
    await tx.execute(sql`
      insert into submission_answer (merchant_id, submission_id, question_id, value, version, others, is_unique)
      select ${merchantId}, submission_id, question_id, value, version, others::jsonb, is_unique
      from unnest(${uuidArray(rows.map((row) => row.submissionId))}, ${uuidArray(rows.map((row) => row.questionId))},
        ${textArray(rows.map((row) => row.value))}, ${nullableArray(rows.map((row) => row.version))}::int[],
        ${textArray(rows.map((row) => JSON.stringify(row.others)))}, ${nullableArray(rows.map((row) => String(row.isUnique)))}::bool[])
        as row (submission_id, question_id, value, version, others, is_unique)
      on conflict (submission_id, question_id) do update set value = excluded.value, version = excluded.version,
        others = excluded.others, is_unique = excluded.is_unique, updated_at = now()`)
  }
  if (ranges.size > 0) {
    const types =
      'submission_id uuid, section_id uuid, sensor_id uuid, start_time timestamptz, end_time timestamptz, version int, others jsonb'
    await tx.execute(sql`
      insert into submission_range
        (merchant_id, submission_id, section_id, sensor_id, start_time, end_time, version, others)
      select ${merchantId}, submission_id, section_id, sensor_id, start_time, end_time, version, others
      from ${recordset([...ranges.values()], types)}
      on conflict (submission_id, section_id, sensor_id) do update set start_time = excluded.start_time,
        end_time = excluded.end_time, version = excluded.version, others = excluded.others, updated_at = now()`)
  }
  if (touched.size === 0) return new Map()
  const { rows } = await tx.execute<VersionedRow>(sql`
    update submission set updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray([...touched])}) returning id, ver`)
  return versionsOf(rows)
}
