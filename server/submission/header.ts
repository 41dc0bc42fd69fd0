import type { Tx } from '#server/core/db/database.ts'
import { listedColumns } from '#server/core/db/listed-columns.ts'
import {
  mergedWrite,
  rejectedWrite,
  type VersionedRow,
  versionsOf,
  type WriteResult,
  withVersions,
} from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { SubmissionHeader, submissionProblems } from '#shared/submission/contract.ts'
import { mergePatch, patchFrom } from '#shared/sync/rules.ts'
import { type LockedSubmission, lockSubmissions, lockUniqueOf, restoreSubmissions } from './lock.ts'
import { submission } from './table.ts'

/** The columns of the header. A field without a column does not compile here. */
export const headerColumns = [...SubmissionHeader.omit({ custom_id: true }).keyof().options, 'customId'] as const

/** The schema drops the columns that are not in the header. */
export function headerOf({ customId, date, ...row }: Omit<LockedSubmission, 'removedAt'>): SubmissionHeader {
  return SubmissionHeader.parse({ ...row, custom_id: customId, date: date.toISOString() } satisfies SubmissionHeader)
}

/** A header as columns of a recordset. */
export function columnsOf<H extends Pick<SubmissionHeader, 'custom_id'>>({ custom_id, ...rest }: H) {
  return { ...rest, customId: custom_id }
}

type Fields = { [K in keyof SubmissionHeader]?: SubmissionHeader[K] | undefined }
export type SubmissionChange = {
  id: string
  fields: Fields & { formId?: string | undefined }
  /** The values of those fields that the sender had seen. Without it, the current values count as seen. */
  from?: Fields
}

const changedColumns = listedColumns(submission, ['id', ...headerColumns])

/** Changes the header, field by field. A submission that was removed meanwhile is restored. */
export async function updateSubmissions(
  tx: Tx,
  merchantId: string,
  changes: readonly SubmissionChange[],
): Promise<WriteResult[]> {
  const locked = await lockSubmissions(
    tx,
    merchantId,
    changes.map(({ id }) => id),
  )
  const written = new Map<string, object>()
  const restored: string[] = []
  const results = changes.map(({ id, fields: { formId, ...sent }, from = {} }): WriteResult => {
    const row = locked.get(id)
    if (!row) return rejectedWrite(id, new Problem(submissionProblems.notFound))
    if (formId !== undefined && formId !== row.formId)
      return rejectedWrite(id, new Problem(submissionProblems.formFixed))
    const stored = headerOf(row)
    const { fields, changed, conflicts } = mergePatch(
      stored,
      patchFrom(stored, normalizedHeader(sent), normalizedHeader(from)),
    )
    if (row.removedAt) restored.push(id)
    const isChanged = changed.length > 0 || row.removedAt !== null
    const result = mergedWrite(id, row.ver, isChanged, conflicts)
    if (!isChanged) return result
    const columns = columnsOf(fields)
    locked.set(id, { ...row, ...columns, date: new Date(fields.date), removedAt: null })
    written.set(id, { id, ...columns })
    return result
  })
  await lockUniqueOf(tx, merchantId, [], restored)
  await restoreSubmissions(tx, merchantId, restored)
  const { rows } = await tx.execute<VersionedRow>(sql`
    update submission set ${changedColumns.assignments}, updated_at = now()
    from ${changedColumns.from([...written.values()])}
    where submission.merchant_id = ${merchantId} and submission.id = listed.id returning submission.id, ver`)
  return withVersions(results, versionsOf(rows))
}

/** Converts equal times to equal texts. */
function normalizedHeader({ date, ...rest }: Fields): Fields {
  return { ...rest, ...(date !== undefined && { date: new Date(date).toISOString() }) }
}
