import { z } from 'zod'
import { ChainStatuses } from '#shared/anchoring/contract.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { Done } from '#shared/core/fields/fields.ts'
import { Customization } from '#shared/customization/contract.ts'
import { tapStates } from '#shared/nfc/tap-state.ts'
import { ShownOpening } from '#shared/scratch/contract.ts'
import { BrandContact, ItemVerdict } from '#shared/verdict/contract.ts'
import { codeDamages } from './code/code.ts'
import { resultKinds } from './result/result-kind.ts'

/**
 * The status of a code. `genuine` applies to the code, never to the item: a copied code is still a valid code. The
 * `summary` of a response combines both.
 * - not_active: issued, but not yet put on a product · expired: the brand's validity has passed
 * - unknown: never issued, or its secret is missing or wrong · damaged: letters are missing, too many or wrong, so nothing was
 *   looked up; `damage` says which
 */
export const codeStatuses = ['genuine', 'not_active', 'expired', 'unknown', 'damaged'] as const
export type CodeStatus = (typeof codeStatuses)[number]

/**
 * Two kinds count for nothing. `AUTOMATIC`: nobody looked at the page, as for the preview of a link in a chat. `OWN`: somebody of the
 * code's merchant did.
 */
export const scanKinds = ['VERIFY', 'REDIRECT', 'AUTOMATIC', 'OWN'] as const
export type ScanKind = (typeof scanKinds)[number]

/** Longer than a code whose letters a chat program encoded twice. */
export const maxGivenCode = 1000
const Word = z.string().max(maxGivenCode)
/**
 * `a` or `address` is the printed code, `p` the secret printed behind it; `a` may contain both. An NFC tag sends `e` and `c` in place
 * of the secret.
 */
export const VerifyQuery = z.object({
  a: Word.optional(),
  address: Word.optional(),
  p: Word.optional(),
  e: Word.optional(),
  c: Word.optional(),
})
export type VerifyQuery = z.infer<typeof VerifyQuery>

/** A temperature that a tag recorded during a shipment. */
export const SensorReading = z.object({ time: z.iso.datetime(), temp: z.number() })
export type SensorReading = z.infer<typeof SensorReading>

/** The anchored recordings of a merchant's sensor while a section of the form was filled in. */
export const SensorData = z.object({
  sensorId: z.string(),
  section_name: z.string(),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
})
export type SensorData = z.infer<typeof SensorData>

/** With a sentence about its readings, in the language of the caller; null without readings. */
const ShownSensorData = SensorData.extend({ summary: z.string().nullable() })
export type ShownSensorData = z.infer<typeof ShownSensorData>

const ShownDelivery = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  hasSensor: z.boolean(),
  shippedAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
  loggingEndedAt: z.iso.datetime().nullable(),
})

/** The combined verdict of code and item, in the language of the caller. */
const VerifySummary = z.object({
  standing: z.enum(resultKinds),
  /** Whether neither code nor item is in doubt. Only then are texts of the brand shown. */
  clean: z.boolean(),
  headline: z.string(),
  lead: z.string(),
  next: z.string(),
})

/** A step on the way of the item, as a partner of the brand has reported it. `title` is in the language of the caller. */
export const PartnerReport = z.object({ title: z.string(), at: z.iso.datetime(), by: z.string() })
export type PartnerReport = z.infer<typeof PartnerReport>

export const VerifyResponse = z.object({
  summary: VerifySummary,
  /** The status of the code alone, like `verdict`. Show `summary` to people. */
  verified: z.boolean(),
  verdict: z.enum(codeStatuses),
  /** What is wrong with a damaged code, and how many of its 42 letters were given; null for all others. */
  damage: z.object({ kind: z.enum(codeDamages), letters: z.number().int() }).nullable(),
  /** The verdict of the item; `verdict` is that of the code. Null for unknown codes. */
  item: ItemVerdict.nullable(),
  /** For an active code with a code under a scratch layer: its first opening, null while it is not opened. Null for all others. */
  scratch: z.object({ opening: ShownOpening.nullable() }).nullable(),
  /** What is known about the NFC tag of the code; null without one. */
  tap: z.enum(tapStates).nullable(),
  /** The official host at which the code was checked: the one of the installation, or the custom domain of the brand. */
  officialHost: z.string(),
  expired: z.boolean(),
  /** Whether the record of the code contains photos, to compare the item with. */
  hasPhotos: z.boolean(),
  /**
   * Null for codes that are not verified. `payload` is the exact anchored JSON text, `rest` the facts that did not fit into it,
   * whose digest it contains.
   */
  transaction: z
    .object({
      message: z.object({ type: z.literal(500), payload: z.string(), rest: z.string().optional() }),
      transactionInfo: z.object({ id: z.string().nullable() }),
    })
    .nullable(),
  /** Of every code with its secret, whatever its status. `picture`: the first one of the product now. */
  product: z
    .object({
      name: z.string(),
      sku: z.string(),
      brand: z.string(),
      trademark: z.string(),
      picture: z.object({ hash: z.string(), ext: z.string() }).nullable(),
    })
    .nullable(),
  /** The contact of the brand when something is wrong with the item. Null unless the business is verified. */
  contact: BrandContact.nullable(),
  verifiedBusiness: z.boolean(),
  verifiedTrademark: z.boolean(),
  /** Null when nothing is published. Contains only certificates that are approved now. */
  customization: Customization.nullable(),
  /** Hosts whose pages an embed block may show inside the page. */
  frameHosts: z.array(z.string()),
  /** The sensor recordings that the form of the batch shares. */
  sensorsData: z.array(ShownSensorData),
  delivered: z.boolean(),
  logisticLoggingEnded: z.boolean(),
  /**
   * For a code in transit: the shipment actions that this scan allows, at /logistic/arrived and
   * /logistic/endSensorLogging.
   */
  delivery: ShownDelivery.nullable(),
  /** The lowest and the highest value of equal intervals of the log. */
  logisticSensorData: z.array(SensorReading),
  /** The limit of the tag in °C: values at or above it are an excursion. Null without one. */
  logisticSensorLimit: z.number().nullable(),
  /** The minimum of the shipment in °C: values below it are an excursion. Null without one. */
  logisticSensorMinimum: z.number().nullable(),
  /** A sentence about the whole log, in the language of the caller; null without readings. */
  logisticSensorSummary: z.string().nullable(),
  /** What partners of the brand have reported about the item. It is their word, and never changes a verdict. */
  partnerReports: z.array(PartnerReport),
  productDetailOrder: z.array(z.string()),
  /** The path of the product passport; null without a published one, and for an item that may be a copy. */
  passport: z.string().nullable(),
  verifyStatus: ChainStatuses,
  verify_url: z.string().nullable(),
  /** Whether the host of verify_url is approved for the merchant. Only then may a page redirect by itself. */
  autoRedirect: z.boolean(),
})
export type VerifyResponse = z.infer<typeof VerifyResponse>

export const verifyContract = defineContract({
  verify: {
    method: 'GET',
    path: '/tag/verify',
    access: 'public',
    summary: 'Check a scanned code and record the scan',
    query: VerifyQuery,
    answer: VerifyResponse,
    perMinute: 6000,
  },
  redirect: {
    method: 'GET',
    path: '/tag/redirect',
    access: 'public',
    summary: 'Find the product page of a code and record the redirect',
    query: VerifyQuery,
    answer: z.object({ ok: z.boolean(), verify_url: z.string().nullable() }),
  },
  /** The response is the same for any code. */
  seen: {
    method: 'POST',
    path: '/tag/seen',
    access: 'public',
    summary: 'Tell that a person saw the page of a scanned code',
    body: VerifyQuery,
    answer: Done,
    perMinute: 6000,
    bodyBytes: 4 * maxGivenCode,
  },
})
