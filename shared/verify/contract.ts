import { z } from 'zod'
import { Chips } from '#shared/anchoring/contract.ts'
import { defineContract } from '#shared/core/contract.ts'
import { defineProblems } from '#shared/core/problem.ts'
import { ItemVerdict } from '#shared/verdict/contract.ts'

/**
 * What is said of a code. `genuine` speaks of the code, never of the item: a copied code is still a code.
 * - not_active: issued and not yet put on a product · expired: the brand's validity has passed
 * - unknown: never issued, or the secret printed with it is missing or wrong
 */
export const verdicts = ['genuine', 'not_active', 'expired', 'unknown'] as const
export type Verdict = (typeof verdicts)[number]

export const scanKinds = ['VERIFY', 'REDIRECT'] as const
export type ScanKind = (typeof scanKinds)[number]

const Word = z.string().max(200)
/** `a` or `address` is the printed code, `p` the secret printed behind it; `a` may carry both. */
export const VerifyQuery = z.object({ a: Word.optional(), address: Word.optional(), p: Word.optional() })
export type VerifyQuery = z.infer<typeof VerifyQuery>

const FileRef = z.object({ hash: z.string(), ext: z.string(), name: z.string().optional() })
export type FileRef = z.infer<typeof FileRef>

/** Content of the `500` payload of a transaction: product details beside these keys are strings or numbers. */
export const Customization = z
  .object({
    passMessage: z.string(),
    passDescription: z.string(),
    badge: z.string(),
    socialLink: z.string(),
    socialIcon: z.string(),
    primaryColor: z.string(),
    backgroundColor: z.string(),
    logo: FileRef,
    hideDefaultButton: z.boolean(),
    buttonLabel: z.string(),
  })
  .partial()
export type Customization = z.infer<typeof Customization>

export const VerifyAnswer = z.object({
  verified: z.boolean(),
  verdict: z.enum(verdicts),
  /** Of the item, where the verdict above is of the code. Null for codes that are unknown. */
  item: ItemVerdict.nullable(),
  expired: z.boolean(),
  /** Null for codes that are not verified. `payload` is the exact anchored JSON text. */
  transaction: z
    .object({
      message: z.object({ type: z.literal(500), payload: z.string() }),
      transactionInfo: z.object({ id: z.string().nullable() }),
    })
    .nullable(),
  product: z.object({ name: z.string(), sku: z.string(), brand: z.string(), trademark: z.string() }).nullable(),
  verifiedBusiness: z.boolean(),
  verifiedTrademark: z.boolean(),
  customization: Customization.nullable(),
  sensorsData: z.array(z.unknown()),
  delivered: z.boolean(),
  logisticLoggingEnded: z.boolean(),
  /** Of a code that travels: what this scan may say of the shipment, at /logistic/arrived and /logistic/endSensorLogging. */
  delivery: z.object({ token: z.string(), expiresAt: z.iso.datetime(), hasSensor: z.boolean() }).nullable(),
  logisticSensorData: z.array(z.unknown()),
  productDetailOrder: z.array(z.string()),
  verifyStatus: Chips,
  verify_url: z.string().nullable(),
  /** Whether the host of verify_url was approved for the merchant: only then may a page leave by itself. */
  autoRedirect: z.boolean(),
})
export type VerifyAnswer = z.infer<typeof VerifyAnswer>

export const verifyContract = defineContract({
  verify: {
    method: 'GET',
    path: '/tag/verify',
    access: 'public',
    summary: 'What is known of a scanned code; every call counts as a scan',
    query: VerifyQuery,
    answer: VerifyAnswer,
    perMinute: 6000,
  },
  redirect: {
    method: 'GET',
    path: '/tag/redirect',
    access: 'public',
    summary: 'Where the product page of a code is; every call counts as a redirect',
    query: VerifyQuery,
    answer: z.object({ ok: z.boolean(), verify_url: z.string().nullable() }),
  },
})

export const verifyProblems = defineProblems('verify', {
  guessing: {
    status: 429,
    enUS: 'Too many codes that do not exist. Try again in a minute.',
    ruRU: 'Слишком много несуществующих кодов. Повторите через минуту.',
  },
})
