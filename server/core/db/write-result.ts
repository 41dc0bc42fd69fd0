import type { Problem } from '#shared/core/api/problem.ts'

/**
 * What became of one record of a list. A refused one changed nothing, and the others stand.
 * - merged: some of what was sent lost against what others had written meanwhile; `clashes` names those fields
 * - unchanged: the record was so already, as when the same thing arrives twice
 */
export type WriteResult =
  | { id: string; state: 'applied' | 'merged' | 'unchanged'; version: number; clashes?: string[] }
  | { id: string; state: 'refused'; problem: Problem }

export const rejectedWrite = (id: string, problem: Problem): WriteResult => ({ id, state: 'refused', problem })

/** The versions that the database counted while it wrote; other records keep the one that they had. */
export function withVersions<O extends WriteResult>(
  outcomes: readonly O[],
  versions: ReadonlyMap<string, number>,
): O[] {
  return outcomes.map((outcome) =>
    outcome.state === 'refused' ? outcome : { ...outcome, version: versions.get(outcome.id) ?? outcome.version },
  )
}

export type VersionedRow = { id: string; ver: number }
export const versionsOf = (rows: readonly VersionedRow[]): Map<string, number> =>
  new Map(rows.map(({ id, ver }) => [id, ver]))

/** The outcome of a list of one; a refusal is thrown. */
export function singleResult(outcomes: readonly WriteResult[]): Exclude<WriteResult, { state: 'refused' }> {
  const outcome = outcomes[0]!
  if (outcome.state === 'refused') throw outcome.problem
  return outcome
}
