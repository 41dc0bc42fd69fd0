import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Every key begins so: scanners for leaked secrets and the log recognize it. */
const prefix = 'assay_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLetters = 30
const checksumLetters = 6
const keyPattern = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLetters}})([0-9A-Za-z]{${checksumLetters}})$`)

/** How many letters of a key are stored and shown, so that people can tell their keys apart. */
const shownLetters = 10

/** A new key: 178 random bits and their checksum. */
export function newApiKey(): string {
  const secret = Array.from({ length: secretLetters }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}${secret}${checksumOf(secret)}`
}

/**
 * Whether a text can be a key. The checksum finds mistyped and invented keys without the database.
 *
 * @example
 * isWellFormedKey('assay_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp') // => true
 * isWellFormedKey('assay_0123456789ABCDEFGHIJKLMNOPQRST4PMbyP') // => false
 */
export function isWellFormedKey(text: string): boolean {
  const [, secret, checksum] = keyPattern.exec(text) ?? []
  return secret !== undefined && checksumOf(secret) === checksum
}

export const shownPartOf = (key: string): string => key.slice(0, shownLetters)

/** CRC-32 of the letters as a number of base 62, with leading zeros. */
function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let letters = ''
  while (letters.length < checksumLetters) {
    letters = `${alphabet[rest % alphabet.length]}${letters}`
    rest = Math.floor(rest / alphabet.length)
  }
  return letters
}

/** Replaces every key in a text that is logged. */
export const withoutApiKeys = (text: string): string => text.replace(/assay_[0-9A-Za-z]+/g, `${prefix}…`)
