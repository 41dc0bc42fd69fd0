import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { type VersionedRow, versionsOf } from '#server/core/db/write-result.ts'
import { submission } from './table.ts'

/** What deciding about a submission takes: of the times only those that are compared, since reading one costs as much as all else. */
export type LockedSubmission = Pick<
  typeof submission.$inferSelect,
  'id' | 'formId' | 'formRevision' | 'date' | 'customId' | 'ver' | 'removedAt'
>

/** Submissions until the end of the transaction, removed ones too; always in the order of their ids. */
export async function lockSubmissions(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, LockedSubmission>> {
  const { id, formId, formRevision, date, customId, ver, removedAt } = submission
  const rows = await tx
    .select({ id, formId, formRevision, date, customId, ver, removedAt })
    .from(submission)
    .where(and(eq(submission.merchantId, merchantId), sql`${submission.id} = any(${uuidArray(ids)})`))
    .orderBy(submission.id)
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** Writers of unique answers to the same questions wait for each other, so that a taken answer can be named. */
export async function lockUnique(tx: Tx, merchantId: string, questionIds: Iterable<string>): Promise<void> {
  await tx.execute(sql`
    select from form_part where merchant_id = ${merchantId} and id = any(${uuidArray([...questionIds])})
    order by id for no key update`)
}

/**
 * The same of all that a list of changes will want: the questions that it answers, and those that removed submissions bring
 * back. At once and in one order, so that two lists never wait for each other.
 */
export async function lockUniqueOf(
  tx: Tx,
  merchantId: string,
  questionIds: readonly string[],
  removed: readonly string[],
): Promise<void> {
  const back = removed.length > 0 ? await uniqueQuestionsOf(tx, merchantId, removed) : []
  const all = new Set([...questionIds, ...back])
  if (all.size > 0) await lockUnique(tx, merchantId, all)
}

const answersOf = (merchantId: string, ids: readonly string[]) =>
  sql`a.merchant_id = ${merchantId} and a.submission_id = any(${uuidArray(ids)}) and a.value <> ''`
const isAsked = sql`exists (
  select from form_part p where p.merchant_id = a.merchant_id and p.id = a.question_id and p.datatype = 'unique')`

async function uniqueQuestionsOf(tx: Tx, merchantId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ question_id: string }>(sql`
    select distinct a.question_id from submission_answer a where ${answersOf(merchantId, ids)} and ${isAsked}`)
  return rows.map(({ question_id }) => question_id)
}

/** Frees the unique answers of removed submissions for others. */
export async function releaseUnique(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update submission_answer set is_unique = false
    where merchant_id = ${merchantId} and submission_id = any(${uuidArray(ids)}) and is_unique`)
}

/**
 * Brings removed submissions back, because an edit beats a removal. A unique answer that was given elsewhere meanwhile
 * moves beside the empty answer, to be looked at. Whoever calls holds their unique questions. Answers their new versions.
 */
export async function restoreSubmissions(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const ofThese = answersOf(merchantId, ids)
  await tx.execute(sql`
    with judged as (
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
    from judged j where a.submission_id = j.submission_id and a.question_id = j.question_id`)
  const { rows: back } = await tx.execute<VersionedRow>(sql`
    update submission set removed_at = null, updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray(ids)}) and removed_at is not null returning id, ver`)
  return versionsOf(back)
}
