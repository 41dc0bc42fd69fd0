import { Id } from '#shared/core/fields/fields.ts'
import { digitalLinkPathOf, parseDigitalLink } from '#shared/gs1/digital-link.ts'
import { isSscc } from '#shared/gs1/sscc.ts'
import { base32Alphabet } from '#shared/verify/code/base32.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'
import { addressLettersInKey } from '#shared/verify/code/digital-link-parts.ts'
import { canonicalEpc } from './hash/canonical-epc.ts'

/** Where GS1's canonical links are. */
const canonicalOrigin = 'https://id.gs1.org'
const serialLetters = 20

/**
 * The identifier of an item in events. It says nothing about the secret of the code.
 *
 * @example
 * const address = '00000000-0000-0000-0000-000000000001'
 * epcOf(address, '09506000134352', 'https://tea.example') // => 'https://id.gs1.org/01/09506000134352/21/00000000000000000001'
 * epcOf(address, null, 'https://tea.example') // => 'https://tea.example/V/00000000000000000000000001'
 */
export function epcOf(address: string, gtin: string | null, origin: string): string {
  const letters = formatAddress(address)
  if (gtin === null) return `${origin}/V/${letters}`
  return canonicalOrigin + digitalLinkPathOf({ gtin, serial: letters.slice(addressLettersInKey) })
}

/**
 * The identifier of a case or a pallet in events.
 *
 * @example
 * packEpcOf('1f0c…', '040063810000000017', 'https://tea.example') // => 'https://id.gs1.org/00/040063810000000017'
 */
export const packEpcOf = (id: string, sscc: string | null, origin: string): string =>
  sscc === null ? `${origin}/packages/${id}` : `${canonicalOrigin}/00/${sscc}`

/**
 * A thing as an identifier names it: an item by its address, or by the end of the address (hex digits) and the GTIN of its order; a
 * package by its SSCC or its id.
 */
export type NamedThing = { address: string } | { gtin: string; ending: string } | { sscc: string } | { packId: string }

/** Undefined if the identifier cannot be that of a code or package of Assay. */
export function readEpc(text: string): NamedThing | undefined {
  const epc = canonicalEpc(text)
  const sscc = /^https:\/\/id\.gs1\.org\/00\/(\d+)$/.exec(epc)?.[1]
  if (sscc !== undefined) return isSscc(sscc) ? { sscc } : undefined
  const packId = Id.safeParse(/^https?:\/\/[^/]+\/packages\/([^/?#]+)$/i.exec(text)?.[1]).data
  if (packId !== undefined) return { packId }
  if (epc.startsWith(`${canonicalOrigin}/`)) {
    const { gtin, serial = '' } = parseDigitalLink(epc.slice(canonicalOrigin.length)) ?? {}
    const ending = endingOf(serial)
    return gtin !== undefined && ending !== undefined ? { gtin, ending } : undefined
  }
  const code = parseCode(text)
  return code && { address: code.address }
}

/** The 25 hex digits at the end of an address, from the 20 letters of its serial number. */
function endingOf(serial: string): string | undefined {
  const letters = serial.toUpperCase()
  if (letters.length !== serialLetters) return undefined
  let value = 0n
  for (const letter of letters) {
    const five = base32Alphabet.indexOf(letter)
    if (five < 0) return undefined
    value = (value << 5n) | BigInt(five)
  }
  return value.toString(16).padStart((serialLetters * 5) / 4, '0')
}
