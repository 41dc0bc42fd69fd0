import type { BitcoinNode } from '#scripts/chains/bitcoin/node.ts'
import { RpcError, rpcCodes } from './error.ts'
import type { RpcMethods } from './methods.ts'
import { checkHash, readAddress, readTransaction } from './params.ts'

/** Maximum number of blocks for one call, because a call blocks the process while it mines. */
const maxBlocks = 10_000

/** Calls that create and invalidate blocks. */
export function miningMethods(node: BitcoinNode): RpcMethods {
  return {
    generatetoaddress: (params) => {
      const count = params.integer(0)
      if (count < 0 || count > maxBlocks)
        throw new RpcError(rpcCodes.invalidParameter, `nblocks must be 0 to ${maxBlocks}`)
      return node.mine(count, readAddress(params.string(1))).map((block) => block.id)
    },
    /** Transactions by id from the mempool, or as raw bytes. */
    generateblock: (params) => {
      const transactions = params.strings(1).map((text) => {
        if (text.length !== 64) return readTransaction(text)
        const entry = node.mempool.find(checkHash(text))
        if (!entry) throw new RpcError(rpcCodes.notFound, `Transaction ${text} not in mempool.`)
        return entry.tx
      })
      return { hash: node.mineExactly(readAddress(params.string(0)), transactions).id }
    },
    invalidateblock: (params) => {
      node.invalidate(params.hash(0))
      return null
    },
    reconsiderblock: (params) => {
      node.reconsider(params.hash(0))
      return null
    },
  }
}
