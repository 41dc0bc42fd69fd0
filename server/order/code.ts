import { createHmac, hash } from 'node:crypto'
import { urlAtHost } from '#shared/core/host/installation-url.ts'
import { base32Alphabet } from '#shared/verify/code/base32.ts'
import { addressLettersInKey } from '#shared/verify/code/digital-link-parts.ts'
import { scratchCheckLetter, scratchLetters } from '#shared/verify/code/scratch-code.ts'

const alphabet = Buffer.from(base32Alphabet, 'latin1')
const addressLetters = 26
export const secretLetters = 16
const secretBytes = 10

/** Length of the random prefix at the start of every address of an order. */
export const prefixBytes = 5
export const ownBytes = 11

const blockBytes = 64
const hashBytes = 32
const addressBytes = 16

/**
 * HMAC-SHA256 of addresses as in RFC 2104: a hash around a hash. Two one-shot hashes over reused buffers take a
 * fraction of the time of an Hmac object, which matters for a million codes per file or thousands of checks per second.
 * The key is private, so that no log and no error can contain it.
 */
export class CodeKey {
  readonly #inner = Buffer.alloc(blockBytes + addressBytes)
  readonly #outer = Buffer.alloc(blockBytes + hashBytes)
  readonly #mac = Buffer.alloc(hashBytes)

  constructor(key: Uint8Array) {
    this.#inner.set(key.length > blockBytes ? hash('sha256', key, 'buffer') : key)
    this.#inner.copy(this.#outer, 0, 0, blockBytes)
    for (let i = 0; i < blockBytes; i++) {
      this.#inner[i]! ^= 0x36
      this.#outer[i]! ^= 0x5c
    }
  }

  /** The result is valid until the next call. */
  mac(address: Uint8Array): Buffer {
    if (address.length !== addressBytes) throw new RangeError('A code address has 16 bytes.')
    this.#inner.set(address, blockBytes)
    this.#outer.write(hash('sha256', this.#inner, 'binary'), blockBytes, 'binary')
    this.#mac.write(hash('sha256', this.#outer, 'binary'), 'binary')
    return this.#mac
  }
}

export const codeKeyOf = (codeKey: Uint8Array): CodeKey => new CodeKey(codeKey)

/**
 * The base32 digits of a big-endian number of `length` bytes, leading zeros included. Written into a buffer, since a million
 * codes are made at a time: joined strings take 1.4 times as long.
 */
function letters(bytes: Uint8Array, count: number, length = bytes.length): string {
  const text = Buffer.allocUnsafe(count)
  let value = 0
  let bits = 0
  let index = count
  for (let i = length - 1; i >= 0; i--) {
    value |= bytes[i]! << bits
    bits += 8
    for (; bits >= 5; bits -= 5, value >>= 5) text[--index] = alphabet[value & 31]!
  }
  if (index > 0) text[--index] = alphabet[value & 31]!
  return text.fill(alphabet[0]!, 0, index).toString('latin1')
}

/** The 26 printed letters of a 16-byte address. */
export const printedAddress = (address: Uint8Array): string => letters(address, addressLetters)

/**
 * The 16 printed letters of a code's secret: the first 80 bits of HMAC-SHA256(code key, address). It is derived, so
 * that codes can be downloaded again and the database contains no secret.
 */
export function printedSecret(key: CodeKey, address: Uint8Array): string {
  return letters(key.mac(address), secretLetters, secretBytes)
}

/** A key of its own, so that a scratch code says nothing about the secret of its code, nor the secret about the scratch code. */
export const scratchKeyOf = (codeKey: Uint8Array): CodeKey =>
  new CodeKey(createHmac('sha256', codeKey).update('assay scratch code').digest())

/** The 8 letters under the scratch layer of an item: 35 bits, derived as the secret of the code is, and a check letter. */
export function printedScratchCode(key: CodeKey, address: Uint8Array): string {
  const derived = letters(key.mac(address), scratchLetters, 5).slice(1)
  return derived + scratchCheckLetter(derived)
}

/**
 * The content of the QR code. It is in upper case, so that the QR code uses its compact alphanumeric mode. With a GTIN it is
 * a GS1 Digital Link, which tills and partners read, too: the serial number has room for 20 letters, so the key before it
 * contains the others.
 *
 * @example
 * const key = codeKeyOf(new Uint8Array(32))
 * const url = codeUrl(printedOrigin('https://brand.example'), key, new Uint8Array(16))
 * url // => 'HTTPS://BRAND.EXAMPLE/V/00000000000000000000000000GMY780WKFP5P4EAP'
 */
export function codeUrl(origin: string, key: CodeKey, address: Uint8Array, gtin: string | null = null): string {
  const [letters, secret] = [printedAddress(address), printedSecret(key, address)]
  if (gtin === null) return `${origin}/V/${letters}${secret}`
  return `${origin}/${letters.slice(0, addressLettersInKey)}${secret}/01/${gtin}/21/${letters.slice(addressLettersInKey)}`
}

/** The beginning of a printed link: at the custom domain of the order, if it has one. */
export const printedOrigin = (publicUrl: string, host: string | null = null): string =>
  urlAtHost(publicUrl, host).toUpperCase()

/** The order number that people see, derived from the prefix of the order's addresses. */
export function orderNumber(prefix: Uint8Array): string {
  const text = letters(prefix, 8)
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
