import type { ChainStatuses } from '#shared/anchoring/contract.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { ItemVerdict } from '#shared/verdict/contract.ts'
import type { CodeStatus, VerifyAnswer } from '#shared/verify/contract.ts'
import { summaryOf } from '#shared/verify/result/headline.ts'
import { appearanceOf, isGenuineResult } from '#shared/verify/result/result-kind.ts'
import type { Attested } from './attestations.ts'
import type { Product } from './products.ts'
import type { ShipmentInfo } from './shipment-lookup.ts'

/** The result of looking a code up. */
export interface LookupResult {
  verdict: CodeStatus
  product?: Product | undefined
  attested?: Attested | undefined
  travel?: ShipmentInfo | undefined
  item?: ItemVerdict | null
}
type ItemPart = Pick<VerifyAnswer, 'summary' | 'item' | 'contact' | 'autoRedirect'>
type BatchPart = Omit<VerifyAnswer, keyof ItemPart>

const UNKNOWN_CHIPS: ChainStatuses = {
  catapult: { state: 'UNKNOWN', network: null },
  bitcoin: { state: 'UNKNOWN', network: null },
}

export const answerOf = (found: LookupResult, language: Language): VerifyAnswer => ({
  ...itemPart(found, language),
  ...batchPart(found),
})

/**
 * The answer as JSON. A page designed by a brand is most of the answer, and is serialized once for all codes of a
 * batch.
 */
export function answerText(found: LookupResult, language: Language): string {
  return `${JSON.stringify(itemPart(found, language)).slice(0, -1)},${batchPartText(found).slice(1)}`
}

function itemPart({ verdict, product, item = null }: LookupResult, language: Language): ItemPart {
  const resultInput = { verdict, item }
  const summary = summaryOf({ ...resultInput, customization: product?.shown ?? null, product: null }, language)
  return {
    summary,
    item,
    contact: appearanceOf(summary.standing).contact ? (product?.contact ?? null) : null,
    // A page with a warning stays open until it was read.
    autoRedirect: isGenuineResult(resultInput) && product?.redirectsAutomatically === true,
  }
}

function batchPart({ verdict, product, attested, travel, item = null }: LookupResult): BatchPart {
  const verified = verdict === 'genuine'
  const shown = verified ? product : undefined
  // The brand's content describes its product, so it is not shown for an item that may be a copy.
  const page = isGenuineResult({ verdict, item }) ? shown : undefined
  return {
    verified,
    verdict,
    expired: verdict === 'expired',
    transaction: attested
      ? {
          message: { type: 500, payload: attested.payload },
          transactionInfo: { id: attested.transaction },
        }
      : null,
    product: shown?.names ?? null,
    verifiedBusiness: product?.businessVerified ?? false,
    verifiedTrademark: product?.trademarkVerified ?? false,
    customization: page?.shown ?? null,
    frameHosts: page?.frameHosts ?? [],
    sensorsData: attested?.sensors ?? [],
    delivered: travel?.delivered ?? false,
    logisticLoggingEnded: travel?.logisticLoggingEnded ?? false,
    delivery: travel?.delivery ?? null,
    logisticSensorData: travel?.readings ?? [],
    productDetailOrder: shown?.detailOrder ?? [],
    verifyStatus: attested?.chips ?? UNKNOWN_CHIPS,
    verify_url: page || !shown?.shown?.hideDefaultButton ? (shown?.url ?? null) : null,
  }
}

/**
 * Keyed by the attestation of the batch. Attestations and products are read again every second or two, and these texts
 * with them.
 */
const batchTexts = new WeakMap<Attested, { product: Product | undefined; text: string }>()

function batchPartText(found: LookupResult): string {
  const { verdict, product, attested, travel, item = null } = found
  // Every shipment is different, and gives each scan its own token.
  if (!isGenuineResult({ verdict, item }) || !attested || travel) return JSON.stringify(batchPart(found))
  const known = batchTexts.get(attested)
  if (known && known.product === product) return known.text
  const text = JSON.stringify(batchPart(found))
  batchTexts.set(attested, { product, text })
  return text
}
