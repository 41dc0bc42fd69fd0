import { decodeAs, detectEncoding } from './detect-encoding.ts'
import type { Encoding } from './encodings.ts'
import { type FileFormat, fileFormatOf } from './file-format.ts'

/** `encoding` is the one that a person chose; `languages` of the person (BCP 47) decide between readings as likely. */
export type DecodeOptions = {
  encoding?: Encoding | undefined
  languages: readonly string[]
  /** Return the readings in any case, for a person who wants to choose another one. */
  isAsked?: boolean
}

/** A way to read the file, with lines in which the ways differ. */
export type TextReading = { encoding: Encoding; samples: { line: number; text: string }[] }
export type UndecodedFile = { kind: 'unsure'; readings: TextReading[] } | { kind: 'notText'; format: FileFormat }
/** `others`: readings that were less likely. */
type DecodedText = { kind: 'text'; text: string; encoding: Encoding; others: Encoding[] }

const maxReadings = 6
const maxSamples = 3
const sampleLength = 120

/**
 * Turns the bytes of a file into text with `\n` at the ends of lines. If several encodings are about as likely, a person has
 * to choose: text is never read in a guessed encoding without a word.
 */
export function decodeText(
  bytes: Uint8Array,
  { encoding, languages, isAsked = false }: DecodeOptions,
): DecodedText | UndecodedFile {
  const format = fileFormatOf(bytes)
  if (format) return { kind: 'notText', format }
  const { isSure, encodings } = detectEncoding(bytes, languages)
  const used = encoding ?? (isSure ? encodings[0]! : undefined)
  if (!used || isAsked) return { kind: 'unsure', readings: readingsOf(bytes, encodings.slice(0, maxReadings)) }
  const others = encodings.filter((one) => one !== used)
  return { kind: 'text', text: decodeAs(bytes, used).replace(/\r*\n|\r/g, '\n'), encoding: used, others }
}

/** Samples of the lines that the encodings read differently. */
function readingsOf(bytes: Uint8Array, encodings: readonly Encoding[]): TextReading[] {
  const lines = encodings.map((encoding) => decodeAs(bytes, encoding).split(/\r*\n|\r/))
  const [first = [], ...others] = lines
  const places: number[] = []
  // Lines with bytes that the first reading cannot read tell most.
  const differing = [...first.keys()].filter((at) => others.some((other) => other[at] !== first[at]))
  const damaged = differing.filter((at) => first[at]!.includes('\ufffd'))
  for (const at of [...damaged, ...differing]) {
    if (places.length === maxSamples) break
    if (!places.includes(at)) places.push(at)
  }
  places.sort((a, b) => a - b)
  return encodings.map((encoding, n) => ({
    encoding,
    samples: places.map((at) => ({ line: at + 1, text: (lines[n]![at] ?? '').slice(0, sampleLength) })),
  }))
}
