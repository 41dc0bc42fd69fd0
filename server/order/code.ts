import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** Crockford's base32. */
const alphabet = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 'latin1')
const addressLetters = 26
const secretLetters = 16

/** Bytes of the random tag that begins every address of an order, and of the code's own random part. */
export const tagBytes = 5
export const ownBytes = 11

export const codeKeyOf = (codeKey: Uint8Array): KeyObject => createSecretKey(codeKey)

/** Letters of a big-endian number, leading zeros included; bits above it are zero. */
function letters(bytes: Uint8Array, count: number): string {
  const text = Buffer.alloc(count)
  let value = 0
  let bits = 0
  let place = count
  for (let i = bytes.length - 1; i >= 0; i--) {
    value |= bytes[i]! << bits
    bits += 8
    for (; bits >= 5; bits -= 5, value >>= 5) text[--place] = alphabet[value & 31]!
  }
  if (place > 0) text[--place] = alphabet[value & 31]!
  return text.fill(alphabet[0]!, 0, place).toString('latin1')
}

/** The 26 printed letters of a 16-byte address. */
export const printedAddress = (address: Uint8Array): string => letters(address, addressLetters)

/**
 * The 16 printed letters of a code's secret: the first 80 bits of HMAC-SHA256(code key, address). Derived, so that codes
 * can be downloaded again and the database holds no secret.
 */
export function printedSecret(key: KeyObject, address: Uint8Array): string {
  return letters(createHmac('sha256', key).update(address).digest().subarray(0, 10), secretLetters)
}

/** What stands in the QR code: upper case throughout, so that the QR takes its compact alphanumeric mode. */
export function codeUrl(origin: string, key: KeyObject, address: Uint8Array): string {
  return `${origin}/V/${printedAddress(address)}${printedSecret(key, address)}`
}

export const printedOrigin = (publicUrl: string): string => publicUrl.toUpperCase()

/** The number people see on an order, from its tag. */
export function orderNumber(tag: Uint8Array): string {
  const text = letters(tag, 8)
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
