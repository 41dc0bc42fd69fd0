import { isImmature } from './block-check.ts'
import type { ChainBlock } from './chain-state.ts'
import type { BitcoinNode } from './node.ts'

/** Confirmations after which anchoring calls a transaction final. */
const settled = 6
/** Leaves ten mature outputs of fifty bitcoins each. */
const firstBlocks = 110

/** Whether a transaction waits in the mempool or has too few confirmations: an idle chain does not grow. */
function needsBlock({ chain, mempool }: BitcoinNode): boolean {
  if (mempool.size > 0) return true
  let at: ChainBlock | undefined = chain.tip
  for (let depth = 1; at && depth < settled; depth++, at = at.previous) {
    if (at.transactions.length > 1) return true
  }
  return false
}

/** Mines to the script until it has outputs that can be spent, unless it has some: needed once for a new chain or a new key. */
export function fund(node: BitcoinNode, script: Uint8Array): void {
  const next = node.chain.tip.height + 1
  for (const [, utxo] of node.chain.utxos()) {
    if (Buffer.compare(utxo.script, script) === 0 && !isImmature(utxo, next)) return
  }
  node.mine(firstBlocks, script)
}

/**
 * Mines while a transaction waits or has too few confirmations. Returns a function that stops it. A block that fails, for
 * example on a full disk, is reported and tried again, because the process also serves RPC.
 */
export function startMining(
  node: BitcoinNode,
  script: Uint8Array,
  blockMs: number,
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    try {
      if (needsBlock(node)) node.mine(1, script)
    } catch (error) {
      onError(error)
    }
  }, blockMs)
  return () => clearInterval(timer)
}
