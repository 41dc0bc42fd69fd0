import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'

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
type RejectedWrite = { id: string; status: 'rejected'; problem: Problem }

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

/** A removal. With `version`, only if the record was not changed since. */
export type Removal = { id: string; version?: number | undefined }

/**
 * Decides each removal of a list by the stored records; an edit wins over a removal. Returns the ids to remove, and the results
 * with the versions before the removal.
 */
export function decideRemovals<Row extends { ver: number; removedAt: Date | null }>(
  removals: readonly Removal[],
  stored: ReadonlyMap<string, Row>,
  problems: { notFound: ProblemKind; changed: ProblemKind },
): { removedIds: string[]; results: WriteResult[] } {
  const removedIds = new Set<string>()
  const results = removals.map(({ id, version }): WriteResult => {
    const row = stored.get(id)
    if (!row) return rejectedWrite(id, new Problem(problems.notFound))
    if (row.removedAt || removedIds.has(id)) return { id, status: 'unchanged', version: row.ver }
    if (version !== undefined && version !== row.ver) {
      return rejectedWrite(id, new Problem(problems.changed, { version: row.ver }))
    }
    removedIds.add(id)
    return { id, status: 'applied', version: row.ver }
  })
  return { removedIds: [...removedIds], results }
}
