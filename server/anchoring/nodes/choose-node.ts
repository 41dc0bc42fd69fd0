import { ChainUnavailableError } from '#server/anchoring/jobs/blocked.ts'
import type { ChainNode, ChainProblem } from '#shared/anchoring/chain-report.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

/** The result of the inspection of a node. Without a problem, its network and height are known. */
export type Inspection<Connection> = {
  host: string
  connection: Connection
  network?: string
  height?: number
  problem?: ChainProblem
  /** The problem in words, for an operator. */
  reason?: string
  /** It can be used, but lacks blocks that another node may have. */
  lacksBlocks?: boolean
}

type WantedNetwork = {
  chain: ChainId
  /** The network of the configuration. */
  configured?: string | undefined
  /** The network that anchors are made on; undefined before the first one. */
  accepted?: string | undefined
}

type ChosenNodes<Connection> = {
  /** The node that does the work. */
  first: Inspection<Connection> & { network: string; height: number }
  /** All that can be used, the first one included. */
  usable: Connection[]
  nodes: ChainNode[]
}

/** A node that is behind the highest one by more blocks is not used. */
const maxBehind = 3

/**
 * Chooses the first node that can be used, in the order of the configuration; one with all blocks comes before a pruned one.
 * Throws ChainUnavailableError with the problem of each node when there is none, or when all of them are on a network that no
 * operator has confirmed.
 *
 * @param feeOf the present fee of a transaction, for the offer of a new network
 */
export async function chooseNode<Connection>(
  found: readonly Inspection<Connection>[],
  wanted: WantedNetwork,
  feeOf: (connection: Connection) => Promise<bigint>,
): Promise<ChosenNodes<Connection>> {
  const { chain, accepted } = wanted
  const checked = markBehind(found.map((one) => checkConfigured(one, wanted)))
  const isUsable = (one: Inspection<Connection>) => one.problem === undefined
  const onAccepted = checked.filter((one) => isUsable(one) && (!accepted || one.network === accepted))
  if (onAccepted.length > 0) {
    const [first] = onAccepted.toSorted((a, b) => Number(a.lacksBlocks ?? false) - Number(b.lacksBlocks ?? false))
    const network = first!.network!
    const usable = onAccepted.filter((one) => one.network === network).map(({ connection }) => connection)
    const nodes = checked.map((one) => nodeOf(isUsable(one) && one.network !== network ? elsewhere(one, network) : one))
    return { first: { ...first!, network, height: first!.height! }, usable, nodes }
  }
  const nodes = checked.map(nodeOf)
  const other = checked.find(isUsable)
  if (other) {
    const offer = { network: other.network!, fee: `${await feeOf(other.connection)}` }
    const reason = `Anchors are made on ${accepted}, and the nodes are on ${offer.network}. Nothing is anchored there before it is confirmed.`
    throw new ChainUnavailableError('networkChanged', reason, nodes, offer)
  }
  const [first] = checked
  if (!first) throw new Error(`No node is configured for ${chain}.`)
  throw new ChainUnavailableError(first.problem!, checked.map(({ reason }) => reason).join(' '), nodes)
}

const nodeOf = ({ host, problem, height }: Omit<Inspection<unknown>, 'connection'>): ChainNode => ({
  host,
  problem: problem ?? null,
  height: height ?? null,
})

function checkConfigured<C>(one: Inspection<C>, { chain, configured }: WantedNetwork): Inspection<C> {
  if (one.problem || !configured || one.network === configured) return one
  const variable = `${chain.toUpperCase()}_NETWORK`
  return {
    ...one,
    problem: 'wrongNetwork',
    reason: `${one.host} is on ${one.network}, and ${variable} says ${configured}.`,
  }
}

const elsewhere = <C>(one: Inspection<C>, network: string): Inspection<C> => ({
  ...one,
  problem: 'wrongNetwork',
  reason: `${one.host} is on ${one.network}, and not on ${network}.`,
})

/** Marks nodes that are far behind another one of the same network. */
function markBehind<C>(found: readonly Inspection<C>[]): Inspection<C>[] {
  return found.map((one) => {
    const highest = Math.max(
      ...found.filter((peer) => !peer.problem && peer.network === one.network).map(({ height }) => height!),
    )
    if (one.problem || one.height! >= highest - maxBehind) return one
    return {
      ...one,
      problem: 'behind',
      reason: `${one.host} is at block ${one.height}, and another node at ${highest}.`,
    }
  })
}
