import { uuidBytes } from '#server/core/db/uuid.ts'
import { base32Alphabet } from '#shared/verify/code/base32.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { type CodeKey, printedSecret, secretLetters } from './code.ts'

/** Letters in one printed group of a code. */
const groupLetters = 4

/** The first and the last letter of a printed group, counted from 1. */
export type LetterRange = { from: number; to: number }

/**
 * Finds a typing error in the letters of a whole code (address and secret): one wrong letter, or two neighbours that
 * changed places. The secret of a code is a checksum of its address, so no printed format needs a check character, and
 * the database is not read: a response does not reveal which codes exist. It names a group instead of the letter: this is enough
 * for a person with the label, and less for an attacker who guesses.
 */
export function typoFinder(key: CodeKey): (letters: string) => LetterRange | undefined {
  const secretOf = (letters: string) => {
    const address = parseCode(letters.slice(0, -secretLetters))?.address
    return address && printedSecret(key, uuidBytes(address))
  }
  return (letters) => {
    if (letters.length !== 42) return undefined
    const [address, secret] = [letters.slice(0, -secretLetters), letters.slice(-secretLetters)]
    const expected = secretOf(letters)
    if (expected === secret) return undefined
    if (expected) {
      const place = variantPlace(secret, (variant) => variant === expected)
      if (place !== undefined) return groupOf(address.length + place)
    }
    const place = variantPlace(address, (variant) => secretOf(variant + secret) === secret)
    return place === undefined ? undefined : groupOf(place)
  }
}

/** The place of the change that makes `isRight` true, among all changes of one letter or of two neighbours. */
function variantPlace(letters: string, isRight: (variant: string) => boolean): number | undefined {
  for (let at = 0; at < letters.length; at++) {
    const [before, own, after] = [letters.slice(0, at), letters[at]!, letters.slice(at + 1)]
    for (const other of base32Alphabet) if (other !== own && isRight(before + other + after)) return at
    const next = after[0]
    if (next && next !== own && isRight(before + next + own + after.slice(1))) return at
  }
  return undefined
}

function groupOf(place: number): LetterRange {
  const from = place - (place % groupLetters) + 1
  return { from, to: Math.min(from + groupLetters - 1, 42) }
}
