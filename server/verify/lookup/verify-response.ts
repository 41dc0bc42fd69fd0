import type { ReportedStep } from '#server/epcis/service.ts'
import type { ChainStatuses } from '#shared/anchoring/contract.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { stepWord } from '#shared/epcis/step.ts'
import type { TapState } from '#shared/nfc/tap-state.ts'
import { type JourneyRange, journeySentence } from '#shared/sensor/journey-sentence.ts'
import type { ItemVerdict } from '#shared/verdict/contract.ts'
import type { CodeDamage } from '#shared/verify/code/code.ts'
import type { CodeStatus, VerifyResponse } from '#shared/verify/contract.ts'
import { summaryOf } from '#shared/verify/result/headline.ts'
import { appearanceOf, isGenuineResult } from '#shared/verify/result/result-kind.ts'
import type { Attested } from './attestations.ts'
import type { Product } from './products.ts'
import type { ShipmentInfo } from './shipment-lookup.ts'

/** The result of looking a code up. */
export type LookupResult = {
  verdict: CodeStatus
  /** What is wrong with a damaged code. */
  damage?: CodeDamage | null
  product?: Product | undefined
  attested?: Attested | undefined
  /** The readings of each of the attested sensor recordings; null for one without readings. */
  recordings?: readonly (JourneyRange | null)[]
  shipment?: ShipmentInfo | undefined
  item?: ItemVerdict | null
  /** Only with a code under a scratch layer. */
  scratch?: VerifyResponse['scratch']
  tap?: TapState | null
  /** What partners have reported about the item. */
  reports?: readonly ReportedStep[]
  officialHost: string
}
type ItemPart = Pick<
  VerifyResponse,
  'summary' | 'damage' | 'item' | 'contact' | 'autoRedirect' | 'scratch' | 'tap' | 'officialHost' | 'partnerReports'
>
type BatchPart = Omit<VerifyResponse, keyof ItemPart>
type AttestedKey =
  | 'hasPhotos'
  | 'sensorsData'
  | 'delivered'
  | 'logisticLoggingEnded'
  | 'delivery'
  | 'logisticSensorData'
  | 'logisticSensorLimit'
  | 'logisticSensorMinimum'
  | 'logisticSensorSummary'
  | 'verifyStatus'

const unknownChips: ChainStatuses = {
  catapult: { state: 'UNKNOWN', network: null },
  bitcoin: { state: 'UNKNOWN', network: null },
}

export const buildVerifyResponse = (found: LookupResult, language: Language): VerifyResponse => ({
  ...itemPart(found, language),
  ...batchPart(found, language),
})

/**
 * The response as JSON. A page designed by a brand is most of the response, and is serialized once for all codes of a
 * product.
 */
export function serializeVerifyResponse(found: LookupResult, language: Language): string {
  return joined(JSON.stringify(itemPart(found, language)), batchPartText(found, language))
}

/** Two objects as one. */
const joined = (first: string, second: string): string => `${first.slice(0, -1)},${second.slice(1)}`

function itemPart(
  {
    verdict,
    damage = null,
    product,
    attested,
    item = null,
    scratch = null,
    tap = null,
    reports = [],
    officialHost,
  }: LookupResult,
  language: Language,
): ItemPart {
  const hasPhotos = attested?.hasPhotos ?? false
  const summary = summaryOf(
    { verdict, item, tap, scratch, damage, hasPhotos, customization: product?.shown ?? null, product: null },
    language,
  )
  const { contact, tone } = appearanceOf(summary.standing)
  return {
    summary,
    damage,
    item,
    scratch,
    tap,
    officialHost,
    partnerReports: reports.map(({ step, at, by }) => ({ title: stepWord(step, language), at, by })),
    contact: contact ? (product?.contact ?? null) : null,
    // A page with a warning stays open until it was read.
    autoRedirect: tone === 'pass' && product?.redirectsAutomatically === true,
  }
}

function batchPart(found: LookupResult, language: Language): BatchPart {
  return { ...productPart(found), ...transactionPart(found.attested), ...attestedPart(found, language) }
}

function productPart({
  verdict,
  product,
  item = null,
  tap = null,
}: LookupResult): Omit<BatchPart, AttestedKey | 'transaction'> {
  const verified = verdict === 'genuine'
  const shown = verified ? product : undefined
  // The brand's content describes its product, so it is not shown for an item that may be a copy.
  const page = isGenuineResult({ verdict, item, tap }) ? shown : undefined
  return {
    verified,
    verdict,
    expired: verdict === 'expired',
    product: product?.names ?? null,
    verifiedBusiness: product?.businessVerified ?? false,
    verifiedTrademark: product?.trademarkVerified ?? false,
    customization: page?.shown ?? null,
    frameHosts: page?.frameHosts ?? [],
    productDetailOrder: shown?.detailOrder ?? [],
    passport: page?.passport ?? null,
    verify_url: page || !shown?.shown?.hideDefaultButton ? (shown?.url ?? null) : null,
  }
}

const transactionPart = (attested: Attested | undefined): Pick<BatchPart, 'transaction'> => ({
  transaction: attested
    ? {
        message: { type: 500, payload: attested.payload, ...(attested.rest !== null && { rest: attested.rest }) },
        transactionInfo: { id: attested.transaction },
      }
    : null,
})

function attestedPart(
  { attested, recordings, shipment }: LookupResult,
  language: Language,
): Pick<BatchPart, AttestedKey> {
  const sentence = (range: JourneyRange | null | undefined) => (range ? journeySentence(range, language) : null)
  return {
    hasPhotos: attested?.hasPhotos ?? false,
    sensorsData: (attested?.sensors ?? []).map((one, at) => ({ ...one, summary: sentence(recordings?.[at]) })),
    delivered: shipment?.delivered ?? false,
    logisticLoggingEnded: shipment?.logisticLoggingEnded ?? false,
    delivery: shipment?.delivery ?? null,
    logisticSensorData: shipment?.readings ?? [],
    logisticSensorLimit: shipment?.range?.limit ?? null,
    logisticSensorMinimum: shipment?.range?.minimum ?? null,
    logisticSensorSummary: sentence(shipment?.range),
    verifyStatus: attested?.chips ?? unknownChips,
  }
}

/**
 * The texts of genuine codes, keyed by the objects that they are made of. Products and attestations remain the same objects
 * until a row of them changes.
 */
const productTexts = new WeakMap<Product, string>()
const attestedTexts = new WeakMap<Attested, string>()

function batchPartText(found: LookupResult, language: Language): string {
  const { verdict, product, attested, shipment, item = null, tap = null } = found
  // Every shipment is different, and gives each scan its own token. Sentences about readings have a language.
  const isShared = product && attested && !shipment && attested.sensors.length === 0
  if (!isShared || !isGenuineResult({ verdict, item, tap })) return JSON.stringify(batchPart(found, language))
  const ofBatch = keptText(attestedTexts, attested.shared ?? attested, () => attestedPart(found, language))
  return joined(
    keptText(productTexts, product, () => productPart(found)),
    joined(JSON.stringify(transactionPart(attested)), ofBatch),
  )
}

function keptText<K extends object>(texts: WeakMap<K, string>, key: K, part: () => object): string {
  let text = texts.get(key)
  if (text === undefined) {
    text = JSON.stringify(part())
    texts.set(key, text)
  }
  return text
}
