import { createCipheriv } from 'node:crypto'

export const aesBlock = 16

/**
 * AES-128-CMAC of RFC 4493. The cipher is made once for a key: ECB without padding keeps no state between blocks, and making a
 * cipher takes longer than all blocks of a tap. The key is private, so that no log and no error can contain it.
 */
export class AesCmac {
  readonly #cipher
  /** For a last block that is whole, and for one that is padded. */
  readonly #whole: Buffer
  readonly #padded: Buffer

  constructor(key: Uint8Array) {
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
    this.#whole = doubled(this.#cipher.update(Buffer.alloc(aesBlock)))
    this.#padded = doubled(this.#whole)
  }

  /**
   * @param padTo pads a shorter message to this number of bytes, as AN10922 does: the padding of CMAC, but at least to this length
   */
  mac(message: Uint8Array, padTo = 0): Buffer {
    const isWhole = message.length > 0 && message.length % aesBlock === 0 && message.length >= padTo
    const length = Math.max(padTo, isWhole ? message.length : (Math.floor(message.length / aesBlock) + 1) * aesBlock)
    const blocks = Buffer.alloc(length)
    blocks.set(message)
    if (!isWhole) blocks[message.length] = 0x80
    xor(blocks, length - aesBlock, isWhole ? this.#whole : this.#padded)
    let state = this.#cipher.update(blocks.subarray(0, aesBlock))
    for (let at = aesBlock; at < length; at += aesBlock) {
      xor(blocks, at, state)
      state = this.#cipher.update(blocks.subarray(at, at + aesBlock))
    }
    return state
  }
}

function xor(blocks: Buffer, at: number, mask: Uint8Array): void {
  for (let i = 0; i < aesBlock; i++) blocks[at + i]! ^= mask[i]!
}

/** Multiplication by x in the field of 2^128 elements. */
function doubled(block: Uint8Array): Buffer {
  const result = Buffer.alloc(aesBlock)
  for (let i = 0; i < aesBlock; i++) result[i] = (block[i]! << 1) | ((block[i + 1] ?? 0) >>> 7)
  if (block[0]! & 0x80) result[aesBlock - 1]! ^= 0x87
  return result
}
