import { z } from 'zod'
import type { ValidationMessage } from '#shared/core/i18n/validation-text.ts'

/** What is wrong with a text that is not a GTIN. */
export const gtinProblems = ['gtinLetters', 'gtinLength', 'gtinCheckDigit'] as const
export type GtinProblem = (typeof gtinProblems)[number]
type GtinReading = { gtin: string } | { problem: GtinProblem }

/** GTIN-8, UPC, EAN and the number of a trade unit. All are written with 14 digits, so that each has one form. */
const lengths = [8, 12, 13, 14]
const digits = 14

/**
 * The check digit of the digits before it: they count 3 and 1 in turn, from the right (GS1 General Specifications, 7.9).
 *
 * @example
 * checkDigit('629104150021') // => '3'
 */
export function checkDigit(before: string): string {
  let sum = 0
  for (let i = 0; i < before.length; i++) sum += Number(before.at(-1 - i)) * (i % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

/** Whether a text is a GTIN in the form with 14 digits, the only one that a GS1 Digital Link may contain. */
export const isGtin = (text: string): boolean =>
  /^\d{14}$/.test(text) && !/^0+$/.test(text) && checkDigit(text.slice(0, -1)) === text.at(-1)

/**
 * Reads a GTIN as people type, copy or scan it: with 8, 12, 13 or 14 digits, with spaces or dashes between them, with the
 * identifier (01) before it.
 *
 * @example
 * readGtin('4 006381 333931') // => { gtin: '04006381333931' }
 * readGtin('4006381333932') // => { problem: 'gtinCheckDigit' }
 */
export function readGtin(text: string): GtinReading {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}−]/gu, '')
    .replace(/^\(01\)/, '')
  if (!/^\d+$/.test(plain)) return { problem: 'gtinLetters' }
  if (!lengths.includes(plain.length)) return { problem: 'gtinLength' }
  const gtin = plain.padStart(digits, '0')
  return isGtin(gtin) ? { gtin } : { problem: 'gtinCheckDigit' }
}

/** A search text as the GTIN is stored, or unchanged if it is none. */
export function searchedGtin(text: string): string {
  const reading = readGtin(text)
  return 'gtin' in reading ? reading.gtin : text
}

/** A form has one message; the report of an imported file says which problem it is. */
const message: ValidationMessage = 'Please check the digits of the GTIN: 8, 12, 13 or 14'

/** Maximum length of the text that people type. */
export const maxGivenGtin = 40

/** A GTIN of a form, with 14 digits then; null without one. */
export const OptionalGtin = z
  .string()
  .trim()
  .max(maxGivenGtin)
  .nullable()
  .transform((text, context) => {
    if (!text) return null
    const reading = readGtin(text)
    if ('gtin' in reading) return reading.gtin
    context.addIssue(message)
    return z.NEVER
  })
