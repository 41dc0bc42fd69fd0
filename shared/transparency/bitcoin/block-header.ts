import { bytesOfHex, hexOf, isEqualBytes } from '#shared/core/bytes.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'

/** What a block header states, after its proof of work was checked. */
export type BlockHeader = {
  /** The id of the block, as explorers show it. */
  hash: string
  /** When the block was mined, in seconds since 1970, by the clock of its miner. */
  time: number
  version: number
  /** The hash is not above this number, which the header itself states: the smaller, the more work. */
  target: bigint
}

/**
 * Reads an 80-byte header whose Merkle root is `root` and whose hash meets the target that it states. Undefined for any other
 * one. Everybody can make a header with an easy target: `refusalOf` says whether it can be of a block of the main network, and
 * only a node or an explorer whether it is.
 */
export function headerWithRoot(header: Uint8Array, root: Uint8Array): BlockHeader | undefined {
  if (header.length !== 80 || !isEqualBytes(header.subarray(36, 68), root)) return undefined
  const view = new DataView(header.buffer, header.byteOffset)
  const hash = hexOf(sha256Of(sha256Of(header)).toReversed())
  const target = targetOf(view.getUint32(72, true))
  if (BigInt(`0x${hash}`) > target) return undefined
  return { hash, time: view.getUint32(68, true), version: view.getInt32(0, true), target }
}

/** The compact form of a target: one byte of exponent, a sign, and 23 bits of mantissa. Negative targets are zero. */
function targetOf(bits: number): bigint {
  const [exponent, mantissa] = [bits >>> 24, BigInt(bits & 0x7fffff)]
  if ((bits & 0x800000) !== 0) return 0n
  return exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3))
}

/** Headers of a file: 160 hex digits each, in lines or one after the other, or the bytes themselves. */
export function headersIn(file: Uint8Array): Uint8Array[] {
  const text = new TextDecoder().decode(file).replace(/\s/g, '').toLowerCase()
  const bytes = (/^(?:.{160})+$/.test(text) && bytesOfHex(text)) || file
  return Array.from({ length: Math.floor(bytes.length / 80) }, (_, i) => bytes.slice(i * 80, (i + 1) * 80))
}
