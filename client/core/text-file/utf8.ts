/** Positions of bytes that are not UTF-8, and the number of characters outside ASCII that are. */
type Utf8Check = { bad: number[]; sequences: number }

/** More bad bytes than this are no damage: the text is in another encoding. */
const maxBad = 10_000

/** Finds what is not UTF-8. */
export function checkUtf8(bytes: Uint8Array): Utf8Check {
  const bad: number[] = []
  let sequences = 0
  for (let at = 0; at < bytes.length && bad.length <= maxBad; ) {
    if (bytes[at]! < 0x80) {
      at++
      continue
    }
    const length = sequenceLength(bytes, at)
    if (length === 0) bad.push(at)
    else sequences++
    at += length || 1
  }
  return { bad, sequences }
}

/** The length of the character that begins here, or 0 if none does. Overlong forms and surrogates are no UTF-8. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  const length =
    first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0
  for (let n = 1; n < length; n++) if ((bytes[at + n] ?? 0) >> 6 !== 0b10) return 0
  const second = bytes[at + 1] ?? 0
  const isOutside =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second >= 0xa0) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second >= 0x90)
  return isOutside ? 0 : length
}

/** Decodes UTF-8, and the bytes that are not UTF-8 as Windows-1252. */
export function decodeMixed(bytes: Uint8Array): string {
  const [utf8, other] = [new TextDecoder('utf-8', { ignoreBOM: true }), new TextDecoder('windows-1252')]
  const parts: string[] = []
  let from = 0
  for (const at of checkUtf8(bytes).bad) {
    parts.push(utf8.decode(bytes.subarray(from, at)), other.decode(bytes.subarray(at, at + 1)))
    from = at + 1
  }
  parts.push(utf8.decode(bytes.subarray(from)))
  return parts.join('')
}
