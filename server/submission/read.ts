import { and, eq, exists, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { inOrderOf, orderOf, orderTerms, pageOfIds } from '#server/core/db/paging.ts'
import { formRevision } from '#server/form/table.ts'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import type { FormStructure } from '#shared/form/contract.ts'
import type { TimeRange } from '#shared/submission/answers.ts'
import type { Submission, SubmissionDetail } from '#shared/submission/contract.ts'
import { submissionProgressOf } from '#shared/submission/rules.ts'
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

const formName = sql<string>`${formRevision.structure} ->> 'name'`
const columns = {
  date: submission.date,
  custom_id: submission.customId,
  form: formName,
  createdAt: submission.createdAt,
  updatedAt: submission.updatedAt,
}

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

const ofRevision = and(
  eq(formRevision.merchantId, submission.merchantId),
  eq(formRevision.formId, submission.formId),
  eq(formRevision.revision, submission.formRevision),
)

export async function listSubmissions(
  tx: Tx,
  merchantId: string,
  query: PageQuery,
): Promise<{ rows: Submission[]; total: number }> {
  const { sort, search } = query
  const pattern = containsPattern(search)
  const isNamed = () =>
    exists(
      tx
        .select({ one: sql`1` })
        .from(formRevision)
        .where(and(ofRevision, ilike(formName, pattern))),
    )
  const where = and(
    eq(submission.merchantId, merchantId),
    isNull(submission.removedAt),
    search ? or(ilike(submission.customId, pattern), isNamed()) : undefined,
  )
  const page = sort?.endsWith('form') ? pageByForm : pageOfIds
  const { ids, total } = await page(
    tx,
    submission,
    where,
    orderOf(sort, columns, [submission.createdAt, submission.id]),
    query,
  )
  const rows = await selectSubmissions(tx, merchantId, inArray(submission.id, ids))
  return { rows: inOrderOf(ids, rows, ({ row }) => row.id).map(viewHead), total }
}

/** As `pageOfIds`, ordered by the name of the form: no index contains it, so all submissions of the merchant are read. */
const pageByForm: typeof pageOfIds = async (tx, table, where, order, { page, limit }) => {
  const found = await tx
    .select({ id: submission.id })
    .from(submission)
    .innerJoin(formRevision, ofRevision)
    .where(where)
    .orderBy(...orderTerms(order))
    .limit(limit)
    .offset((page - 1) * limit)
  return { ids: found.map(({ id }) => id), total: await tx.$count(table, where) }
}

function viewHead(found: SubmissionRow): Submission {
  const { sections: _, answers: __, sensorAnswers: ___, missing: ____, ...head } = viewSubmission(found)
  return head
}

export function viewSubmission({ row, structure, answers, ranges }: SubmissionRow): SubmissionDetail {
  const { id, formId, formRevision, ver: version, createdAt, updatedAt } = row
  const { name, custom_id_label, sections } = structure
  const answered = new Map(answers.map((answer) => [answer.questionId, answer]))
  return {
    id,
    ...headerOf(row),
    formId,
    form: { name, custom_id_label },
    formRevision,
    version,
    ...submissionProgressOf(sections, answers, ranges),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    sections,
    answers: sections.flatMap(({ questions }) =>
      questions.flatMap((question) => {
        const answer = answered.get(question.id)
        return answer ? [{ ...answer, question: question.name }] : []
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
