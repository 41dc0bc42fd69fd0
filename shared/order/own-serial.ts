import { limits } from '#shared/core/limits/limits.ts'

/** What is wrong with the serial number of one item by itself. */
type TextProblem = 'blank' | 'tooLong' | 'letters'

/** Invisible and control characters, ends of lines, and signs that stand for lost letters: nobody can type them from an item. */
const notPrinted = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u

/**
 * A serial number as it is stored and compared: composed letters, without spaces around it. Letters keep their case, and
 * digits their leading zeros, as the goods carry them.
 *
 * @example
 * normalSerial(' 000417 ') // => '000417'
 * normalSerial('Cafe\u0301-1') // => 'Café-1'
 */
export const normalSerial = (text: string): string => text.trim().normalize('NFC')

/**
 * @param serial a text of `normalSerial`
 *
 * @example
 * serialProblem('SN-000417') // => undefined
 * serialProblem('') // => 'blank'
 * serialProblem('SN\u0007') // => 'letters'
 */
export function serialProblem(serial: string): TextProblem | undefined {
  if (serial === '') return 'blank'
  if (notPrinted.test(serial)) return 'letters'
  return [...serial].length > limits.ownSerialLength ? 'tooLong' : undefined
}
