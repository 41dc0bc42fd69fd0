import type { Chips } from '#shared/anchoring/contract.ts'
import type { Language } from '#shared/core/language.ts'
import type { ItemVerdict } from '#shared/verdict/contract.ts'
import type { Verdict, VerifyAnswer } from '#shared/verify/contract.ts'
import { summaryOf } from '#shared/verify/headline.ts'
import { isClean, shownOf } from '#shared/verify/standing.ts'
import type { Attested } from './attestations.ts'
import type { Product } from './products.ts'
import type { Travel } from './travel.ts'

/** What a look at a code has found out. */
export interface Found {
  verdict: Verdict
  product?: Product | undefined
  attested?: Attested | undefined
  travel?: Travel | undefined
  item?: ItemVerdict | null
}
type OfItem = Pick<VerifyAnswer, 'summary' | 'item' | 'contact' | 'autoRedirect'>
type OfBatch = Omit<VerifyAnswer, keyof OfItem>

const UNKNOWN_CHIPS: Chips = {
  catapult: { state: 'UNKNOWN', network: null },
  bitcoin: { state: 'UNKNOWN', network: null },
}

export const answerOf = (found: Found, language: Language): VerifyAnswer => ({
  ...ofItem(found, language),
  ...ofBatch(found),
})

/** The answer as JSON. A page that a brand has designed is most of it, and is written out once for all codes of a batch. */
export function answerText(found: Found, language: Language): string {
  return `${JSON.stringify(ofItem(found, language)).slice(0, -1)},${textOfBatch(found).slice(1)}`
}

function ofItem({ verdict, product, item = null }: Found, language: Language): OfItem {
  const judged = { verdict, item }
  const summary = summaryOf({ ...judged, customization: product?.shown ?? null, product: null }, language)
  return {
    summary,
    item,
    contact: shownOf(summary.standing).contact ? (product?.contact ?? null) : null,
    // A page with a warning stays until it was read.
    autoRedirect: isClean(judged) && product?.leavesByItself === true,
  }
}

function ofBatch({ verdict, product, attested, travel, item = null }: Found): OfBatch {
  const verified = verdict === 'genuine'
  const shown = verified ? product : undefined
  // What a brand says of its product is not said of an item that may not be one.
  const page = isClean({ verdict, item }) ? shown : undefined
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

/** By what is proven of a batch; it and the product are looked up anew every second or two, and this with them. */
const written = new WeakMap<Attested, { product: Product | undefined; text: string }>()

function textOfBatch(found: Found): string {
  const { verdict, product, attested, travel, item = null } = found
  // Each shipment is another one, and gives each scan a token of its own.
  if (!isClean({ verdict, item }) || !attested || travel) return JSON.stringify(ofBatch(found))
  const known = written.get(attested)
  if (known && known.product === product) return known.text
  const text = JSON.stringify(ofBatch(found))
  written.set(attested, { product, text })
  return text
}
