import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import type { SubmissionPayload } from '#shared/activation/payload.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type SubmissionDetail, submissionProblems } from '#shared/submission/contract.ts'
import { sharedFiles } from './files.ts'
import { selectSubmissions, sharedOf, viewSubmission } from './read.ts'
import { submission } from './table.ts'

/** The submissions with these ids; unknown ids are left out. */
async function findSubmissions(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, SubmissionDetail>> {
  const found = await selectSubmissions(tx, merchantId, sql`${submission.id} = any(${uuidArray(ids)})`)
  return new Map(found.map((one) => [one.row.id, viewSubmission(one)]))
}

export async function findSubmission(tx: Tx, merchantId: string, id: string): Promise<SubmissionDetail> {
  const found = (await findSubmissions(tx, merchantId, [id])).get(id)
  if (!found) throw new Problem(submissionProblems.notFound)
  return found
}

/** A complete submission, with which codes can be activated. */
export async function findComplete(tx: Tx, merchantId: string, id: string): Promise<SubmissionDetail> {
  const found = await findSubmission(tx, merchantId, id)
  if (!found.complete) {
    const fields = [...new Set(found.missing.map(({ name }) => name))].join(', ')
    throw new Problem(submissionProblems.incomplete, { fields, missing: found.missing })
  }
  return found
}

/** The data that a submission shares with shoppers. Also of a removed one, because an accepted list may refer to it. */
export async function sharedFacts(tx: Tx, merchantId: string, id: string): Promise<SubmissionPayload | undefined> {
  const [found] = await selectSubmissions(tx, merchantId, eq(submission.id, id), { removed: true })
  if (!found) return undefined
  const detail = viewSubmission(found)
  return sharedOf(detail, await sharedFiles(tx, merchantId, detail))
}
