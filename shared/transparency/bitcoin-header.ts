import { bytesOfHex, hexOf, isEqualBytes } from '#shared/core/bytes.ts'
import { sha256Of } from './crypto.ts'

/** A block header that contains a root, after its proof of work was checked. */
export interface BitcoinBlock {
  /** The id of the block, as explorers show it. */
  hash: string
  /** When the block was mined, in seconds since 1970, by the clock of its miner. */
  time: number
}

/**
 * The block of an 80-byte header, if its Merkle root is `root` and its hash meets the target that the header states. Whether
 * the block is in the chain with the most work, only a node or an explorer knows.
 */
export function blockWithRoot(header: Uint8Array, root: Uint8Array): BitcoinBlock | undefined {
  if (header.length !== 80 || !isEqualBytes(header.subarray(36, 68), root)) return undefined
  const view = new DataView(header.buffer, header.byteOffset)
  const hash = hexOf(sha256Of(sha256Of(header)).toReversed())
  if (BigInt(`0x${hash}`) > targetOf(view.getUint32(72, true))) return undefined
  return { hash, time: view.getUint32(68, true) }
}

/** The compact form of a target: one byte of exponent and three of mantissa. */
function targetOf(bits: number): bigint {
  const [exponent, mantissa] = [bits >>> 24, BigInt(bits & 0x7fffff)]
  return exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3))
}

/** Headers of a file: 160 hex digits each, in lines or one after the other, or the bytes themselves. */
export function headersIn(file: Uint8Array): Uint8Array[] {
  const text = new TextDecoder().decode(file).replace(/\s/g, '').toLowerCase()
  const bytes = (/^(?:.{160})+$/.test(text) && bytesOfHex(text)) || file
  return Array.from({ length: Math.floor(bytes.length / 80) }, (_, i) => bytes.slice(i * 80, (i + 1) * 80))
}

/**
 * Asks an explorer with the interface of Esplora (https://github.com/Blockstream/esplora/blob/master/API.md) for the header
 * of a block. Throws if it does not respond with one.
 */
export async function fetchHeader(url: string, height: number): Promise<Uint8Array> {
  const get = async (path: string) => {
    const response = await fetch(`${url.replace(/\/+$/, '')}/${path}`)
    if (!response.ok) throw new Error(`${response.status}`)
    return (await response.text()).trim()
  }
  const hash = await get(`block-height/${height}`)
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('no block')
  const header = bytesOfHex((await get(`block/${hash}/header`)).toLowerCase())
  if (header?.length !== 80) throw new Error('no header')
  return header
}
