const isAscii = /^[\x20-\x7e]*$/
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** The zeros of Arabic, Persian, Devanagari, Bengali and Thai digits. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]

/** A cell with ordinary digits, minus signs and spaces, without marks of direction: `−４` becomes `-4`. */
export function plainText(cell: string): string {
  const trimmed = cell.trim()
  if (isAscii.test(trimmed)) return trimmed
  return trimmed
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0)!
      const zero = zeros.find((start) => code >= start && code < start + 10)
      return zero === undefined ? digit : String(code - zero)
    })
    .replace(/\s+/g, ' ')
    .trim()
}

/** A word without case, accents and points, as it is looked up. */
export const plainWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\s]/gu, '')
    .toLowerCase()
