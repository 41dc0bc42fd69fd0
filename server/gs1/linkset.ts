import { type DigitalLink, digitalLinkPathOf } from '#shared/gs1/digital-link.ts'
import { passportPathOf } from '#shared/gs1/passport-path.ts'
import { productPagePath } from '#shared/verify/page-url.ts'
import type { GtinProduct } from './products.ts'

/** A link of a linkset as GS1's schema has it (RFC 9264 with arrays of languages). */
export type LinkObject = { href: string; title: string; type?: string; hreflang?: string[]; context?: string[] }
type Level = { anchor: string; itemDescription: string; links: Map<string, LinkObject[]> }

export const vocabulary = 'https://ref.gs1.org/voc/'
const defaultLink = 'defaultLink'

/**
 * The links of each level that a request names, the item first and then its product. An item and a lot have no links of
 * their own, except the page that asks to scan an item.
 */
export function levelsOf(link: DigitalLink, product: GtinProduct, origin: string): Level[] {
  const { gtin, name, links } = product
  const page = { href: origin + productPagePath(gtin), title: name }
  const own = new Map<string, LinkObject[]>([
    [defaultLink, [product.page ? { href: product.page, title: name } : page]],
  ])
  for (const { type, language, href, title } of links) {
    const found = { href, title, ...(language && { hreflang: [language] }) }
    own.set(type, [...(own.get(type) ?? []), found])
  }
  for (const { path, title, mime } of product.certificates) {
    const found = { href: origin + path, title, type: mime }
    own.set('certificationInfo', [...(own.get('certificationInfo') ?? []), found])
  }
  // Before those that the merchant entered. One address for all types: it answers each caller in the form that it wants.
  if (product.hasPassport) {
    own.set('dpp', [{ href: origin + passportPathOf({ gtin }), title: name }, ...(own.get('dpp') ?? [])])
  }
  // One page shows all recalls, so one link leads to it. It replaces what was entered before forms refused this type: of two links, the
  // resolver chooses none.
  const [recall] = product.recalls
  if (recall) own.set('recallStatus', [{ href: page.href, title: recall.message }])
  const ofProduct = { anchor: origin + digitalLinkPathOf({ gtin }), itemDescription: name, links: own }
  if (link.serial === undefined) return [ofProduct]
  const { serial } = link
  const links21 = new Map([[defaultLink, [page]]])
  return [{ anchor: origin + digitalLinkPathOf({ gtin, serial }), itemDescription: name, links: links21 }, ofProduct]
}

export const linksetOf = (levels: readonly Level[]): object => ({
  linkset: levels.map(({ anchor, itemDescription, links }) => ({
    anchor,
    itemDescription,
    ...Object.fromEntries([...links].map(([type, found]) => [vocabulary + type, found])),
  })),
})

/** The links of a type at the most specific level that has some. */
export const linksOfType = (levels: readonly Level[], type: string): readonly LinkObject[] =>
  levels.map(({ links }) => links.get(type)).find((found) => found !== undefined) ?? []

export const defaultOf = (levels: readonly Level[]): LinkObject => linksOfType(levels, defaultLink)[0]!
