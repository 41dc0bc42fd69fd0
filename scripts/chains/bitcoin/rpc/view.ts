import { address, script, type Transaction } from 'bitcoinjs-lib'
import type { ChainBlock, ChainState } from '#scripts/chains/bitcoin/chain-state.ts'
import { displayHex, regtestBits, regtestDifficulty } from '#scripts/chains/bitcoin/consensus.ts'
import type { MempoolEntry } from '#scripts/chains/bitcoin/mempool.ts'
import { replaceableSequence } from '#scripts/chains/bitcoin/policy.ts'
import { isP2tr, isP2wpkh } from '#scripts/chains/bitcoin/script-check.ts'
import { regtestNetwork } from './params.ts'

/** The JSON of Bitcoin Core contains bitcoins as numbers; doubles represent every amount exactly to the satoshi. */
export function toBitcoin(satoshis: bigint): number {
  return Number(satoshis) / 1e8
}

export function viewHeader(chain: ChainState, known: ChainBlock) {
  const { block, height, id } = known
  const next = chain.isActive(known) ? chain.at(height + 1) : undefined
  return {
    hash: id,
    confirmations: chain.confirmations(known),
    height,
    version: block.version,
    versionHex: block.version.toString(16).padStart(8, '0'),
    merkleroot: displayHex(block.merkleRoot!),
    time: block.timestamp,
    mediantime: chain.medianTime(known),
    nonce: block.nonce,
    bits: regtestBits.toString(16),
    difficulty: regtestDifficulty,
    chainwork: chainWork(height),
    nTx: known.txids.length,
    ...(known.previous ? { previousblockhash: known.previous.id } : {}),
    ...(next ? { nextblockhash: next.id } : {}),
  }
}

/** The expected work of a regtest block is two hashes. */
export function chainWork(height: number): string {
  return ((height + 1) * 2).toString(16).padStart(64, '0')
}

export function viewBlock(chain: ChainState, known: ChainBlock, verbosity: number) {
  return {
    ...viewHeader(chain, known),
    size: known.block.byteLength(),
    strippedsize: known.block.byteLength(false, false),
    weight: known.block.weight(),
    tx: verbosity >= 2 ? known.transactions.map(viewTransaction) : known.txids,
  }
}

export function viewTransaction(tx: Transaction) {
  return {
    txid: tx.getId(),
    hash: displayHex(tx.getHash(true)),
    version: tx.version,
    size: tx.byteLength(),
    vsize: tx.virtualSize(),
    weight: tx.weight(),
    locktime: tx.locktime,
    vin: tx.ins.map((input) => ({
      ...(tx.isCoinbase()
        ? { coinbase: hex(input.script) }
        : { txid: displayHex(input.hash), vout: input.index, scriptSig: { asm: '', hex: hex(input.script) } }),
      ...(input.witness.length > 0 ? { txinwitness: input.witness.map(hex) } : {}),
      sequence: input.sequence,
    })),
    vout: tx.outs.map((output, n) => ({ value: toBitcoin(output.value), n, scriptPubKey: viewScript(output.script) })),
    hex: tx.toHex(),
  }
}

export function viewScript(code: Uint8Array) {
  return { asm: script.toASM(code), hex: hex(code), ...viewAddress(code), type: scriptType(code) }
}

function viewAddress(code: Uint8Array): { address?: string } {
  try {
    return { address: address.fromOutputScript(code, regtestNetwork) }
  } catch {
    // A script without an address, such as OP_RETURN.
    return {}
  }
}

function scriptType(code: Uint8Array): string {
  if (code[0] === 0x6a) return 'nulldata'
  if (isP2wpkh(code)) return 'witness_v0_keyhash'
  return isP2tr(code) ? 'witness_v1_taproot' : 'nonstandard'
}

export function viewEntry({ tx, fee, vsize, time, height, parents }: MempoolEntry) {
  return {
    vsize,
    weight: tx.weight(),
    time,
    height,
    wtxid: displayHex(tx.getHash(true)),
    fees: { base: toBitcoin(fee), modified: toBitcoin(fee) },
    depends: [...parents],
    'bip125-replaceable': tx.ins.some((input) => input.sequence <= replaceableSequence),
    unbroadcast: false,
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
