import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'
import type { DecodeOptions } from './decode-text.ts'
import type { Encoding } from './encodings.ts'

/** Encodings that the person chose, by file. A file that is chosen again is read the same way. */
const chosen = new Map<string, Encoding>()
const keyOf = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified])

export const rememberEncoding = (file: File, encoding: Encoding): void => void chosen.set(keyOf(file), encoding)

/** How to decode a file: as the person chose, or else by its bytes and the languages of the person. */
export const decodeOptionsOf = (file: File): DecodeOptions => ({
  encoding: chosen.get(keyOf(file)),
  languages: [localeTag[preferences.getState().language], ...navigator.languages],
})
