import type { Tx } from '#server/core/db/database.ts'
import { textArray, uuidArray } from '#server/core/db/sql-params.ts'
import { type VersionedRow, versionsOf } from '#server/core/db/write-result.ts'
import { and, eq, getTableColumns, sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import { uniqueDatatypes } from '#shared/form/question-types/registry.ts'
import { submissionProblems } from '#shared/submission/contract.ts'
import { submission } from './table.ts'

/** The columns that a write compares. Other times are left out, because parsing one costs as much as the rest of the row. */
const columns = omit(getTableColumns(submission), 'merchantId', 'draftHash', 'createdAt', 'updatedAt')
export type LockedSubmission = Pick<typeof submission.$inferSelect, keyof typeof columns>

/** Locks submissions until the end of the transaction, removed ones too, always in the order of their ids. */
export async function lockSubmissions(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, LockedSubmission>> {
  const rows = await tx
    .select(columns)
    .from(submission)
    .where(and(eq(submission.merchantId, merchantId), sql`${submission.id} = any(${uuidArray(ids)})`))
    .orderBy(submission.id)
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks questions with unique answers: writers wait for each other, so that a taken answer is found before it violates the index. */
async function lockUnique(tx: Tx, merchantId: string, questionIds: Iterable<string>): Promise<void> {
  await tx.execute(sql`
    select from form_part where merchant_id = ${merchantId} and id = any(${uuidArray([...questionIds])})
    order by id for no key update`)
}

/** For callers who see that it was removed: only an edit from a device that worked offline restores a submission. */
export async function assertPresent(tx: Tx, merchantId: string, id: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from submission where merchant_id = ${merchantId} and id = ${id} and removed_at is null for update`)
  if (rows.length === 0) throw new Problem(submissionProblems.notFound)
}

/**
 * Locks all questions that a list of changes needs: those that it answers, and those of the removed submissions that it
 * restores. One statement locks them in one order, so that two lists cannot deadlock.
 */
export async function lockUniqueOf(
  tx: Tx,
  merchantId: string,
  questionIds: readonly string[],
  removed: readonly string[],
): Promise<void> {
  const restored = removed.length > 0 ? await uniqueQuestionsOf(tx, merchantId, removed) : []
  const all = new Set([...questionIds, ...restored])
  if (all.size > 0) await lockUnique(tx, merchantId, all)
}

const answersOf = (merchantId: string, ids: readonly string[]) =>
  sql`a.merchant_id = ${merchantId} and a.submission_id = any(${uuidArray(ids)}) and a.value <> ''`
const isAsked = sql`exists (
  select from form_part p where p.merchant_id = a.merchant_id and p.id = a.question_id
    and p.datatype = any(${textArray(uniqueDatatypes)}))`

async function uniqueQuestionsOf(tx: Tx, merchantId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ question_id: string }>(sql`
    select distinct a.question_id from submission_answer a where ${answersOf(merchantId, ids)} and ${isAsked}`)
  return rows.map(({ question_id }) => question_id)
}

/** Releases the unique answers of removed submissions, so that other submissions can use them. */
export async function releaseUnique(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update submission_answer set is_unique = false
    where merchant_id = ${merchantId} and submission_id = any(${uuidArray(ids)}) and is_unique`)
}

/**
 * Restores removed submissions, because an edit wins over a removal. A unique answer that another submission has taken
 * meanwhile becomes one of `others` beside an empty answer, and a user has to choose. The caller has locked the questions.
 * Returns the new versions.
 */
export async function restoreSubmissions(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const ofThese = answersOf(merchantId, ids)
  await tx.execute(sql`
    with checked as (
      select a.submission_id, a.question_id,
        row_number() over (partition by a.question_id, a.value order by a.submission_id) = 1 and not exists (
          select from submission_answer b
          where b.merchant_id = a.merchant_id and b.question_id = a.question_id and b.value = a.value and b.is_unique
        ) as is_free
      from submission_answer a where ${ofThese} and ${isAsked} and not a.is_unique)
    update submission_answer a set is_unique = is_free,
      value = case when is_free then a.value else '' end,
      others = case when is_free then a.others else a.others || to_jsonb(a.value) end,
      version = a.version + case when is_free then 0 else 1 end
    from checked j where a.submission_id = j.submission_id and a.question_id = j.question_id`)
  const { rows: restored } = await tx.execute<VersionedRow>(sql`
    update submission set removed_at = null, updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray(ids)}) and removed_at is not null returning id, ver`)
  return versionsOf(restored)
}
