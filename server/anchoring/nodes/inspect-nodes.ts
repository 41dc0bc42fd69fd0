import type { Inspection } from './choose-node.ts'

/** Milliseconds. A node that hangs must not delay the choice of another one for longer. */
const usualPatienceMs = 3_000

type Wanted = {
  /** Nodes that are enough for the work. */
  enough: number
  /** The network that they are to be on; undefined: any. */
  accepted: string | undefined
  /** Milliseconds after which the others decide. */
  patienceMs?: number
}

/**
 * Inspects all nodes at once. Those that need longer than others are left out if the others are enough, and waited for if not: a
 * slow node is better than none.
 */
export async function inspectNodes<C extends { host: string }>(
  nodes: readonly C[],
  inspect: (node: C) => Promise<Inspection<C>>,
  { enough, accepted, patienceMs = usualPatienceMs }: Wanted,
): Promise<Inspection<C>[]> {
  const running = nodes.map(inspect)
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, patienceMs, undefined)
  const early = await Promise.all(running.map((one) => Promise.race([one, timeout])))
  clearTimeout(timer)
  const usable = early.filter((one) => one && !one.problem && (!accepted || one.network === accepted))
  if (usable.length < enough) return Promise.all(running)
  return early.map((one, index) => one ?? tooSlow(nodes[index]!, patienceMs))
}

const tooSlow = <C extends { host: string }>(node: C, patienceMs: number): Inspection<C> => ({
  host: node.host,
  connection: node,
  problem: 'unreachable',
  reason: `${node.host} did not respond within ${patienceMs / 1000} s.`,
})
