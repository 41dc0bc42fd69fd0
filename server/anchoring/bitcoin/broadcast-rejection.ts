import { type BitcoinRpc, BitcoinRpcError, bitcoinRpc } from './rpc.ts'

/**
 * The reason why a node rejects a transaction:
 * - known: it is in a block already
 * - inputs: the output that it spends is missing or spent
 * - fee: the fee is too low, for the node or for a replacement
 * - replacement: another transaction spends the output, and the node replaces it for no fee
 * - other: every transaction of this form would be rejected
 */
export type BroadcastRejection = {
  about: 'known' | 'inputs' | 'fee' | 'replacement' | 'other'
  /** The words of the node. */
  words: string
}

/** The reasons of Bitcoin Core (src/validation.cpp, src/policy/rbf.cpp) and Bitcoin Knots. */
const fee = /insufficient fee|min relay fee not met|mempool min fee not met|fee-too-low/
const replacement =
  /txn-mempool-conflict|bip125-replacement-disallowed|too many potential replacements|replacement-adds-unconfirmed|spends-conflicting-tx/
const inputs = /missing-?inputs|missingorspent/i
const known = /already in (block chain|utxo set)|txn-already-known|already-in-chain/i

/** Sends a signed transaction. Returns undefined when it is in the mempool. */
export async function sendTransaction(rpc: BitcoinRpc, raw: string): Promise<BroadcastRejection | undefined> {
  try {
    await rpc.call('sendrawtransaction', raw)
    return undefined
  } catch (error) {
    if (!(error instanceof BitcoinRpcError)) throw error
    // The node is starting, or has no such call: that says nothing about the transaction.
    if (error.code === bitcoinRpc.warmingUp || error.code === bitcoinRpc.unknownMethod) throw error
    return { about: subjectOf(error), words: error.message }
  }
}

function subjectOf({ code, message }: BitcoinRpcError): BroadcastRejection['about'] {
  if (code === bitcoinRpc.alreadyInChain || known.test(message)) return 'known'
  if (inputs.test(message)) return 'inputs'
  if (replacement.test(message)) return 'replacement'
  if (fee.test(message)) return 'fee'
  // Older nodes give no words for a missing input.
  return code === bitcoinRpc.verifyError && !/fee/i.test(message) ? 'inputs' : 'other'
}
