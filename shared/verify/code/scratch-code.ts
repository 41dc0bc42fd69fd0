import { base32Alphabet } from './base32.ts'
import { printedForm } from './code.ts'
import { typedOnUsKeyboard } from './keyboard-layout.ts'

/** Letters under the scratch layer of a label: the last one checks the others. */
export const scratchLetters = 8

/** The product with 2 in the field of 32 elements (polynomial x⁵ + x² + 1). */
const doubled = (value: number): number => ((value << 1) ^ (value & 16 ? 0x25 : 0)) & 31

/**
 * The letter that makes letters a whole scratch code. Each place counts with another factor, so that one wrong letter and two
 * letters in each other's place are found without a server, and are no guess.
 */
export function scratchCheckLetter(letters: string): string {
  let sum = 0
  for (const letter of letters) sum = doubled(sum ^ base32Alphabet.indexOf(letter))
  return base32Alphabet[sum]!
}

/**
 * Reads a scratch code as people type it; undefined if a letter is missing, too many or wrong.
 *
 * @example
 * const code = '7K2M9QX' + scratchCheckLetter('7K2M9QX')
 * readScratchCode('7k2m-9qx' + code.at(-1)) // => code
 * readScratchCode('7K2M9XQ' + code.at(-1)) // => undefined
 */
export function readScratchCode(text: string): string | undefined {
  const given = printedForm(typedOnUsKeyboard(text) ?? text)
  if (given.length !== scratchLetters || given.includes('?')) return undefined
  return scratchCheckLetter(given.slice(0, -1)) === given.at(-1) ? given : undefined
}

/** In groups of four, as it is printed. */
export const formatScratchCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
