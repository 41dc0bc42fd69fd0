import type { Problem } from '#shared/core/api/problem.ts'

/** A sent value that was not written: another write came first, or `problem` names the rule that the value breaks. */
export type WriteConflict = { path: string; problem?: Problem }

/**
 * The result of one write of a list, for every domain.
 * - applied: the write took effect
 * - merged: the write met another write that its sender had not seen; `conflicts` lists the sent values that were not written
 * - unchanged: the record was in this state already, for example because the same write arrived twice
 * - rejected: nothing was written; the other writes of the list are not affected
 */
export type WriteResult = AcceptedWrite | RejectedWrite
export type AcceptedWrite = {
  id: string
  status: 'applied' | 'merged' | 'unchanged'
  version: number
  conflicts?: readonly WriteConflict[]
}
export type RejectedWrite = { id: string; status: 'rejected'; problem: Problem }

export const rejectedWrite = (id: string, problem: Problem): RejectedWrite => ({ id, status: 'rejected', problem })

/** The result of a three-way merge. */
export function mergedWrite(
  id: string,
  version: number,
  isChanged: boolean,
  conflicts: readonly WriteConflict[],
): AcceptedWrite {
  const status = conflicts.length > 0 ? 'merged' : isChanged ? 'applied' : 'unchanged'
  return { id, status, version, conflicts }
}

/** Adds the versions that the database counted during the write. Other records keep their version. */
export function withVersions<R extends WriteResult>(results: readonly R[], versions: ReadonlyMap<string, number>): R[] {
  return results.map((result) =>
    result.status === 'rejected' ? result : { ...result, version: versions.get(result.id) ?? result.version },
  )
}

export type VersionedRow = { id: string; ver: number }
export const versionsOf = (rows: readonly VersionedRow[]): Map<string, number> =>
  new Map(rows.map(({ id, ver }) => [id, ver]))

/** The result of a list with one write. Throws the problem of a rejected write. */
export function singleResult(results: readonly WriteResult[]): AcceptedWrite {
  const result = results[0]!
  if (result.status === 'rejected') throw result.problem
  return result
}
