import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import { listed, uuids } from '#server/core/set.ts'
import { formRevision } from '#server/form/table.ts'
import { Problem } from '#shared/core/problem.ts'
import type { Question, Structure } from '#shared/form/contract.ts'
import { type AnswersDraft, beginsBeforeItEnds, type Range, submissionProblems } from '#shared/submission/contract.ts'
import { mergeRegister, type Register, type RegisterMerge } from '#shared/submission/register.ts'
import { answerProblem } from '#shared/submission/rules.ts'
import { type Locked, lockUnique } from './lock.ts'
import { submissionAnswer, submissionRange } from './table.ts'

export type AnswersChange = { id: string } & AnswersDraft
export type Registers = {
  answers: Map<string, Register<string>>
  ranges: Map<string, Register<Range>>
  /** Which submission holds a unique answer. */
  holders: Map<string, string>
}
export type Written = { answers: Map<string, object>; ranges: Map<string, object> }

export const keyOf = (...parts: string[]) => parts.join(' ')
const noAnswer: Register<string> = { value: '', version: 0, others: [] }
const noRange: Register<Range> = { value: { start_time: null, end_time: null }, version: 0, others: [] }

/** `part` names a question, or a section and a sensor with a space between. */
export type PartMerge = { part: string; state?: RegisterMerge<unknown>['state']; problem?: Problem }

export function mergeAnswer(
  id: string,
  { questionId: part, value, version }: AnswersDraft['answers'][number],
  structure: Structure,
  { answers, holders }: Registers,
  written: Written,
): PartMerge {
  const question = questionOf(structure, part)
  if (!question) return { part, problem: new Problem(submissionProblems.noQuestion, { questionId: part }) }
  const problem = answerProblem(question, value)
  if (problem) return { part, problem }
  const key = keyOf(id, part)
  const { state, register } = mergeRegister(answers.get(key) ?? noAnswer, { value, version })
  const isUnique = question.datatype === 'unique' && register.value !== ''
  if (isUnique && state === 'applied') {
    const holder = holders.get(keyOf(part, register.value))
    if (holder !== undefined && holder !== id) {
      const details = { question: question.name, questionId: part, value }
      return { part, problem: new Problem(submissionProblems.taken, details) }
    }
    holders.set(keyOf(part, register.value), id)
  }
  if (state !== 'unchanged') {
    answers.set(key, register)
    written.answers.set(key, { submission_id: id, question_id: part, ...register, is_unique: isUnique })
  }
  return { part, state }
}

export function mergeRange(
  id: string,
  { sectionId, sensorId, start_time, end_time, version }: AnswersDraft['sensorAnswers'][number],
  { sections }: Structure,
  { ranges }: Registers,
  written: Written,
): PartMerge {
  const part = keyOf(sectionId, sensorId)
  const section = sections.find((one) => one.id === sectionId)
  if (!section?.sensors.some((sensor) => sensor.id === sensorId)) {
    return { part, problem: new Problem(submissionProblems.noSensor, { sectionId, sensorId }) }
  }
  const value = { start_time: iso(start_time), end_time: iso(end_time) }
  if (!beginsBeforeItEnds(value)) return { part, problem: new Problem(submissionProblems.badRange) }
  const key = keyOf(id, part)
  const { state, register } = mergeRegister(ranges.get(key) ?? noRange, { value, version }, isSameRange)
  if (state !== 'unchanged') {
    ranges.set(key, register)
    const { others, version } = register
    const row = { submission_id: id, section_id: sectionId, sensor_id: sensorId, ...register.value, others, version }
    written.ranges.set(key, row)
  }
  return { part, state }
}

const iso = (time: string | null) => time && new Date(time).toISOString()
const isSameRange = (one: Range, other: Range) => one.start_time === other.start_time && one.end_time === other.end_time

function questionOf({ sections }: Structure, id: string): Question | undefined {
  return sections.flatMap(({ questions }) => questions).find((question) => question.id === id)
}

export async function structuresOf(
  tx: Tx,
  merchantId: string,
  rows: readonly Locked[],
): Promise<Map<string, Structure>> {
  const wanted = [...new Set(rows.map((row) => row.formId))]
  const isWanted = rows.map((row) =>
    and(eq(formRevision.formId, row.formId), eq(formRevision.revision, row.formRevision)),
  )
  if (wanted.length === 0) return new Map()
  const found = await tx
    .select()
    .from(formRevision)
    .where(and(eq(formRevision.merchantId, merchantId), or(...isWanted)))
  return new Map(found.map(({ formId, revision, structure }) => [keyOf(formId, String(revision)), structure]))
}

/** The answers sent to questions that want unique ones. */
export function uniqueAnswers(
  changes: readonly AnswersChange[],
  locked: ReadonlyMap<string, Locked>,
  structures: ReadonlyMap<string, Structure>,
): { question_id: string; value: string }[] {
  return changes.flatMap(({ id, answers }) => {
    const row = locked.get(id)
    const structure = row && structures.get(keyOf(row.formId, String(row.formRevision)))
    return answers
      .filter(({ questionId }) => structure && questionOf(structure, questionId)?.datatype === 'unique')
      .map(({ questionId, value }) => ({ question_id: questionId, value }))
  })
}

export async function registersOf(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  unique: readonly { question_id: string; value: string }[],
): Promise<Registers> {
  const ofThese = (table: typeof submissionAnswer | typeof submissionRange): SQL | undefined =>
    and(eq(table.merchantId, merchantId), sql`${table.submissionId} = any(${uuids(ids)})`)
  if (unique.length > 0) await lockUnique(tx, merchantId, new Set(unique.map(({ question_id }) => question_id)))
  const answers = await tx.select().from(submissionAnswer).where(ofThese(submissionAnswer))
  const ranges = await tx.select().from(submissionRange).where(ofThese(submissionRange))
  const { rows: holders } = await tx.execute<{ question_id: string; value: string; submission_id: string }>(sql`
    select a.question_id, a.value, a.submission_id
    from submission_answer a join ${listed(unique, 'question_id uuid, value text')}
      on a.question_id = listed.question_id and a.value = listed.value
    where a.merchant_id = ${merchantId} and a.is_unique`)
  return {
    answers: new Map(answers.map((row) => [keyOf(row.submissionId, row.questionId), row])),
    ranges: new Map(
      ranges.map(({ submissionId, sectionId, sensorId, startTime, endTime, version, others }) => [
        keyOf(submissionId, sectionId, sensorId),
        {
          value: { start_time: startTime?.toISOString() ?? null, end_time: endTime?.toISOString() ?? null },
          version,
          others,
        },
      ]),
    ),
    holders: new Map(holders.map((row) => [keyOf(row.question_id, row.value), row.submission_id])),
  }
}

/** Writes what was merged, and the new versions of the submissions it belongs to. */
export async function saveRegisters(
  tx: Tx,
  merchantId: string,
  { answers, ranges }: Written,
  touched: ReadonlyMap<string, number>,
): Promise<void> {
  if (answers.size > 0) {
    const types = 'submission_id uuid, question_id uuid, value text, version int, others jsonb, is_unique bool'
    await tx.execute(sql`
      insert into submission_answer (merchant_id, submission_id, question_id, value, version, others, is_unique)
      select ${merchantId}, submission_id, question_id, value, version, others, is_unique
      from ${listed([...answers.values()], types)}
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
      from ${listed([...ranges.values()], types)}
      on conflict (submission_id, section_id, sensor_id) do update set start_time = excluded.start_time,
        end_time = excluded.end_time, version = excluded.version, others = excluded.others, updated_at = now()`)
  }
  if (touched.size > 0) {
    const rows = [...touched].map(([id, version]) => ({ id, version }))
    await tx.execute(sql`
      update submission set version = listed.version, updated_at = now() from ${listed(rows, 'id uuid, version int')}
      where submission.merchant_id = ${merchantId} and submission.id = listed.id`)
  }
}
