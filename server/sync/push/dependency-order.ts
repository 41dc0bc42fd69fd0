import type { Operation } from '#shared/sync/operation.ts'

type Effect = 'effective' | 'ineffective'

/**
 * Applies the new operations of a push in order: each after its dependencies and after the earlier operations on its record.
 * `decideGroup` gets operations of one entity and kind on different records and returns the ids of those that took effect.
 * `block` gets the operations that wait for an operation without effect.
 */
export async function applyInDependencyOrder<O extends Operation>(
  operations: readonly O[],
  /** The operations outside this push that took effect. */
  effective: ReadonlySet<string>,
  decideGroup: (group: readonly O[]) => Promise<ReadonlySet<string>>,
  block: (operation: O) => void,
): Promise<void> {
  const effects = new Map<string, Effect>()
  const needs = dependenciesOf(operations)
  let waiting = [...operations]
  while (waiting.length > 0) {
    const ready = waiting.filter(({ opId }) => needs.get(opId)!.every((need) => isDecided(need)))
    // If no operation is ready, the remaining ones depend on each other in a circle.
    const next = ready.length > 0 ? ready : waiting
    const able = new Set(next.filter(({ opId }) => ready.length > 0 && needs.get(opId)!.every((need) => isMet(need))))
    for (const operation of next) {
      effects.set(operation.opId, 'ineffective')
      if (!able.has(operation)) block(operation)
    }
    for (const group of groups(able)) {
      for (const opId of await decideGroup(group)) effects.set(opId, 'effective')
    }
    waiting = waiting.filter(({ opId }) => !effects.has(opId))
  }

  function isDecided({ inside }: Dependency): boolean {
    return inside.every((opId) => effects.has(opId))
  }
  function isMet({ dep, inside }: Dependency): boolean {
    return [dep, ...inside].some((opId) => effective.has(opId) || effects.get(opId) === 'effective')
  }
}

/** A dependency is met by the operation `dep` or by one that supersedes it. `inside`: the operations of this push that can meet it. */
type Dependency = { dep: string; inside: readonly string[] }

function dependenciesOf(operations: readonly Operation[]): Map<string, readonly Dependency[]> {
  const present = new Map(operations.map((operation) => [operation.opId, operation]))
  const successors = Map.groupBy(operations, ({ supersedes }) => supersedes)
  const candidates = (dep: string): string[] => [
    ...(present.has(dep) ? [dep] : []),
    ...(successors.get(dep) ?? []).flatMap(({ opId }) => candidates(opId)),
  ]
  const dependents = new Map<string, Operation[]>()
  for (const operation of operations) {
    for (const dep of operation.deps) dependents.set(dep, [...(dependents.get(dep) ?? []), operation])
  }
  const before = new Map<string, string>()
  for (const queue of recordQueues(operations, waitsFor)) {
    for (const [place, opId] of queue.entries()) if (place > 0) before.set(opId, queue[place - 1]!)
  }
  return new Map(
    operations.map(({ opId, deps }) => {
      const earlier = before.get(opId)
      const all = new Set(earlier ? [...deps, earlier] : deps)
      return [opId, [...all].map((dep) => ({ dep, inside: candidates(dep).filter((id) => id !== opId) }))]
    }),
  )

  /** The operations of this push that wait for the given one, directly or indirectly. */
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

/** The operations on each record, in order. A superseding operation takes the place of the rejected one, before its dependents. */
function recordQueues(operations: readonly Operation[], waitsFor: (opId: string) => ReadonlySet<string>): string[][] {
  return [...Map.groupBy(operations, ({ entity, recordId }) => `${entity} ${recordId}`).values()].map((group) => {
    const queue: string[] = []
    for (const { opId, supersedes } of group) {
      const waiting = supersedes && queue.length > 0 ? waitsFor(opId) : undefined
      const place = waiting ? queue.findIndex((earlier) => waiting.has(earlier)) : -1
      queue.splice(place < 0 ? queue.length : place, 0, opId)
    }
    return queue
  })
}

function groups<O extends Operation>(operations: Iterable<O>): O[][] {
  return [...Map.groupBy(operations, ({ entity, kind }) => `${entity} ${kind}`).values()]
}
