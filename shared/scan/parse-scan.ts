import { isCodeLength, type ScannedCode } from '#shared/verify/code/code.ts'
import { isWebUrl, parsePrintedCode } from '#shared/verify/code/printed-code.ts'

/** The reason why a scanned or typed text is not a code. */
export type ScanProblem =
  | { kind: 'blank' }
  /** A URL that is not the URL of a code. */
  | { kind: 'website'; host: string }
  /** Similar to a code, but with missing, additional or invalid letters. */
  | { kind: 'malformed'; letters: number; isWholeLength: boolean }
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
  const url = isWebUrl(plain) ? URL.parse(plain) : null
  const code = parsePrintedCode(plain)
  if (code) return { code }
  return { problem: url ? problemOfUrl(url) : problemOfText(plain) }
}

function problemOfUrl(url: URL): ScanProblem {
  const [, room, word = ''] = /^\/(v|verify)(?:\/(.*))?$/i.exec(url.pathname) ?? []
  if (room === undefined) return { kind: 'website', host: url.host }
  const given = url.searchParams.get('a') ?? url.searchParams.get('address') ?? word
  return malformed(lettersOf(given))
}

function problemOfText(text: string): ScanProblem {
  const letters = lettersOf(text)
  const isMeant =
    /^[0-9A-Z]+$/i.test(letters) && letters.length >= codeLikeLength.min && letters.length <= codeLikeLength.max
  if (isMeant) return malformed(letters)
  return { kind: 'other', text: text.length > shown ? `${text.slice(0, shown - 1)}…` : text }
}

const malformed = ({ length }: string): ScanProblem => ({
  kind: 'malformed',
  letters: length,
  isWholeLength: isCodeLength(length),
})
const lettersOf = (text: string) => text.replace(/[\s-]/g, '')

/** The first of several readings that is a code; if there is none, the error of the first one. */
export function parseFirstScan(texts: readonly string[]): ParsedScan {
  const readings = texts.map(parseScan)
  return readings.find((reading) => 'code' in reading) ?? readings[0] ?? { problem: { kind: 'blank' } }
}
