import type { ChainBlock } from '#scripts/chains/bitcoin/chain-state.ts'
import { regtestBits, regtestDifficulty } from '#scripts/chains/bitcoin/consensus.ts'
import { merkleBlock } from '#scripts/chains/bitcoin/merkle-block.ts'
import type { BitcoinNode } from '#scripts/chains/bitcoin/node.ts'
import { RpcError, rpcCodes } from './error.ts'
import type { RpcMethods } from './methods.ts'
import { checkHash, type Params, readDescriptor } from './params.ts'
import { chainWork, toBitcoin, viewBlock, viewHeader, viewTransaction } from './view.ts'

/** Calls that read the chain. */
export function blockMethods({ chain, mempool }: BitcoinNode): RpcMethods {
  return {
    getblockchaininfo: () => ({
      chain: 'regtest',
      blocks: chain.tip.height,
      headers: chain.tip.height,
      bestblockhash: chain.tip.id,
      bits: regtestBits.toString(16),
      difficulty: regtestDifficulty,
      time: chain.tip.block.timestamp,
      mediantime: chain.medianTime(chain.tip),
      verificationprogress: 1,
      initialblockdownload: false,
      chainwork: chainWork(chain.tip.height),
      pruned: false,
      warnings: [],
    }),
    getblockcount: () => chain.tip.height,
    getbestblockhash: () => chain.tip.id,
    getblockhash: (params) => {
      const block = chain.at(params.integer(0))
      if (!block) throw new RpcError(rpcCodes.invalidParameter, 'Block height out of range')
      return block.id
    },
    getblockheader: (params) => {
      const known = chain.find(params.hash(0))
      return params.flag(1, true) ? viewHeader(chain, known) : known.block.toHex(true)
    },
    getblock: (params) => {
      const known = chain.find(params.hash(0))
      const verbosity = params.verbosity(1, 1)
      return verbosity <= 0 ? known.block.toHex() : viewBlock(chain, known, verbosity)
    },
    getrawtransaction: (params) => {
      const txid = params.hash(0)
      const place = params.has(2) ? chain.find(params.hash(2)) : chain.blockOf(txid)
      const tx = place?.transactions[place.txids.indexOf(txid)] ?? (params.has(2) ? undefined : mempool.find(txid)?.tx)
      if (!tx) throw new RpcError(rpcCodes.notFound, notFound(params))
      if (params.verbosity(1, 0) === 0) return tx.toHex()
      return { ...viewTransaction(tx), ...(place ? viewPlace(place, params) : {}) }
    },
    gettxoutproof: (params) => {
      const wanted = new Set(params.strings(0).map(checkHash))
      const [first] = wanted
      const place = params.has(1) ? chain.find(params.hash(1)) : first && chain.blockOf(first)
      if (!place) throw new RpcError(rpcCodes.notFound, 'Transaction not yet in block')
      if ([...wanted].some((txid) => !place.txids.includes(txid))) {
        throw new RpcError(rpcCodes.notFound, 'Not all transactions found in specified or retrieved block')
      }
      return merkleBlock(place, wanted).toString('hex')
    },
    scantxoutset: (params) => {
      if (params.string(0) !== 'start') return null
      const scripts = new Set(params.list(1).map((value) => Buffer.from(readDescriptor(value)).toString('hex')))
      const unspents = [...chain.utxos()].flatMap(([key, utxo]) => {
        const scriptPubKey = Buffer.from(utxo.script).toString('hex')
        if (!scripts.has(scriptPubKey)) return []
        const [txid, vout] = key.split(':')
        const { coinbase, height } = utxo
        return [{ txid, vout: Number(vout), scriptPubKey, amount: toBitcoin(utxo.value), coinbase, height }]
      })
      return {
        success: true,
        height: chain.tip.height,
        bestblock: chain.tip.id,
        unspents,
        total_amount: unspents.reduce((total, { amount }) => total + Math.round(amount * 1e8), 0) / 1e8,
      }
    },
  }

  function viewPlace(place: ChainBlock, params: Params) {
    return {
      ...(params.has(2) ? { in_active_chain: chain.isActive(place) } : {}),
      blockhash: place.id,
      confirmations: Math.max(0, chain.confirmations(place)),
      time: place.block.timestamp,
      blocktime: place.block.timestamp,
    }
  }
}

function notFound(params: Params): string {
  const where = params.has(2)
    ? 'No such transaction found in the provided block'
    : 'No such mempool or blockchain transaction'
  return `${where}. Use gettransaction for wallet transactions.`
}
