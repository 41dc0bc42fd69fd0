import { passportPathOf, passportSubjectOf } from '#shared/gs1/passport-path.ts'
import { type AccessTier, accessTiers, type PassportPoint, type PassportSection } from '#shared/passport/contract.ts'
import type { ItemPoint } from '#shared/passport/item-contract.ts'
import type { PublishedPassport } from './lookup.ts'
import type { Issuer } from './signing.ts'
import { statusPath } from './status-list.ts'

/** A passport as one reader gets it. */
export type ShownPassport = {
  published: PublishedPassport
  tier: AccessTier
  origin: string
  issuer: Issuer
}

/** What the address of a passport names. */
export const namedBy = ({ gtin, lot, item }: PublishedPassport) => ({ gtin, lot, serial: item?.serial })

/** The address of one version for one tier, which is the id of its credential: what each says never changes. */
const versionAddress = ({ published, tier, origin }: ShownPassport): string =>
  `${origin}${passportPathOf(namedBy(published))}?version=${published.version}${tier === 'public' ? '' : `&tier=${tier}`}${
    published.item?.revision ? `&values=${published.item.revision}` : ''
  }`
const productId = ({ published, origin }: ShownPassport): string => origin + passportSubjectOf(namedBy(published))
const granularityOf = ({ lot, item }: PublishedPassport) =>
  item !== undefined ? 'item' : lot === '' ? 'model' : 'batch'

type NumberedSection = { number: number; title: string; points: (PassportPoint & { number: number })[] }

/**
 * The filled-in points that a reader may see, with their numbers among all of them, so that each has the same number for every
 * reader. Sections without any are left out.
 */
export function readableSections(sections: readonly PassportSection[], tier: AccessTier): NumberedSection[] {
  const most = accessTiers.indexOf(tier)
  const isReadable = (point: PassportPoint) => point.value !== '' && accessTiers.indexOf(point.tier) <= most
  return sections
    .map(({ title, points }, at) => ({
      number: at + 1,
      title,
      points: points.map((point, place) => ({ ...point, number: place + 1 })).filter(isReadable),
    }))
    .filter(({ points }) => points.length > 0)
}

/** The values of the item that a reader may see; the version says nothing about them. */
export const itemPoints = ({ published: { item }, tier }: Pick<ShownPassport, 'published' | 'tier'>): ItemPoint[] =>
  (item?.points ?? []).filter((point) => accessTiers.indexOf(point.tier) <= accessTiers.indexOf(tier))

/** The section of a credential for them. */
const itemSection = 'This item'

/** A passport is as new as its newest part. */
const newestPart = ({ publishedAt, item }: PublishedPassport): Date =>
  item?.updatedAt && item.updatedAt > publishedAt ? item.updatedAt : publishedAt

/** The times of a credential: in whole seconds. */
const secondsOf = (time: Date) => time.toISOString().replace('.000Z', 'Z')

/** The credential of UNTP, version 0.7.0. */
export function credentialOf(shown: ShownPassport): Record<string, unknown> {
  const { published, tier, origin, issuer } = shown
  const { content, merchantId, statusIndex, lot, item } = published
  const own = itemPoints(shown)
  const status = origin + statusPath(merchantId)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://vocabulary.uncefact.org/untp/0.7.0/context/'],
    id: versionAddress(shown),
    type: ['DigitalProductPassport', 'VerifiableCredential'],
    issuer: { type: ['CredentialIssuer'], id: issuer.did, name: content.issuer },
    validFrom: secondsOf(newestPart(published)),
    name: `Digital product passport: ${content.product.name}`,
    credentialStatus: {
      id: `${status}#${statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      // A number, as the schema of UNTP has it; the status list of W3C writes it as a text.
      statusListIndex: statusIndex,
      statusListCredential: status,
    },
    credentialSubject: {
      type: ['Product'],
      id: productId(shown),
      name: content.product.name,
      ...(content.description && { description: content.description }),
      idScheme: {
        type: ['IdentifierScheme'],
        id: 'https://ref.gs1.org/ai/01',
        name: 'GS1 Global Trade Item Number (GTIN)',
      },
      modelNumber: content.product.sku,
      ...(lot !== '' && { batchNumber: lot }),
      ...(item && { itemNumber: item.serial }),
      idGranularity: granularityOf(published),
      characteristics: {
        type: ['Characteristics'],
        sections: [
          ...readableSections(content.sections, tier),
          ...(own.length > 0 ? [{ title: itemSection, points: own }] : []),
        ].map(({ title, points }) => ({
          title,
          points: points.map(({ name, value, unit, tier: access }) => ({ name, value, ...(unit && { unit }), access })),
        })),
      },
      productCategory: [{ type: ['Classification'], ...categoryOf(content.category) }],
      relatedParty: [
        {
          type: ['PartyRole'],
          role: 'brandOwner',
          party: { type: ['Party'], id: issuer.did, name: content.product.brand },
        },
      ],
      producedAtFacility: { type: ['Facility'], id: content.facility.id, name: content.facility.name },
      countryOfProduction: { type: ['Country'], countryCode: content.country },
    },
  }
}

const categoryOf = ({ code, name, schemeId, schemeName }: PublishedPassport['content']['category']) => ({
  code,
  name,
  schemeId,
  schemeName,
})

/** The same facts in the shape of EN 18223: a header, and the data elements in their collections. */
export function jsonOf(shown: ShownPassport): Record<string, unknown> {
  const { published, tier, issuer } = shown
  const { content } = published
  const text = (elementId: string, name: string, value: string, more: object = {}) => ({
    ...{ elementId, name, objectType: 'SingleValuedDataElement', valueDataType: 'String', value, ...more },
  })
  const collection = (elementId: string, name: string, elements: object[]) => ({
    ...{ elementId, name, objectType: 'DataElementCollection', elements },
  })
  const { product, category, facility } = content
  const own = itemPoints(shown)
  return {
    digitalProductPassportId: versionAddress(shown),
    uniqueProductIdentifier: productId(shown),
    granularity: granularityOf(published),
    dppSchemaVersion: 'EN 18223:2026',
    dppStatus: published.revokedAt ? 'invalid' : 'active',
    lastUpdate: secondsOf(newestPart(published)),
    economicOperatorId: issuer.did,
    facilityId: facility.id,
    contentSpecificationIds: [],
    version: published.version,
    elements: [
      collection('product', 'Product', [
        text('product.name', 'Name', product.name),
        text('product.modelNumber', 'Model number', product.sku),
        text('product.brand', 'Brand', product.brand),
        ...(content.description ? [text('product.description', 'Description', content.description)] : []),
        text('product.category', category.schemeName, `${category.code} ${category.name}`, {
          dictionaryReference: category.schemeId,
        }),
        text('product.facility', 'Facility', facility.name),
        text('product.country', 'Country of production', content.country),
      ]),
      ...readableSections(content.sections, tier).map(({ number, title, points }) =>
        collection(
          `section${number}`,
          title,
          points.map((point) =>
            text(`section${number}.${point.number}`, point.name, point.value, {
              ...(point.unit && { unit: point.unit }),
              access: point.tier,
            }),
          ),
        ),
      ),
      ...(own.length > 0
        ? [
            collection(
              'item',
              itemSection,
              own.map((point, at) =>
                text(`item.${at + 1}`, point.name, point.value, {
                  ...(point.unit && { unit: point.unit }),
                  access: point.tier,
                }),
              ),
            ),
          ]
        : []),
    ],
  }
}
