import type { Operation } from '#shared/sync/operation.ts'

type Verdict = 'good' | 'bad'

/**
 * Orders the new operations of a push: each comes after those that it depends on and after earlier ones on its record.
 * `decideGroup` gets operations of one entity and kind on different records and says which took effect. Whatever waits
 * for something that did not is given to `block`.
 */
export async function inWaves<O extends Operation>(
  operations: readonly O[],
  /** Of the operations outside this push, those that took effect. */
  effective: ReadonlySet<string>,
  decideGroup: (group: readonly O[]) => Promise<ReadonlySet<string>>,
  block: (operation: O) => void,
): Promise<void> {
  const verdicts = new Map<string, Verdict>()
  const needs = needsOf(operations)
  let waiting = [...operations]
  while (waiting.length > 0) {
    const ready = waiting.filter(({ opId }) => needs.get(opId)!.every((need) => isSettled(need)))
    // What is left waits for itself in a circle.
    const next = ready.length > 0 ? ready : waiting
    const able = new Set(next.filter(({ opId }) => ready.length > 0 && needs.get(opId)!.every((need) => isMet(need))))
    for (const operation of next) {
      verdicts.set(operation.opId, 'bad')
      if (!able.has(operation)) block(operation)
    }
    for (const group of groups(able)) {
      for (const opId of await decideGroup(group)) verdicts.set(opId, 'good')
    }
    waiting = waiting.filter(({ opId }) => !verdicts.has(opId))
  }

  function isSettled({ inside }: Need): boolean {
    return inside.every((opId) => verdicts.has(opId))
  }
  function isMet({ dep, inside }: Need): boolean {
    return [dep, ...inside].some((opId) => effective.has(opId) || verdicts.get(opId) === 'good')
  }
}

/** A dependency is met by itself or by what replaced it; `inside` are those of this push that may do so. */
type Need = { dep: string; inside: readonly string[] }

function needsOf(operations: readonly Operation[]): Map<string, readonly Need[]> {
  const present = new Set(operations.map(({ opId }) => opId))
  const successors = Map.groupBy(operations, ({ supersedes }) => supersedes)
  const standIns = (dep: string): string[] => [
    ...(present.has(dep) ? [dep] : []),
    ...(successors.get(dep) ?? []).flatMap(({ opId }) => standIns(opId)),
  ]
  const lastOnRecord = new Map<string, string>()
  return new Map(
    operations.map(({ opId, deps, entity, recordId, supersedes }) => {
      const record = `${entity} ${recordId}`
      const earlier = lastOnRecord.get(record)
      lastOnRecord.set(record, opId)
      // A replacement stands where the rejected one stood: before what waits for it.
      const all = new Set([...deps, ...(earlier && !supersedes ? [earlier] : [])])
      return [opId, [...all].map((dep) => ({ dep, inside: standIns(dep).filter((id) => id !== opId) }))]
    }),
  )
}

function groups<O extends Operation>(operations: Iterable<O>): O[][] {
  return [...Map.groupBy(operations, ({ entity, kind }) => `${entity} ${kind}`).values()]
}
