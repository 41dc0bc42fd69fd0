import type { Tx } from '#server/core/db/database.ts'
import { findFieldFiles } from '#server/sync/service.ts'
import type { SubmissionDetail } from '#shared/submission/contract.ts'
import { attachmentsOf, previewRows } from '#shared/submission/rules.ts'
import { type AnswersChange, type Questions, revisionKey } from './answers/answers.ts'
import type { LockedSubmission } from './lock.ts'
import { momentOf } from './read.ts'

/** The digests of the files in the sent answers. */
export function sentFiles(
  changes: readonly AnswersChange[],
  locked: ReadonlyMap<string, LockedSubmission>,
  structures: ReadonlyMap<string, Questions>,
): string[] {
  return changes.flatMap(({ id, answers }) => {
    const row = locked.get(id)
    const questions = row && structures.get(revisionKey(row))?.questions
    return answers.flatMap(({ questionId, value }) => {
      const question = questions?.get(questionId)
      return question ? attachmentsOf(question, value).map(({ digest }) => digest) : []
    })
  })
}

/** The files of the answers that a form shares, as they are stored, by the digest with which they were sent. */
export async function sharedFiles(tx: Tx, merchantId: string, found: SubmissionDetail) {
  const { answers } = previewRows(found.sections, found.answers, [], momentOf(found))
  const shared = answers.filter(({ question }) => question.share)
  const digests = shared.flatMap(({ question, value }) => attachmentsOf(question, value).map(({ digest }) => digest))
  return findFieldFiles(tx, merchantId, digests)
}
