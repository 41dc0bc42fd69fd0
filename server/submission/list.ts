import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, orderOf, orderTerms, pageOfIds } from '#server/core/db/paging.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, exists, ilike, inArray, isNull, or, sql } from '#server/core/drizzle/orm.ts'
import { formRevision } from '#server/form/table.ts'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import { omit } from '#shared/core/omit.ts'
import { decidingQuestions } from '#shared/form/form-state.ts'
import type { Submission } from '#shared/submission/contract.ts'
import {
  type AnswerValue,
  type SectionParts,
  type SensorRange,
  submissionProgressOf,
} from '#shared/submission/rules.ts'
import { revisionKey } from './answers/answers.ts'
import { momentOf, ofRevision, viewRow } from './read.ts'
import { submission, submissionAnswer, submissionRange } from './table.ts'

const formName = sql<string>`${formRevision.structure} ->> 'name'`
const columns = {
  date: submission.date,
  custom_id: submission.customId,
  form: formName,
  createdAt: submission.createdAt,
  updatedAt: submission.updatedAt,
}

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
    { where, order: orderOf(sort, columns, [submission.createdAt, submission.id]) },
    query,
  )
  return { rows: inOrderOf(ids, await findHeads(tx, merchantId, ids), ({ id }) => id), total }
}

/** As `pageOfIds`, ordered by the name of the form: no index contains it, so all submissions of the merchant are read. */
const pageByForm: typeof pageOfIds = async (tx, table, { where, order }, { page, limit }) => {
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

type FormParts = Submission['form'] & { form_id: string; revision: number; sections: SectionParts[] }

/** The progress depends on whether an answer is empty, and on the whole answers to questions that expressions read. */
const answerStarts = (deciding: readonly string[]) => sql<AnswerValue[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('questionId', a.question_id, 'value',
    case when a.question_id = any(${uuidArray(deciding)}) then a.value else left(a.value, 1) end)), '[]')
  from ${submissionAnswer} a where a.merchant_id = ${submission.merchantId} and a.submission_id = ${submission.id})`

const recordedRanges = sql<SensorRange[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('sectionId', r.section_id, 'sensorId', r.sensor_id,
    'start_time', r.start_time, 'end_time', r.end_time)), '[]')
  from ${submissionRange} r where r.merchant_id = ${submission.merchantId} and r.submission_id = ${submission.id})`

/**
 * The submissions of a page with their progress. One submission can have megabytes of answers, and so can its form of
 * questions. Only the parts that determine the progress are read, and a form once for all its submissions.
 */
async function findHeads(tx: Tx, merchantId: string, ids: string[]): Promise<Submission[]> {
  const forms = await formPartsOf(tx, merchantId, ids)
  const deciding = new Set([...forms.values()].flatMap(({ sections }) => decidingQuestions(sections)))
  const found = await tx
    .select({ row: submission, answers: answerStarts([...deciding]), ranges: recordedRanges })
    .from(submission)
    .where(and(eq(submission.merchantId, merchantId), inArray(submission.id, ids)))
  return found.map(({ row, answers, ranges }) => {
    const form = forms.get(revisionKey(row))!
    const head = viewRow(row, form)
    return { ...head, ...omit(submissionProgressOf(form.sections, answers, ranges, momentOf(head)), 'missing') }
  })
}

/** The forms of submissions at their revisions, by `revisionKey`, without the texts of their questions. */
async function formPartsOf(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, FormParts>> {
  const { rows: found } = await tx.execute<FormParts>(sql`
    select r.form_id, r.revision, r.structure ->> 'name' as name, r.structure ->> 'custom_id_label' as custom_id_label, (
      select coalesce(jsonb_agg(s || jsonb_build_object('questions', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', q -> 'id', 'name', '', 'required', q -> 'required', 'active', q -> 'active',
              'datatype', q -> 'datatype') || jsonb_strip_nulls(jsonb_build_object('key', q -> 'key',
              'showIf', q -> 'showIf', 'calculation', q -> 'calculation', 'constraint', q -> 'constraint',
              'requiredIf', q -> 'requiredIf')) order by number), '[]')
          from jsonb_array_elements(s -> 'questions') with ordinality question (q, number))) order by place), '[]')
      from jsonb_array_elements(r.structure -> 'sections') with ordinality section (s, place)) as sections
    from form_revision r
    where r.merchant_id = ${merchantId} and (r.form_id, r.revision) in (
      select form_id, form_revision from submission where merchant_id = ${merchantId} and id = any(${uuidArray(ids)}))`)
  return new Map(found.map((form) => [revisionKey({ formId: form.form_id, formRevision: form.revision }), form]))
}
