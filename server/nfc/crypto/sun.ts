import { createDecipheriv, timingSafeEqual } from 'node:crypto'
import { AesCmac, aesBlock } from './cmac.ts'

export const uidBytes = 7
const counterBytes = 3
/** The first byte of decrypted PICC data: a UID of 7 bytes and a counter follow. */
const piccDataTag = 0xc7
/** Of a session key for the MAC of a read. */
const sessionVector = Buffer.from('3CC300010080', 'hex')

/** What a tag wrote into its URL, as Secure Dynamic Messaging of NTAG 424 DNA does. */
export type TapData = {
  uid: Buffer
  /** How often the tag was read. It starts at 1 and never falls. */
  counter: number
}

/** Returns a function that decrypts the PICC data of a URL; undefined if they were encrypted with another key, or changed. */
export function piccDataReader(metaKey: Uint8Array): (encrypted: Uint8Array) => TapData | undefined {
  // One block in CBC mode without an initialization vector is a block in ECB mode, whose object can be used again.
  const decipher = createDecipheriv('aes-128-ecb', metaKey, null).setAutoPadding(false)
  return (encrypted) => {
    if (encrypted.length !== aesBlock) return undefined
    const data = decipher.update(encrypted)
    if (data[0] !== piccDataTag) return undefined
    return { uid: data.subarray(1, 1 + uidBytes), counter: data.readUIntLE(1 + uidBytes, counterBytes) }
  }
}

/** The 8 bytes that a tag appends to the letters of its URL. */
export function sunMac(fileKey: Uint8Array, { uid, counter }: TapData, letters: string): Buffer {
  const read = Buffer.alloc(aesBlock)
  sessionVector.copy(read)
  read.set(uid, sessionVector.length)
  read.writeUIntLE(counter, sessionVector.length + uidBytes, counterBytes)
  const session = new AesCmac(new AesCmac(fileKey).mac(read))
  return Buffer.from(session.mac(Buffer.from(letters, 'latin1')).filter((_, at) => at % 2 === 1))
}

/** Compares in constant time. */
export const isSunMac = (given: Uint8Array, ...of: Parameters<typeof sunMac>): boolean => {
  const expected = sunMac(...of)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
