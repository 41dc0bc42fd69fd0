import type { Transaction } from 'bitcoinjs-lib'
import { displayHex, outpoint } from '#scripts/chains/bitcoin/consensus.ts'
import type { BitcoinNode } from '#scripts/chains/bitcoin/node.ts'
import { incrementalRate } from '#scripts/chains/bitcoin/policy.ts'
import { RpcError, rpcCodes } from './error.ts'
import type { RpcMethods } from './methods.ts'
import { readTransaction } from './params.ts'
import { toBitcoin, viewEntry, viewScript } from './view.ts'

const perKilobyte = toBitcoin(incrementalRate * 1000n)

/** Calls that send transactions and read unspent outputs. */
export function mempoolMethods(node: BitcoinNode): RpcMethods {
  const { chain, mempool } = node
  return {
    getnetworkinfo: () => ({
      version: 290000,
      subversion: '/Assay embedded regtest/',
      protocolversion: 70016,
      connections: 0,
      networkactive: true,
      relayfee: perKilobyte,
      incrementalfee: perKilobyte,
      warnings: [],
    }),
    sendrawtransaction: (params) => node.send(readTransaction(params.string(0))).txid,
    testmempoolaccept: (params) => params.strings(0).map((hex) => judge(readTransaction(hex))),
    getrawmempool: () => mempool.entries().map((entry) => entry.txid),
    getmempoolentry: (params) => {
      const entry = mempool.find(params.hash(0))
      if (!entry) throw new RpcError(rpcCodes.notFound, 'Transaction not in mempool')
      return viewEntry(entry)
    },
    getmempoolinfo: () => ({
      loaded: true,
      size: mempool.size,
      mempoolminfee: perKilobyte,
      minrelaytxfee: perKilobyte,
      incrementalrelayfee: perKilobyte,
      fullrbf: true,
    }),
    gettxout: (params) => {
      const key = outpoint(params.hash(0), params.integer(1))
      const withMempool = params.flag(2, true)
      if (withMempool && mempool.spender(key)) return null
      const utxo = withMempool ? mempool.utxo(key) : chain.utxo(key)
      if (!utxo) return null
      return {
        bestblock: chain.tip.id,
        confirmations: utxo.height < 0 ? 0 : chain.tip.height - utxo.height + 1,
        value: toBitcoin(utxo.value),
        scriptPubKey: viewScript(utxo.script),
        coinbase: utxo.coinbase,
      }
    },
    // A chain that is mostly idle gives no data for an estimate: the minimum relay fee is enough.
    estimatesmartfee: (params) => ({ feerate: perKilobyte, blocks: Math.max(2, params.integer(0)) }),
  }

  function judge(tx: Transaction) {
    const [txid, wtxid] = [tx.getId(), displayHex(tx.getHash(true))]
    const refused = (reason: string) => ({ txid, wtxid, allowed: false, 'reject-reason': reason })
    if (mempool.find(txid)) return refused('txn-already-in-mempool')
    if (node.hasUnspentOutput(tx, txid)) return refused('txn-already-known')
    try {
      const { entry } = mempool.judge(tx)
      return { txid, wtxid, allowed: true, vsize: entry.vsize, fees: { base: toBitcoin(entry.fee) } }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return refused(error.code === rpcCodes.verify ? 'missing-inputs' : error.message)
    }
  }
}
