/** Crockford's base32: I, L and O are read as the digits they look like, U is never written. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]))
for (const [letter, digit] of [
  ['I', 1],
  ['L', 1],
  ['O', 0],
] as const)
  VALUES.set(letter, digit)

const ADDRESS_LETTERS = 26
const SECRET_LETTERS = 16

export interface ScannedCode {
  /** As PostgreSQL writes a uuid. */
  address: string
  /** The 16 printed letters of the secret, or nothing. */
  secret: string | undefined
}

/** Whether a code has so many letters: an address alone, or with its secret. */
export const isCodeLength = (letters: number): boolean =>
  letters === ADDRESS_LETTERS || letters === ADDRESS_LETTERS + SECRET_LETTERS

/** Reads what a QR code, a person or an old CSV gives: any letter case, spaces and dashes; uuids too. */
export function readCode(text: string | undefined, secret?: string): ScannedCode | undefined {
  const plain = (text ?? '').replace(/[\s-]/g, '').toUpperCase()
  const own = secret ? normal(secret) : undefined
  if (/^[0-9A-F]{32}$/.test(plain)) return { address: dashed(plain.toLowerCase()), secret: own }
  const letters = normal(plain)
  const whole = letters.length === ADDRESS_LETTERS + SECRET_LETTERS
  if (letters.length !== ADDRESS_LETTERS && !whole) return undefined
  const hex = hexOf(letters.slice(0, ADDRESS_LETTERS))
  return hex === undefined ? undefined : { address: dashed(hex), secret: whole ? letters.slice(ADDRESS_LETTERS) : own }
}

function normal(text: string): string {
  return [...text.replace(/[\s-]/g, '').toUpperCase()]
    .map((letter) => ALPHABET[VALUES.get(letter) ?? -1] ?? '?')
    .join('')
}

/** 26 letters hold 130 bits; the first two are zero. */
function hexOf(letters: string): string | undefined {
  let value = 0n
  for (const letter of letters) {
    const bits = VALUES.get(letter)
    if (bits === undefined) return undefined
    value = value * 32n + BigInt(bits)
  }
  return value < 1n << 128n ? value.toString(16).padStart(32, '0') : undefined
}

/** The 26 letters that are printed for an address. */
export function printedLetters(address: string): string {
  let value = BigInt(`0x${address.replaceAll('-', '')}`)
  let letters = ''
  for (let n = 0; n < ADDRESS_LETTERS; n++, value /= 32n) letters = ALPHABET[Number(value % 32n)]! + letters
  return letters
}

function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
