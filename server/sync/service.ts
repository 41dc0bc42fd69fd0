import type { WriteResult as DomainOutcome } from '#server/core/db/write-result.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { readField } from '#shared/sync/rules.ts'
import { applied, merged, type OperationOutcome, rejectedWith, type SyncCall, type SyncEntity } from './entity.ts'
import { auditOutcomes } from './push/audit.ts'
import { baseVersions } from './push/base-version.ts'

/** The version of the record that a person had before them; infinity where it is the one that stands there. */
export type BaseVersion = (operation: Operation) => number

type Steps<D> = {
  /** What the trail calls it. */
  action: string
  /** What an operation asks of the domain, or why it cannot be. */
  read(operation: Operation, seen: BaseVersion): D | Problem
  /** The domain's own function for lists; its answers stand in the order of the drafts. */
  run(drafts: readonly D[]): Promise<readonly DomainOutcome[]>
  /** Where an outcome means more than its state says. */
  answer?(operation: Operation, outcome: DomainOutcome, seen: BaseVersion): OperationOutcome | undefined
}

/** Operations of one kind, given to the function of the domain that calls use too: one list, one set of rules. */
export async function applyBatch<D>(
  call: SyncCall,
  operations: readonly Operation[],
  { action, read, run, answer }: Steps<D>,
): Promise<OperationOutcome[]> {
  const versions = await baseVersions(call, operations)
  const seen: BaseVersion = ({ opId }) => versions.get(opId)!
  const asked = operations.map((operation) => ({ operation, draft: read(operation, seen) }))
  const drafts = asked.flatMap(({ draft }) => (draft instanceof Problem ? [] : [draft]))
  const results = drafts.length > 0 ? [...(await run(drafts))] : []
  const outcomes = asked.map(({ operation, draft }): OperationOutcome => {
    if (draft instanceof Problem) return rejectedWith(operation, draft)
    const outcome = results.shift()!
    return answer?.(operation, outcome, seen) ?? plainResult(operation, outcome, seen(operation))
  })
  auditOutcomes(call, action, operations, outcomes)
  return outcomes
}

function plainResult(operation: Operation, outcome: DomainOutcome, seen: number): OperationOutcome {
  if (outcome.state === 'refused') return rejectedWith(operation, outcome.problem)
  const alone = outcome.state === 'unchanged' || (outcome.state === 'applied' && outcome.version <= seen + 1)
  return alone ? applied(operation, outcome.version) : merged(operation, outcome.version)
}

/** For removals: the version that a removal names; none where nobody can have come between. */
export function removalBaseVersion(operation: Operation, seen: BaseVersion): number | undefined {
  const ver = seen(operation)
  return Number.isFinite(ver) ? ver : undefined
}

/** An edit that the person did not see beats their removal: the record stays, and they learn of it. */
export const editBeatsRemoval =
  (changed: ProblemKind) =>
  (operation: Operation, outcome: DomainOutcome): OperationOutcome | undefined =>
    outcome.state === 'refused' && outcome.problem.kind === changed
      ? merged(operation, Number(outcome.problem.details.version))
      : undefined

/** What lost of an operation, by path: against somebody else's value, or against a rule. */
export type LosingPaths = { clashes: readonly string[]; refused: ReadonlyMap<string, Problem> }

/** An operation of which nothing can stand is rejected; otherwise what lost is told beside what took effect. */
export function partialResult(
  operation: Operation,
  ver: number,
  { clashes, refused }: LosingPaths,
  asked?: number,
): OperationOutcome {
  const [problem] = refused.values()
  if (problem && refused.size === asked) return rejectedWith(operation, problem)
  const lost = [...clashes, ...refused.keys()].map((path) => [
    path,
    { kept: undefined, offered: operation.patch[path]?.to, problem: refused.get(path) },
  ])
  return merged(operation, ver, Object.fromEntries(lost))
}

/** Beside each value that lost, the one that stands in the record. */
export async function withStoredValues(
  { tx, merchantId }: SyncCall,
  rows: SyncEntity['rows'],
  operations: readonly Operation[],
  outcomes: readonly OperationOutcome[],
): Promise<readonly OperationOutcome[]> {
  const lost = new Map(outcomes.flatMap((one) => ('clashes' in one && one.clashes ? [[one.opId, one.clashes]] : [])))
  const touched = operations.filter(({ opId }) => lost.has(opId))
  if (touched.length === 0) return outcomes
  const ids = touched.map(({ recordId }) => recordId)
  const records = new Map((await rows(tx, merchantId, ids)).map(({ id, data = {} }) => [id, data]))
  const recordOf = new Map(touched.map(({ opId, recordId }) => [opId, records.get(recordId) ?? {}]))
  return outcomes.map((outcome) => {
    const record = recordOf.get(outcome.opId)
    if (!record || outcome.status === 'rejected') return outcome
    const clashes = Object.entries(outcome.clashes ?? {}).map(([path, clash]) => [
      path,
      { ...clash, kept: readField(record, path) },
    ])
    return { ...outcome, clashes: Object.fromEntries(clashes) }
  })
}
