/** Crockford's base32 digits: I, L and O are read as the digits they look like, U is never written. */
export const base32Alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The letters of `count` digits for a number below 2³¹, leading zeros included. BigInt would take many times as long. */
export function lettersOf(value: number, count: number): string {
  let letters = ''
  for (let bits = 5 * (count - 1); bits >= 0; bits -= 5) letters += base32Alphabet[(value >>> bits) & 31]
  return letters
}
