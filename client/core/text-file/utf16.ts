const sampleBytes = 100_000

/** The byte order of UTF-16, from its mark or from its zero bytes; undefined for other files. */
export function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Separators, digits and line ends have a zero byte, always on the same side.
  const sample = bytes.subarray(0, sampleBytes)
  const zeros: [number, number] = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++
  const [high, low] = zeros
  const isOneSided = Math.max(high, low) * 8 > sample.length && Math.min(high, low) * 10 <= Math.max(high, low)
  return isOneSided && bytes.length % 2 === 0 ? (high > low ? 'utf-16be' : 'utf-16le') : undefined
}
