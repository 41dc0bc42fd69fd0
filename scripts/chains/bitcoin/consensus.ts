/** Regtest consensus: the parameters under which Bitcoin Core accepts every block this node mines. */
export const regtestBits = 0x207fffff
export const regtestDifficulty = 4.656542373906925e-10
export const coinbaseMaturity = 100
export const maxBlockWeight = 4_000_000
/** Satoshis; the limit of an output and of a sum of outputs. */
const maxMoney = 2_100_000_000_000_000n
/** Lock times from this value on are Unix seconds, smaller ones are heights. */
const locktimeThreshold = 500_000_000
export const finalSequence = 0xffffffff
const halving = 150
const firstSubsidy = 5_000_000_000n

export const genesisHex =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000'

/** Satoshis that a block may create. */
export function subsidy(height: number): bigint {
  return firstSubsidy >> BigInt(Math.floor(height / halving))
}

export type UnspentOutput = {
  value: bigint
  script: Uint8Array
  /** Height of the block that created the output. */
  height: number
  coinbase: boolean
}

/** Ids are displayed with their bytes in reverse order of hashing. */
export function displayHex(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex')
}

export function outpoint(txid: string, index: number): string {
  return `${txid}:${index}`
}

export function spentOutpoint(input: { hash: Uint8Array; index: number }): string {
  return outpoint(displayHex(input.hash), input.index)
}

/** Outputs that cannot be spent are not added to the set of unspent outputs. */
export function isUnspendable(script: Uint8Array): boolean {
  return script[0] === 0x6a
}

type Shaped = {
  ins: { hash: Uint8Array; index: number }[]
  outs: { value: bigint }[]
}

/** Returns why a transaction is invalid in any context, with the error codes of bitcoind; undefined if it is valid. */
export function shapeFailure(tx: Shaped): string | undefined {
  if (tx.ins.length === 0) return 'bad-txns-vin-empty'
  if (tx.outs.length === 0) return 'bad-txns-vout-empty'
  let total = 0n
  for (const { value } of tx.outs) {
    total += value
    if (value < 0n) return 'bad-txns-vout-negative'
    if (total > maxMoney) return 'bad-txns-txouttotal-toolarge'
  }
  return new Set(tx.ins.map(spentOutpoint)).size < tx.ins.length ? 'bad-txns-inputs-duplicate' : undefined
}

type Timed = {
  locktime: number
  ins: { sequence: number }[]
}

/** Whether a block at `height`, whose parent has this median time, may contain the transaction. */
export function isFinal(tx: Timed, height: number, medianTime: number): boolean {
  if (tx.locktime === 0 || tx.ins.every((input) => input.sequence === finalSequence)) return true
  return tx.locktime < (tx.locktime < locktimeThreshold ? height : medianTime)
}
