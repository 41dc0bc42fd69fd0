import type { LetterModel } from './letter-models.ts'

/** How text of an encoding looks: the languages that are written in it, and how usual it is (log of a probability). */
type EncodingTraits = { languages: readonly LetterModel[]; prior: number }

const western = ['en', 'fr', 'de', 'es', 'pt', 'it', 'nl', 'sv', 'da', 'is'] as const
const central = ['pl', 'cs', 'sk', 'hu', 'hr', 'ro', 'de'] as const
const cyrillic = ['ru', 'uk', 'bg', 'sr'] as const

/** Encodings without a byte order mark that spreadsheets, loggers and old programs write. Names of the Encoding Standard. */
export const legacyEncodings = {
  'windows-1252': { languages: western, prior: 0 },
  'windows-1251': { languages: cyrillic, prior: -0.3 },
  'windows-1250': { languages: central, prior: -1 },
  'windows-1253': { languages: ['el'], prior: -1.5 },
  'windows-1254': { languages: ['tr', 'de'], prior: -1 },
  'windows-1255': { languages: ['he'], prior: -1.5 },
  'windows-1256': { languages: ['ar'], prior: -1.2 },
  'windows-1257': { languages: ['lt', 'lv', 'et'], prior: -1.5 },
  'windows-874': { languages: ['th'], prior: -1.2 },
  macintosh: { languages: western, prior: -2 },
  'x-mac-cyrillic': { languages: cyrillic, prior: -3 },
  'koi8-r': { languages: cyrillic, prior: -1.5 },
  'koi8-u': { languages: cyrillic, prior: -2 },
  ibm866: { languages: cyrillic, prior: -2 },
  'iso-8859-2': { languages: central, prior: -2.5 },
  'iso-8859-5': { languages: cyrillic, prior: -3.5 },
  gb18030: { languages: ['gb'], prior: -0.5 },
  big5: { languages: ['big5'], prior: -1 },
  shift_jis: { languages: ['sjis'], prior: -0.5 },
  'euc-jp': { languages: ['eucjp'], prior: -1.5 },
  'euc-kr': { languages: ['ko'], prior: -0.7 },
} as const satisfies Record<string, EncodingTraits>

export type LegacyEncoding = keyof typeof legacyEncodings
export const legacyNames = Object.keys(legacyEncodings) as LegacyEncoding[]

/**
 * `utf-8-mixed` is UTF-8 in which bytes that are not UTF-8 are read as Windows-1252: programs that add to a file in their own
 * encoding leave such bytes.
 */
const unicodeEncodings = ['utf-8', 'utf-8-mixed', 'utf-16le', 'utf-16be', 'iso-2022-jp'] as const
export type Encoding = LegacyEncoding | (typeof unicodeEncodings)[number]
export const encodingNames: readonly Encoding[] = [...unicodeEncodings, ...legacyNames]
