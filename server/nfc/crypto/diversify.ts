import { type AesCmac, aesBlock } from './cmac.ts'

/** Marks an AES-128 key in AN10922. */
const aes128 = 0x01
/** Most bytes of a diversification input. */
const maxInput = 31

/**
 * Derives an AES-128 key from a master key as NXP's AN10922: the CMAC of the marker and the input over two blocks, even if they fit
 * into one.
 */
export function diversifiedKey(master: AesCmac, input: Uint8Array): Buffer {
  if (input.length === 0 || input.length > maxInput) throw new RangeError('A diversification input has 1 to 31 bytes.')
  return master.mac(Buffer.concat([Buffer.of(aes128), input]), 2 * aesBlock)
}
