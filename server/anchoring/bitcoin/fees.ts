import type { BitcoinRpc } from './rpc.ts'

/** Satoshis per virtual byte, where a node has seen too few blocks for an estimate. */
const fallbackRate = 2
/** Blocks within which an anchor is to be confirmed. */
const target = 6

/** The fee rates of a node, in satoshis per virtual byte. */
export type FeeRules = {
  /** The minimum of every transaction. */
  minimum: number
  /** The minimum of a replacement, in addition to the fee that it replaces. */
  incremental: number
  /** For a confirmation within a few blocks. */
  estimate: number
}

/** Nodes count in bitcoins per kilobyte. */
const rateOf = (perKilobyte: number): number => perKilobyte * 1e5

export async function feeRules(rpc: BitcoinRpc): Promise<FeeRules> {
  type Info = { mempoolminfee: number; minrelaytxfee: number; incrementalrelayfee?: number }
  const info = await rpc.call<Info>('getmempoolinfo')
  const minimum = rateOf(Math.max(info.mempoolminfee, info.minrelaytxfee))
  const { feerate } = await rpc.call<{ feerate?: number }>('estimatesmartfee', target)
  const wanted = feerate === undefined ? fallbackRate : rateOf(feerate)
  // A tenth above the minimum, so that a node that rounds differently takes it too.
  return { minimum, incremental: rateOf(info.incrementalrelayfee ?? 1e-5), estimate: Math.max(wanted, minimum * 1.1) }
}

/** The smallest fee of a transaction that replaces one with another fee (BIP 125, rules 3 and 4). */
export const replacementFee = (fee: bigint, vsize: number, { incremental }: FeeRules): bigint =>
  fee + BigInt(Math.ceil(incremental * vsize))

/** Virtual bytes of an anchor: one input, the change and 32 bytes of data. */
const anchorSize = 154

/** Satoshis that an anchor costs now. */
export const anchorFee = async (rpc: BitcoinRpc): Promise<bigint> =>
  BigInt(Math.ceil((await feeRules(rpc)).estimate * anchorSize))
