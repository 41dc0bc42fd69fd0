import { withoutAdditions } from './harmless-additions.ts'

/** Letters of the address that the key begins with, before those of the secret. The serial number contains the others. */
export const addressLettersInKey = 6
const serialLetters = 20

export type CodeParts = { address: string; secret: string | undefined; gtin?: string }

/** `/{key}/01/{GTIN}/21/{serial number}`; other programs may add a lot or a variant before the serial number. */
const keyed = /(^|\/+|\s)([^/?#\s]+)\/+01\/+(\d{14})(?:\/+(?:22|10)\/[^?#\s]*?)?\/+21\/+([^/?#&\s]*)/

/**
 * The parts of a printed code in a GS1 Digital Link: the key and the serial number together are its letters. A link without a
 * key is short of them if the serial number can be one of ours, and the link of another page otherwise.
 *
 * @param text without percent-encoding
 */
export function digitalLinkParts(text: string): CodeParts[] {
  const plain = text.normalize('NFKC')
  // A mail may have broken the link, or a text may follow it.
  return [plain.replace(/[\s\p{Cf}]/gu, ''), plain].flatMap((one): CodeParts[] => {
    const found = keyed.exec(one)
    if (!found) return []
    const [, before = '', key = '', gtin = '', serial = ''] = found
    const rest = withoutAdditions(serial)
    const isHost = before !== '' && one[found.index - 1] === ':'
    if (isHost) return rest.length === serialLetters ? [{ address: rest, secret: '', gtin }] : []
    const letters = withoutAdditions(key)
    return [{ address: letters.slice(0, addressLettersInKey) + rest, secret: letters.slice(addressLettersInKey), gtin }]
  })
}
