import { base32Alphabet, lettersOf } from './base32.ts'
import { codePartsOf } from './code-parts.ts'
import { withoutAdditions } from './harmless-additions.ts'
import { typedOnUsKeyboard } from './keyboard-layout.ts'

const addressLetters = 26
const secretLetters = 16
/** Text that is already in the printed form. */
const printedLetters = /^[0-9A-HJKMNP-TV-Z]+$/

export type ScannedCode = {
  /** In PostgreSQL's uuid notation. */
  address: string
  /** The 16 printed letters of the secret, if given. */
  secret: string | undefined
  /** Of a GS1 Digital Link: the code is valid only for the product with this number. */
  gtin?: string
}

/** What is wrong with a text that is not a code. `letters`: how many it has; a whole code has 42. */
export const codeDamages = ['short', 'long', 'doubled', 'letter'] as const
export type CodeDamage = { kind: (typeof codeDamages)[number]; letters: number }
export const wholeCodeLetters = addressLetters + secretLetters

type Reading = { code: ScannedCode } | { damage: CodeDamage }

/**
 * Reads a code as `readCode` does; undefined if it is damaged.
 *
 * @example
 * const { address } = parseCode('https://brand.example/V/00000000000000000000000001ABCDEFGHJKMNPQRS')
 * address // => '00000000-0000-0000-0000-000000000001'
 * parseCode('not a code') // => undefined
 */
export function parseCode(text: string | undefined, secret?: string): ScannedCode | undefined {
  const reading = readCode(text, secret)
  return 'code' in reading ? reading.code : undefined
}

/**
 * Reads a code from a link, a QR code, a list or a person: the printed address, the long link, the bare letters or a uuid, with
 * what programs and people add to them.
 *
 * @param secret if it is not part of the text
 */
export function readCode(text = '', secret = ''): Reading {
  if (printedLetters.test(text) && (secret === '' || printedLetters.test(secret))) return readLetters(text, secret)
  const reading = readText(text, secret)
  const retyped = 'code' in reading ? undefined : typedOnUsKeyboard(text)
  const second = retyped === undefined ? reading : readText(retyped, typedOnUsKeyboard(secret) ?? secret)
  return 'code' in second ? second : reading
}

function readText(text: string, secret: string): Reading {
  const readings = codePartsOf(text).map(({ address, secret: own = secret, gtin }): Reading => {
    const reading = readLetters(printedForm(address), printedForm(own))
    return gtin !== undefined && 'code' in reading ? { code: { ...reading.code, gtin } } : reading
  })
  const reading = readings.find((one) => 'code' in one) ?? readings[0] ?? { damage: { kind: 'short', letters: 0 } }
  const isTwice = 'damage' in reading && reading.damage.kind === 'long' && /(https?:).*\1/is.test(text)
  return isTwice ? { damage: { ...reading.damage, kind: 'doubled' } } : reading
}

/** Letters that no code has become question marks. */
export const printedForm = (text: string): string =>
  withoutAdditions(text)
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
    .replace(/[^0-9A-HJKMNP-TV-Z]/g, '?')

/** @param given letters in the printed form @param secret the same; empty without one */
function readLetters(given: string, secret: string): Reading {
  const letters = withoutEqualsSign(given, addressLetters, 32, wholeCodeLetters)
  const ownSecret = withoutEqualsSign(secret, secretLetters)
  if (/^[0-9A-F]{32}$/.test(letters))
    return { code: { address: dashed(letters.toLowerCase()), secret: ownSecret || undefined } }
  const whole = letters.length === wholeCodeLetters ? letters : letters + ownSecret
  if (whole.length !== wholeCodeLetters && (whole.length !== addressLetters || ownSecret !== ''))
    return { damage: lengthDamage(whole) }
  const hex = whole.includes('?') ? undefined : hexOf(whole.slice(0, addressLetters))
  if (hex === undefined) return { damage: { kind: 'letter', letters: whole.length } }
  return { code: { address: dashed(hex), secret: whole.slice(addressLetters) || undefined } }
}

function lengthDamage(letters: string): CodeDamage {
  const { length } = letters
  if (length < wholeCodeLetters) return { kind: 'short', letters: length }
  return { kind: /^(.{26,})\1+$/.test(letters) ? 'doubled' : 'long', letters: length }
}

/** Mails write `=3D` for `=`, so a parameter of a link may begin with `3D`. @param lengths of letters without it */
const withoutEqualsSign = (letters: string, ...lengths: number[]): string =>
  letters.startsWith('3D') && lengths.includes(letters.length - 2) ? letters.slice(2) : letters

/**
 * 26 letters contain 130 bits, of which the first two are zero. The first 6 letters give 7 hex digits, and every 4
 * letters after them give 5.
 */
function hexOf(letters: string): string | undefined {
  let hex = ''
  let value = 0
  for (let at = 0; at < addressLetters; at++) {
    const five = base32Alphabet.indexOf(letters[at]!)
    if (five < 0 || (at === 0 && five > 7)) return undefined
    value = (value << 5) | five
    if (at % 4 !== 1 || at === 1) continue
    hex += value.toString(16).padStart(at === 5 ? 7 : 5, '0')
    value = 0
  }
  return hex
}

/**
 * The 26 printed letters of an address: 6 letters for the first 7 hex digits, and 4 for each 5 after them.
 *
 * @example
 * formatAddress('00000000-0000-0000-0000-000000000001') // => '00000000000000000000000001'
 */
export function formatAddress(address: string): string {
  const hex = address.replaceAll('-', '')
  let letters = lettersOf(Number.parseInt(hex.slice(0, 7), 16), 6)
  for (let at = 7; at < hex.length; at += 5) letters += lettersOf(Number.parseInt(hex.slice(at, at + 5), 16), 4)
  return letters
}

function dashed(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
