import type { BitcoinNode } from './node.ts'
import { blockMethods } from './rpc-blocks.ts'
import { mempoolMethods } from './rpc-mempool.ts'
import { miningMethods } from './rpc-mining.ts'
import type { Params } from './rpc-params.ts'

export type RpcMethod = (params: Params) => unknown
export type RpcMethods = Record<string, RpcMethod>

/** The calls of bitcoind that anchoring, its tests and a curious developer need; the rest is "Method not found". */
export function rpcMethods(node: BitcoinNode): Map<string, RpcMethod> {
  return new Map(Object.entries({ ...blockMethods(node), ...mempoolMethods(node), ...miningMethods(node) }))
}
