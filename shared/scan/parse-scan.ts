import { type CodeDamage, readCode, type ScannedCode } from '#shared/verify/code/code.ts'
import { isWebUrl } from '#shared/verify/code/code-parts.ts'
import { withoutAdditions } from '#shared/verify/code/harmless-additions.ts'
import { readScratchCode } from '#shared/verify/code/scratch-code.ts'

/** The reason why a scanned or typed text is not a code. */
export type ScanProblem =
  | { kind: 'blank' }
  /** A URL that is not the URL of a code. */
  | { kind: 'website'; host: string }
  /** Similar to a code, but with missing, additional or invalid letters. */
  | { kind: 'damaged'; damage: CodeDamage }
  /** The code under the scratch layer instead of the code of the item. */
  | { kind: 'scratch' }
  /** As long as a code, in letters of another keyboard. */
  | { kind: 'keyboard' }
  /** Other content, such as an EAN or a Wi-Fi password. */
  | { kind: 'other'; text: string }

type ParsedScan = { code: ScannedCode } | { problem: ScanProblem }

/** Scanners may send a symbology identifier first (`]Q1`), and control characters around the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
const wrapping = /^[\x00-\x20]*(\][A-Za-z]\d)?|[\x00-\x20]+$/g
/** Texts outside of these lengths are not treated as a mistyped code. */
const codeLikeLength = { min: 20, max: 60 } as const
const shown = 40

/** Parses one scanned text. */
export function parseScan(text: string): ParsedScan {
  const plain = text.replace(wrapping, '')
  if (plain === '') return { problem: { kind: 'blank' } }
  const reading = readCode(plain)
  if ('code' in reading) return reading
  const url = isWebUrl(plain) ? URL.parse(plain) : null
  if (url) return { problem: isAboutCode(url) ? { kind: 'damaged', ...reading } : { kind: 'website', host: url.host } }
  return { problem: problemOfText(plain, reading.damage) }
}

const isAboutCode = ({ pathname }: URL): boolean =>
  /^\/(v|verify)(\/.*)?$/i.test(pathname) || /^\/[^/]+\/01\/\d+\/21\//.test(pathname)

function problemOfText(text: string, damage: CodeDamage): ScanProblem {
  if (readScratchCode(text) !== undefined) return { kind: 'scratch' }
  const letters = withoutAdditions(text)
  const isMeant = letters.length >= codeLikeLength.min && letters.length <= codeLikeLength.max
  if (isMeant && /^[0-9A-Z]+$/.test(letters)) return { kind: 'damaged', damage }
  if (isMeant && isOtherKeyboard(letters)) return { kind: 'keyboard' }
  return { kind: 'other', text: text.length > shown ? `${text.slice(0, shown - 1)}…` : text }
}

/** Nobody writes a word of so many letters and digits. */
const isOtherKeyboard = (letters: string): boolean => /\d/.test(letters) && !/[A-Z]{2}/.test(letters)

/** The first of several readings that is a code; if there is none, the error of the first one. */
export function parseFirstScan(texts: readonly string[]): ParsedScan {
  const readings = texts.map(parseScan)
  return readings.find((reading) => 'code' in reading) ?? readings[0] ?? { problem: { kind: 'blank' } }
}
