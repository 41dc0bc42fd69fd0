import type { Tx } from '#server/core/db/database.ts'
import { mergedWrite, rejectedWrite, type WriteResult, withVersions } from '#server/core/db/write-result.ts'
import { sentFiles } from '#server/submission/files.ts'
import { lockSubmissions, lockUniqueOf, restoreSubmissions } from '#server/submission/lock.ts'
import { markRemoved } from '#server/submission/remove.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { submissionProblems } from '#shared/submission/contract.ts'
import {
  type AnswersChange,
  loadVersionedValues,
  mergeAnswer,
  mergeRange,
  type PendingWrites,
  revisionKey,
  saveVersionedValues,
  structuresOf,
  uniqueAnswers,
} from './answers.ts'
import { ConstraintCheck } from './constraints.ts'

/**
 * Saves answers and sensor ranges. Each is merged on its own: a rejected value (an answer of the wrong type, or one that
 * must be unique and is taken) is a conflict with a problem, and the other values are saved. A submission that was removed
 * meanwhile is restored.
 *
 * @param created ids of submissions that this transaction created: they have no answers yet, and their first answers
 *   belong to their first version
 */
export async function saveAnswers(
  tx: Tx,
  merchantId: string,
  changes: readonly AnswersChange[],
  created: ReadonlySet<string> = new Set(),
): Promise<WriteResult[]> {
  const ids = changes.map(({ id }) => id)
  const locked = await lockSubmissions(tx, merchantId, ids)
  const removed = [...locked.values()].filter(({ removedAt }) => removedAt).map(({ id }) => id)
  const structures = await structuresOf(tx, merchantId, [...locked.values()])
  const unique = uniqueAnswers(changes, locked, structures)
  const questions = unique.map(({ question_id }) => question_id)
  await lockUniqueOf(tx, merchantId, questions, removed)
  const restored = await restoreSubmissions(tx, merchantId, removed)
  const existing = changes.filter(({ id }) => !created.has(id))
  const digests = sentFiles(changes, locked, structures)
  const stored = await loadVersionedValues(tx, merchantId, existing, { unique, digests })
  const constraints = await ConstraintCheck.load(tx, merchantId, changes, (id) => {
    const row = locked.get(id)
    return row && structures.get(revisionKey(row))
  })
  const written: PendingWrites = { answers: new Map(), ranges: new Map() }
  const touched = new Set<string>()
  const emptyEdits: string[] = []
  const results = changes.map((change): WriteResult => {
    const row = locked.get(change.id)
    if (!row) return rejectedWrite(change.id, new Problem(submissionProblems.notFound))
    const structure = structures.get(revisionKey(row))!
    const broken = constraints.problems(change, structure)
    const merges = [
      ...change.answers.map((sent) => mergeAnswer(change.id, sent, { structure, stored, written, broken })),
      ...change.sensorAnswers.map((sent) => mergeRange(change.id, sent, { structure, stored, written })),
    ]
    const isChanged = merges.some(({ status }) => status === 'applied' || status === 'conflict')
    if (isChanged && !created.has(row.id)) touched.add(row.id)
    const conflicts = merges.flatMap(({ path, status, problem }) => {
      if (problem) return [{ path, problem }]
      return status === 'conflict' ? [{ path }] : []
    })
    if (row.removedAt && merges.every(({ problem }) => problem)) emptyEdits.push(row.id)
    return mergedWrite(row.id, row.ver, isChanged || removed.includes(row.id), conflicts)
  })
  const versions = await saveVersionedValues(tx, merchantId, written, touched)
  // An edit restores its submission before its values are checked. If every value was rejected, the removal stays.
  const removedAgain = await markRemoved(tx, merchantId, emptyEdits)
  return withVersions(results, new Map([...restored, ...versions, ...removedAgain]))
}
