import type { Tx } from '#server/core/db/database.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { and, eq, isNull, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { formRevision } from '#server/form/table.ts'
import type { FieldFile } from '#server/sync/service.ts'
import type { SubmissionPayload } from '#shared/activation/payload.ts'
import type { FormStructure } from '#shared/form/contract.ts'
import type { Moment } from '#shared/form/expression/values.ts'
import { formStateOf } from '#shared/form/form-state.ts'
import type { Attachment } from '#shared/form/question-types/files/attachment.ts'
import type { AnswerFormats } from '#shared/form/question-types/question-type.ts'
import type { TimeRange } from '#shared/submission/answers.ts'
import type { Submission, SubmissionDetail, SubmissionPreview } from '#shared/submission/contract.ts'
import { answerText, attachmentsOf, previewRows, submissionProgressOf } from '#shared/submission/rules.ts'
import { headerOf } from './header.ts'
import { submission, submissionAnswer, submissionRange } from './table.ts'

type AnswerRow = { questionId: string; value: string; version: number; others: string[] }
/** Times have the format of PostgreSQL's JSON functions. */
type RangeRow = TimeRange & { sectionId: string; sensorId: string; version: number; others: TimeRange[] }
type SubmissionRow = {
  row: typeof submission.$inferSelect
  structure: FormStructure
  answers: AnswerRow[]
  ranges: RangeRow[]
}

const answersOf = sql<AnswerRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('questionId', a.question_id, 'value', a.value, 'version', a.version,
    'others', a.others)), '[]')
  from ${submissionAnswer} a where a.merchant_id = ${submission.merchantId} and a.submission_id = ${submission.id})`

const rangesOf = sql<RangeRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('sectionId', r.section_id, 'sensorId', r.sensor_id,
    'start_time', r.start_time, 'end_time', r.end_time, 'version', r.version, 'others', r.others)), '[]')
  from ${submissionRange} r where r.merchant_id = ${submission.merchantId} and r.submission_id = ${submission.id})`

/** Submissions with all answers and ranges, in one query. Removed ones only on request. */
export function selectSubmissions(tx: Tx, merchantId: string, condition: SQL | undefined, { removed = false } = {}) {
  const present = removed ? undefined : isNull(submission.removedAt)
  return tx
    .select({ row: submission, structure: formRevision.structure, answers: answersOf, ranges: rangesOf })
    .from(submission)
    .innerJoin(formRevision, ofRevision)
    .where(and(eq(submission.merchantId, merchantId), present, condition))
    .$dynamic()
}

/** The revision of the form with which a submission was created. */
export const ofRevision = and(
  eq(formRevision.merchantId, submission.merchantId),
  eq(formRevision.formId, submission.formId),
  eq(formRevision.revision, submission.formRevision),
)

export function viewSubmission({ row, structure, answers, ranges }: SubmissionRow): SubmissionDetail {
  const { sections } = structure
  const answered = new Map(answers.map((answer) => [answer.questionId, answer]))
  const head = viewRow(row, structure)
  const moment = momentOf(head)
  const { calculated } = formStateOf(sections, answers, moment)
  return {
    ...head,
    ...submissionProgressOf(sections, answers, ranges, moment),
    sections,
    answers: sections.flatMap(({ questions }) =>
      questions.flatMap(({ id: questionId, name: question }) => {
        const result = calculated.get(questionId)
        if (result) return [{ questionId, question, value: result, version: 0, others: [] }]
        const answer = answered.get(questionId)
        return answer && result === undefined ? [{ ...answer, question }] : []
      }),
    ),
    sensorAnswers: sections.flatMap((section) =>
      ranges
        .filter(
          ({ sectionId, sensorId }) => sectionId === section.id && section.sensors.some(({ id }) => id === sensorId),
        )
        .map(({ start_time, end_time, ...range }) => ({
          ...range,
          section_name: section.name,
          start_time: isoTime(start_time),
          end_time: isoTime(end_time),
        })),
    ),
  }
}

/** When and where a submission was begun. */
export const momentOf = ({ createdAt, timeZone }: Pick<Submission, 'createdAt' | 'timeZone'>): Moment => ({
  now: createdAt,
  zone: timeZone,
})

/** A submission without its progress and its answers. */
export function viewRow(row: typeof submission.$inferSelect, { name, custom_id_label }: Submission['form']) {
  const { id, formId, formRevision, timeZone, ver: version, createdAt, updatedAt } = row
  return {
    id,
    ...headerOf(row),
    formId,
    form: { name, custom_id_label },
    formRevision,
    timeZone,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const viewFile = ({ digest: sha256, ...file }: Attachment) => ({
  sha256,
  ...file,
  url: `/api/sync/blobs/${sha256}/content`,
})

/** Dates as they are stored: what is anchored does not depend on a time zone. */
const storedFormats: AnswerFormats = { date: (value) => value }

export function previewOf(found: SubmissionDetail): SubmissionPreview {
  const { form, custom_id, sections, complete, missing } = found
  const { answers, sensorAnswers } = previewRows(sections, found.answers, found.sensorAnswers, momentOf(found))
  return {
    custom_id_label: form.custom_id_label,
    custom_id,
    answers: answers.map(({ section_name, question, value }) => {
      const { id: questionId, name, datatype, prefix, suffix } = question
      const answer = answerText({ ...question, prefix: '', suffix: '' }, value, storedFormats)
      const files = attachmentsOf(question, value).map(viewFile)
      return { questionId, question: name, answer, datatype, prefix, suffix, section_name, ...(files[0] && { files }) }
    }),
    sensorAnswers,
    complete,
    missing,
  }
}

/**
 * The data that the form shares with shoppers: answers with their prefix and suffix, files by the SHA-256 of what is shown, and
 * complete sensor ranges.
 */
export function sharedOf(found: SubmissionDetail, files: ReadonlyMap<string, FieldFile>): SubmissionPayload {
  const { form, custom_id, sections } = found
  const { answers, sensorAnswers } = previewRows(sections, found.answers, found.sensorAnswers, momentOf(found))
  const isShared = (sectionId: string, sensorId: string) =>
    sections.some(({ id, sensors }) => id === sectionId && sensors.some((one) => one.id === sensorId && one.share))
  return {
    custom_id_label: form.custom_id_label,
    custom_id,
    answers: answers
      .filter(({ question, value }) => question.share && value !== '')
      .map(({ question, value }) => {
        const attached = attachmentsOf(question, value).flatMap(({ digest }) => files.get(digest) ?? [])
        if (attached.length === 0)
          return { question: question.name, answer: answerText(question, value, storedFormats) }
        return { question: question.name, files: attached.map(({ contentHash: hash, ext }) => ({ hash, ext })) }
      }),
    sensorAnswers: sensorAnswers.flatMap(({ sectionId, sensorId, section_name, start_time, end_time }) =>
      isShared(sectionId, sensorId) && start_time && end_time ? [{ sensorId, section_name, start_time, end_time }] : [],
    ),
  }
}
