import type { Inspection } from '#server/anchoring/nodes/choose-node.ts'
import type { ChainProblem } from '#shared/anchoring/chain-report.ts'
import { bitcoinNetwork } from './key.ts'
import { BitcoinAuthError, type BitcoinRpc, BitcoinRpcError, BitcoinUnreachableError, bitcoinRpc } from './rpc.ts'

type Info = {
  chain: string
  blocks: number
  headers: number
  initialblockdownload: boolean
  /** The lowest block that a pruned node has. */
  pruneheight?: number
}

/** Blocks between the best header and the best block of a node that keeps up. */
const maxMissing = 3

export type NodeConnection = {
  host: string
  /** With user and password. */
  url: string
  rpc: BitcoinRpc
}

/**
 * Asks a node whether anchoring can use it. On regtest a node calls itself downloading while its last block is old, so only its
 * headers count there.
 *
 * @param needed the lowest block that is still to be read; undefined: none
 */
export async function inspectBitcoin(node: NodeConnection, needed?: number): Promise<Inspection<NodeConnection>> {
  const { host, rpc } = node
  try {
    const info = await rpc.call<Info>('getblockchaininfo')
    const { blocks: height, headers, initialblockdownload, pruneheight = 0 } = info
    const network = bitcoinNetwork(info.chain)
    const found = { host, connection: node, network, height, lacksBlocks: needed !== undefined && pruneheight > needed }
    if (headers - height <= maxMissing && !(initialblockdownload && network !== 'regtest')) return found
    return { ...found, problem: 'behind', reason: `${host} has ${height} of ${headers} blocks.` }
  } catch (error) {
    return { host, connection: node, problem: problemOf(error), reason: `${(error as Error).message}.` }
  }
}

function problemOf(error: unknown): ChainProblem {
  if (error instanceof BitcoinAuthError) return 'wrongPassword'
  if (error instanceof BitcoinUnreachableError) return 'unreachable'
  return error instanceof BitcoinRpcError && error.code === bitcoinRpc.warmingUp ? 'behind' : 'failed'
}
