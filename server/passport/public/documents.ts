import { passportPathOf, passportSubjectOf } from '#shared/gs1/passport-path.ts'
import { type AccessTier, accessTiers, type PassportPoint, type PassportSection } from '#shared/passport/contract.ts'
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

/** The address of one version for one tier, which is the id of its credential: what each says never changes. */
const versionAddress = ({ published, tier, origin }: ShownPassport): string =>
  `${origin}${passportPathOf(published)}?version=${published.version}${tier === 'public' ? '' : `&tier=${tier}`}`
const productId = ({ published, origin }: ShownPassport): string => origin + passportSubjectOf(published)
const granularityOf = ({ lot, serial }: PublishedPassport) =>
  serial !== undefined ? 'item' : lot === '' ? 'model' : 'batch'

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

/** The times of a credential: in whole seconds. */
const secondsOf = (time: Date) => time.toISOString().replace('.000Z', 'Z')

/** The credential of UNTP, version 0.7.0. */
export function credentialOf(shown: ShownPassport): Record<string, unknown> {
  const { published, tier, origin, issuer } = shown
  const { content, merchantId, statusIndex, lot, serial } = published
  const status = origin + statusPath(merchantId)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://vocabulary.uncefact.org/untp/0.7.0/context/'],
    id: versionAddress(shown),
    type: ['DigitalProductPassport', 'VerifiableCredential'],
    issuer: { type: ['CredentialIssuer'], id: issuer.did, name: content.issuer },
    validFrom: secondsOf(published.publishedAt),
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
      ...(serial !== undefined && { itemNumber: serial }),
      idGranularity: granularityOf(published),
      characteristics: {
        type: ['Characteristics'],
        sections: readableSections(content.sections, tier).map(({ title, points }) => ({
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
  return {
    digitalProductPassportId: versionAddress(shown),
    uniqueProductIdentifier: productId(shown),
    granularity: granularityOf(published),
    dppSchemaVersion: 'EN 18223:2026',
    dppStatus: published.revokedAt ? 'invalid' : 'active',
    lastUpdate: secondsOf(published.publishedAt),
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
    ],
  }
}
