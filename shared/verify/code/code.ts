import { base32Alphabet, lettersOf } from './base32.ts'

const ADDRESS_LETTERS = 26
const SECRET_LETTERS = 16
/** Text that is already in the printed form. */
const PRINTED = /^[0-9A-HJKMNP-TV-Z]+$/

export interface ScannedCode {
  /** In PostgreSQL's uuid notation. */
  address: string
  /** The 16 printed letters of the secret, if given. */
  secret: string | undefined
}

/** Whether this number of letters is a code: an address alone, or with its secret. */
export const isCodeLength = (letters: number): boolean =>
  letters === ADDRESS_LETTERS || letters === ADDRESS_LETTERS + SECRET_LETTERS

/**
 * Reads a code from a QR code, a person or an old CSV: in upper or lower case, with spaces and dashes, or as a uuid.
 */
export function parseCode(text: string | undefined, secret?: string): ScannedCode | undefined {
  const cleaned = clean(text ?? '')
  const givenSecret = secret ? normal(secret) : undefined
  if (/^[0-9A-F]{32}$/.test(cleaned)) return { address: dashed(cleaned.toLowerCase()), secret: givenSecret }
  const letters = normal(cleaned)
  const whole = letters.length === ADDRESS_LETTERS + SECRET_LETTERS
  if (letters.length !== ADDRESS_LETTERS && !whole) return undefined
  const hex = hexOf(letters.slice(0, ADDRESS_LETTERS))
  return hex === undefined
    ? undefined
    : { address: dashed(hex), secret: whole ? letters.slice(ADDRESS_LETTERS) : givenSecret }
}

const clean = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

function normal(text: string): string {
  if (PRINTED.test(text)) return text
  const letters = clean(text).replace(/[IL]/g, '1').replaceAll('O', '0')
  return letters.replace(/[^0-9A-HJKMNP-TV-Z]/g, '?')
}

/**
 * 26 letters contain 130 bits, of which the first two are zero. The first 6 letters give 7 hex digits, and every 4
 * letters after them give 5.
 */
function hexOf(letters: string): string | undefined {
  let hex = ''
  let value = 0
  for (let at = 0; at < ADDRESS_LETTERS; at++) {
    const five = base32Alphabet.indexOf(letters[at]!)
    if (five < 0 || (at === 0 && five > 7)) return undefined
    value = (value << 5) | five
    if (at % 4 !== 1 || at === 1) continue
    hex += value.toString(16).padStart(at === 5 ? 7 : 5, '0')
    value = 0
  }
  return hex
}

/** The 26 printed letters of an address: 6 letters for the first 7 hex digits, and 4 for each 5 after them. */
export function formatAddress(address: string): string {
  const hex = address.replaceAll('-', '')
  let letters = lettersOf(Number.parseInt(hex.slice(0, 7), 16), 6)
  for (let at = 7; at < hex.length; at += 5) letters += lettersOf(Number.parseInt(hex.slice(at, at + 5), 16), 4)
  return letters
}

function dashed(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
