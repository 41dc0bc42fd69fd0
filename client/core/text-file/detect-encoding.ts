import { analyse } from 'chardet'
import { type Encoding, legacyEncodings, legacyNames } from './encodings.ts'
import { languagesOf, logLikelihood } from './likelihood.ts'
import { checkUtf8, decodeMixed } from './utf8.ts'
import { utf16Encoding } from './utf16.ts'

/** The encodings that the bytes can be in, the most likely one first. If it is not `sure`, a person decides. */
type Detection = { isSure: boolean; encodings: Encoding[] }

/** The first reading is taken without a question if it is this much likelier than all others together. */
const sureOdds = Math.log(100)
/** The likelihood of UTF-8 counts that the bytes are valid, which is a coincidence more often than the models say. */
const sureUtf8Odds = Math.log(10_000)
/** Readings that are far less likely than the first one are not offered. */
const offeredOdds = Math.log(1e6)
/** More characters of valid UTF-8 than this are no coincidence. */
const certainSequences = 4
const maxSampleWords = 400
/** The opinion of chardet, which knows pairs and triples of letters, counts up to this much. */
const chardetWeight = 1.5

const chunkBytes = 65_536

/** Decodes in parts, so that trying many encodings does not keep as many copies of a large file. */
function isValid(bytes: Uint8Array, encoding: Encoding): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes)
      decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** @param languages of the person (BCP 47); they decide between readings that are about as likely */
export function detectEncoding(bytes: Uint8Array, languages: readonly string[]): Detection {
  const utf16 = utf16Encoding(bytes)
  if (utf16) return { isSure: true, encodings: [utf16] }
  const { bad, sequences } = checkUtf8(bytes)
  if (bad.length === 0 && sequences === 0) return sevenBit(bytes)
  if (bad.length === 0 && (sequences >= certainSequences || isMarkedUtf8(bytes)))
    return { isSure: true, encodings: ['utf-8'] }
  const isDamagedUtf8 = bad.length > 0 && sequences >= bad.length
  const ranked = rank(bytes, languages, bad.length === 0 ? sequences : undefined)
  if (isDamagedUtf8)
    return { isSure: false, encodings: ['utf-8', 'utf-8-mixed', ...ranked.map(({ encoding }) => encoding)] }
  const [first, ...others] = ranked
  if (!first) return { isSure: false, encodings: ['utf-8', 'windows-1252'] }
  const ofOthers = Math.log(others.reduce((sum, { score }) => sum + Math.exp(score - first.score), 0))
  return {
    isSure: -ofOthers > (first.encoding === 'utf-8' ? sureUtf8Odds : sureOdds),
    encodings: ranked.map(({ encoding }) => encoding),
  }
}

export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  const text = encoding === 'utf-8-mixed' ? decodeMixed(bytes) : new TextDecoder(encoding).decode(bytes)
  return text.replace(/^\ufeff/, '')
}

const isMarkedUtf8 = ([first, second, third]: Uint8Array) => first === 0xef && second === 0xbb && third === 0xbf

function sevenBit(bytes: Uint8Array): Detection {
  const isShifted = bytes.includes(0x1b) && analyse(bytes).some(({ name }) => name === 'ISO-2022-JP')
  return { isSure: true, encodings: [isShifted ? 'iso-2022-jp' : 'utf-8'] }
}

type Ranked = { encoding: Encoding; score: number }

/** Encodings in which the bytes are valid, by likelihood. Of those that read the same words, only the likeliest one stays. */
function rank(bytes: Uint8Array, languages: readonly string[], utf8Sequences: number | undefined): Ranked[] {
  const words = wordsOf(bytes)
  const opinions = opinionsOf(bytes)
  const scored = legacyNames
    .filter((encoding) => isValid(bytes, encoding))
    .map((encoding) => {
      const { languages: written, prior } = legacyEncodings[encoding]
      const isOwn = written.some((model) => languages.some((tag) => tag.startsWith(spokenIn(model))))
      const bonus = prior + (opinions.get(encoding) ?? 0) * chardetWeight + (isOwn ? 1 : 0)
      return readAs(words, encoding, bonus)
    })
  // Other encodings are valid UTF-8 by chance, about one in twenty characters.
  if (utf8Sequences !== undefined) scored.push(readAs(words, 'utf-8', 3 * utf8Sequences + 3))
  scored.sort((a, b) => b.score - a.score)
  const seen = new Set<string>()
  return scored.filter(({ text, score }) => {
    if (seen.has(text) || score < scored[0]!.score - offeredOdds) return false
    seen.add(text)
    return true
  })
}

function readAs(words: readonly Uint8Array[], encoding: Encoding, bonus: number): Ranked & { text: string } {
  const texts = words.map((word) => decodeAs(word, encoding))
  return { encoding, text: texts.join(' '), score: logLikelihood(texts, languagesOf(encoding)) + bonus }
}

const spokenIn = (model: string): string => ({ gb: 'zh', big5: 'zh', sjis: 'ja', eucjp: 'ja' })[model] ?? model

/** The words with bytes outside ASCII, each once. The bytes that divide words are no part of a character in any encoding. */
function wordsOf(bytes: Uint8Array): Uint8Array[] {
  const isGap = (byte: number) => byte <= 0x20 || byte === 0x22 || byte === 0x2c || byte === 0x3b
  const found = new Map<string, Uint8Array>()
  let [from, isPlain] = [0, true]
  for (let at = 0; at <= bytes.length && found.size < maxSampleWords; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80) isPlain = false
    if (!isGap(byte)) continue
    if (!isPlain) found.set(bytes.subarray(from, at).join(), bytes.subarray(from, at))
    ;[from, isPlain] = [at + 1, true]
  }
  return [...found.values()]
}

/** The encodings that chardet considers possible, with its confidence from 0 to 1. */
function opinionsOf(bytes: Uint8Array): Map<string, number> {
  const standard: Record<string, string> = {
    'ISO-8859-1': 'windows-1252',
    'ISO-8859-9': 'windows-1254',
    'ISO-8859-7': 'windows-1253',
    'ISO-8859-8': 'windows-1255',
    'ISO-8859-6': 'windows-1256',
  }
  const opinions = analyse(bytes.subarray(0, 20_000)).map(
    ({ name, confidence }) => [(standard[name] ?? name).toLowerCase(), confidence / 100] as const,
  )
  return new Map(opinions.toReversed())
}
