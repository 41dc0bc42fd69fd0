import type { BitcoinNode } from '#scripts/chains/bitcoin/node.ts'
import { blockMethods } from './blocks.ts'
import { mempoolMethods } from './mempool.ts'
import { miningMethods } from './mining.ts'
import type { Params } from './params.ts'

export type RpcMethod = (params: Params) => unknown
export type RpcMethods = Record<string, RpcMethod>

/** The calls of bitcoind that anchoring, its tests and developers need. All others are answered with "Method not found". */
export function rpcMethods(node: BitcoinNode): Map<string, RpcMethod> {
  return new Map(Object.entries({ ...blockMethods(node), ...mempoolMethods(node), ...miningMethods(node) }))
}
