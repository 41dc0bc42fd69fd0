import { isGtin } from './gtin.ts'

/** What a GS1 Digital Link names: a product, and of it a variant (22), a lot (10) or one item (21). */
export type DigitalLink = { gtin: string; variant?: string; lot?: string; serial?: string }

/** The qualifiers of a GTIN, in the only order that they may have. */
const qualifiers = [
  ['22', 'variant'],
  ['10', 'lot'],
  ['21', 'serial'],
] as const
/** GS1's characters of a lot or a serial number, 1 to 20 of them. */
const allowed = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/
/** Whether a lot or a serial number has characters and a length that GS1 allows. */
export const isQualifierValue = (text: string): boolean => allowed.test(text)

/**
 * Reads the path of a GS1 Digital Link behind its stem; undefined if its syntax is wrong.
 *
 * @param path percent-encoded, because a value may contain a slash
 * @example
 * parseDigitalLink('/01/09506000134352/10/A%2F7') // => { gtin: '09506000134352', lot: 'A/7' }
 * parseDigitalLink('/01/9506000134352') // => undefined
 */
export function parseDigitalLink(path: string): DigitalLink | undefined {
  const [empty, ai, gtin = '', ...rest] = path.replace(/\/+$/, '').split('/')
  if (empty !== '' || ai !== '01' || !isGtin(gtin)) return undefined
  const link: DigitalLink = { gtin }
  for (const [key, name] of qualifiers) {
    if (rest[0] !== key) continue
    const value = decodedValue(rest[1] ?? '')
    if (value === undefined || !isQualifierValue(value)) return undefined
    link[name] = value
    rest.splice(0, 2)
  }
  return rest.length === 0 ? link : undefined
}

function decodedValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The path of a product, or of one item of it. It is the identity: a printed key is no part of it. */
export const digitalLinkPathOf = ({ gtin, serial }: Pick<DigitalLink, 'gtin' | 'serial'>): string =>
  `/01/${gtin}${serial === undefined ? '' : `/21/${encodeURIComponent(serial)}`}`
