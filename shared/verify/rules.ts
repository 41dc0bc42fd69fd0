import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import { limits } from '#shared/core/limits/limits.ts'
import type { VerifyResponse } from './contract.ts'

/** The redirect button, which every page has unless the brand hides it. */
export function shouldShowDefaultButton(response: VerifyResponse, codeGiven: boolean): boolean {
  return (
    codeGiven &&
    response.verified &&
    !response.expired &&
    response.verifiedBusiness &&
    response.verifiedTrademark &&
    response.verify_url !== null &&
    response.customization?.hideDefaultButton !== true
  )
}

/** A page redirects by itself only to an approved host, and only when the button would be shown. */
export function shouldRedirectAutomatically(response: VerifyResponse, codeGiven: boolean): boolean {
  return response.autoRedirect && shouldShowDefaultButton(response, codeGiven)
}

/** Filled share of the redirect circle, in whole ticks of 100 ms. */
export function redirectProgress(elapsedMs: number): number {
  const ticks = Math.floor(elapsedMs / limits.redirectTickMs)
  return Math.min(1, (ticks * limits.redirectTickMs) / limits.redirectMs)
}

const redirectFeature = 'redirect:'

/** Hosts are approved one by one as merchant features `redirect:<host>`. A subdomain is a different host. */
export function isApprovedHost(url: string, features: readonly string[]): boolean {
  const parsed = parsePublicUrl(url)
  return parsed?.protocol === 'https:' && features.includes(`${redirectFeature}${parsed.host.toLowerCase()}`)
}

/**
 * The statements about the product, in one object: since version 2 the facts of a payload have a place of their own, and those
 * that did not fit are in a second text of the same shape.
 */
export function productFacts(
  payload: Record<string, unknown>,
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  if (payload.v !== 2) return payload
  const list = (name: string) => [payload[name], rest[name]].flatMap((part) => (Array.isArray(part) ? part : []))
  const submission = joinedSubmission(payload.submission, rest.submission)
  return {
    ...(payload.facts as object | undefined),
    ...(rest.facts as object | undefined),
    ...(list('certs').length > 0 && { certs: list('certs') }),
    ...(list('imgs').length > 0 && { imgs: list('imgs') }),
    ...(submission && { submission }),
  }
}

function joinedSubmission(first: unknown, second: unknown): Record<string, unknown> | undefined {
  const [one, other] = [first, second] as (Record<string, unknown> | undefined)[]
  if (!one || !other) return one ?? other
  const list = (name: string) => [one[name], other[name]].flatMap((part) => (Array.isArray(part) ? part : []))
  return { ...other, ...one, answers: list('answers'), sensorAnswers: list('sensorAnswers') }
}

const reservedKeys = new Set(['file', 'imgs', 'document', 'certs'])

/** Product details in the brand's order. Keys that the brand does not list follow in the order of the payload. */
export function productDetails(payload: Record<string, unknown>, order: readonly string[]): [string, string][] {
  const own = Object.keys(payload).filter((key) => !reservedKeys.has(key) && isPlain(payload[key]))
  const ordered = [...order.filter((key) => own.includes(key)), ...own.filter((key) => !order.includes(key))]
  return ordered.map((key) => [key, String(payload[key])])
}

/** The identifier of the submission and the answers that the form shares: `SubmissionPayload` in shared/activation/payload.ts. */
export function submissionDetails(submission: unknown): [string, string][] {
  if (typeof submission !== 'object' || submission === null) return []
  const { custom_id_label: label, custom_id: id, answers } = submission as Record<string, unknown>
  const given = Array.isArray(answers) ? answers : []
  const rows = given.map((row) => (row ?? {}) as Record<string, unknown>)
  return [[label, id], ...rows.map(({ question, answer }) => [question, answer])].flatMap(([key, value]) =>
    isPlain(key) && isPlain(value) ? [[String(key), String(value)] as [string, string]] : [],
  )
}

/** The answers that are pictures, as `submissionDetails` has those that are texts. */
export function submissionPhotos(submission: unknown): { question: string; files: { src: string; name: string }[] }[] {
  const { answers } = (submission ?? {}) as Record<string, unknown>
  return (Array.isArray(answers) ? answers : []).flatMap((row) => {
    const answer = (row ?? {}) as Record<string, unknown>
    const files = payloadFiles(answer, 'files').filter(({ src }) => /\.(jpg|png)$/.test(src))
    return isPlain(answer.question) && files.length > 0 ? [{ question: String(answer.question), files }] : []
  })
}

function isPlain(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

const fileHash = /^[0-9a-f]{64}$/
const fileExt = /^\.(jpg|png|pdf|webp)$/

/** The keys of a payload under which the photos of a product are. */
export const photoKeys = ['imgs', 'file'] as const

/** Files that the payload contains under a key. Values that are not stored files are left out. */
export function payloadFiles(payload: Record<string, unknown>, ...keys: string[]): { src: string; name: string }[] {
  return keys
    .flatMap((key) => payload[key] ?? [])
    .flatMap((file) => {
      const { hash, ext, name } = (file ?? {}) as Record<string, unknown>
      if (typeof hash !== 'string' || typeof ext !== 'string' || !fileHash.test(hash) || !fileExt.test(ext)) return []
      return [{ src: `/api/files/${hash}${ext}`, name: typeof name === 'string' ? name : '' }]
    })
}
