import type { Operation } from '#shared/sync/operation.ts'

type Effect = 'good' | 'bad'

/**
 * Orders the new operations of a push: each comes after those that it depends on and after earlier ones on its record.
 * `decideGroup` gets operations of one entity and kind on different records and says which took effect. Whatever waits
 * for something that did not is given to `block`.
 */
export async function applyInDependencyOrder<O extends Operation>(
  operations: readonly O[],
  /** Of the operations outside this push, those that took effect. */
  effective: ReadonlySet<string>,
  decideGroup: (group: readonly O[]) => Promise<ReadonlySet<string>>,
  block: (operation: O) => void,
): Promise<void> {
  const verdicts = new Map<string, Effect>()
  const needs = dependenciesOf(operations)
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

  function isSettled({ inside }: Dependency): boolean {
    return inside.every((opId) => verdicts.has(opId))
  }
  function isMet({ dep, inside }: Dependency): boolean {
    return [dep, ...inside].some((opId) => effective.has(opId) || verdicts.get(opId) === 'good')
  }
}

/** A dependency is met by itself or by what replaced it; `inside` are those of this push that may do so. */
type Dependency = { dep: string; inside: readonly string[] }

function dependenciesOf(operations: readonly Operation[]): Map<string, readonly Dependency[]> {
  const present = new Map(operations.map((operation) => [operation.opId, operation]))
  const successors = Map.groupBy(operations, ({ supersedes }) => supersedes)
  const standIns = (dep: string): string[] => [
    ...(present.has(dep) ? [dep] : []),
    ...(successors.get(dep) ?? []).flatMap(({ opId }) => standIns(opId)),
  ]
  const dependents = new Map<string, Operation[]>()
  for (const operation of operations) {
    for (const dep of operation.deps) dependents.set(dep, [...(dependents.get(dep) ?? []), operation])
  }
  const before = new Map<string, string>()
  for (const line of recordQueues(operations, waitsFor)) {
    for (const [place, opId] of line.entries()) if (place > 0) before.set(opId, line[place - 1]!)
  }
  return new Map(
    operations.map(({ opId, deps }) => {
      const earlier = before.get(opId)
      const all = new Set(earlier ? [...deps, earlier] : deps)
      return [opId, [...all].map((dep) => ({ dep, inside: standIns(dep).filter((id) => id !== opId) }))]
    }),
  )

  /** Those of this push that wait for one of them, directly or not. */
  function waitsFor(opId: string): ReadonlySet<string> {
    const waiting = new Set<string>()
    const next = [present.get(opId)!]
    for (const { opId, supersedes = '' } of next) {
      for (const one of [...(dependents.get(opId) ?? []), ...(dependents.get(supersedes) ?? [])]) {
        if (waiting.has(one.opId)) continue
        waiting.add(one.opId)
        next.push(one)
      }
    }
    return waiting
  }
}

/** The operations on each record in their order. A replacement stands where the rejected one stood: before what waits for it. */
function recordQueues(operations: readonly Operation[], waitsFor: (opId: string) => ReadonlySet<string>): string[][] {
  return [...Map.groupBy(operations, ({ entity, recordId }) => `${entity} ${recordId}`).values()].map((group) => {
    const line: string[] = []
    for (const { opId, supersedes } of group) {
      const waiting = supersedes && line.length > 0 ? waitsFor(opId) : undefined
      const place = waiting ? line.findIndex((earlier) => waiting.has(earlier)) : -1
      line.splice(place < 0 ? line.length : place, 0, opId)
    }
    return line
  })
}

function groups<O extends Operation>(operations: Iterable<O>): O[][] {
  return [...Map.groupBy(operations, ({ entity, kind }) => `${entity} ${kind}`).values()]
}
