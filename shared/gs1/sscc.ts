import { checkDigit } from './gtin.ts'

/**
 * The serial shipping container code of a case or pallet: an extension digit, the company prefix of its owner, a serial
 * reference and a check digit, 18 digits in all (GS1 General Specifications, application identifier 00).
 */
const digits = 18

/** Company prefixes have 4 to 12 digits; the national organisations of GS1 give them to companies. */
export const prefixDigits = { min: 4, max: 12 } as const

export const isSscc = (text: string): boolean =>
  /^\d{18}$/.test(text) && !/^0+$/.test(text) && checkDigit(text.slice(0, -1)) === text.at(-1)

/** How many numbers a company prefix has, including the extension digit. */
export const ssccsOf = (prefix: string): number => 10 ** (digits - 1 - prefix.length)

/**
 * The number with this place in the series of a prefix. The extension digit is the first digit of the place: it has no meaning of
 * its own and makes the series longer.
 *
 * @example
 * ssccAt('4006381', 1) // => '040063810000000017'
 */
export function ssccAt(prefix: string, place: number): string {
  const counted = String(place).padStart(digits - 1 - prefix.length, '0')
  const before = counted[0] + prefix + counted.slice(1)
  return before + checkDigit(before)
}

/** Scanners send a symbology identifier (`]C1`) and the separator of GS1 before or after the digits. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
const wrapping = /^[\x00-\x20]*(\][A-Za-z]\d)?|[\x00-\x20]+/g

/**
 * Reads an SSCC as a scanner sends it or a person types it: with or without the identifier 00, with spaces or dashes between the
 * digits. Undefined for any other text, and for a wrong check digit.
 *
 * @example
 * readSscc('(00) 0 4006381 000000001 7') // => '040063810000000017'
 * readSscc(']C100040063810000000017') // => '040063810000000017'
 * readSscc('040063810000000018') // => undefined
 */
export function readSscc(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(wrapping, '')
    .replace(/[\p{Cf}\p{Pd}−\s]/gu, '')
    .replace(/^\(00\)/, '')
  const code = plain.length === digits + 2 && plain.startsWith('00') ? plain.slice(2) : plain
  return isSscc(code) ? code : undefined
}

/** What people read below the barcode: the identifier in brackets, which the barcode does not contain. */
export const printedSscc = (sscc: string): string => `(00) ${sscc}`
