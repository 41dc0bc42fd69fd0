import { limits } from '#shared/core/limits/limits.ts'
import { serialSlot, sharedStart } from './payload-of-code.ts'

/** The public data of a submission: its custom id, and the answers and recordings that the form shares. */
export type SubmissionPayload = {
  custom_id_label: string
  custom_id: string
  /** `files`: the pictures of an answer, by the SHA-256 of their bytes. */
  answers: readonly ({ question: string } & (
    | { answer: string }
    | { files: readonly { hash: string; ext: string }[] }
  ))[]
  sensorAnswers: readonly { sensorId: string; section_name: string; start_time: string; end_time: string }[]
}

/**
 * The subject of a payload. All codes of a product in a batch share it; code and order are added to each, see `payloadOfCode`.
 */
export type PayloadSubject = {
  batch: string
  /** When the codes were activated (ISO 8601, UTC). */
  time: string
  merchant: string
  trademark: string
  product: string
  sku: string
  /** Where the public keys of the operator are published, and the key of the log that lists the batch, if it is open. */
  keys: string
  log?: string | undefined
  /** The key of the merchant at that time, as base64, if there is one. */
  merchantKey?: string | undefined
}

type PayloadSource = {
  about: PayloadSubject
  facts: Record<string, string>
  /** Keys of the facts in the order of display. If space is short, the first ones are kept. */
  order: readonly string[]
  images: readonly { hash: string; ext: string }[]
  certificates: readonly { hash: string; ext: string; name: string }[]
  submission?: SubmissionPayload | undefined
  /** The longest own serial of the codes, in bytes of JSON, which `payloadOfCode` adds; 0 if none has one. */
  serialBytes?: number
  /** SHA-256 as 64 hex digits. */
  sha256: (text: string) => string
}

type StoredPayload = {
  /** JSON without the code and the order, which `payloadOfCode` adds. */
  text: string
  /** The facts that did not fit, as JSON of the same shape; its digest is in the text. */
  rest: string | undefined
}

/** The facts about a product besides the subject. */
type Details = {
  facts: Map<string, string>
  certs: object[]
  submission: Record<string, unknown> | undefined
  imgs: object[]
}
type Part = (details: Details) => void

/** The bytes of a code and an order number. */
const filledIn = 26 + 9
/** Names are cut to this many bytes, fewer beside a long serial, so that the subject of a payload always fits. */
const nameBytes = (serialBytes: number): number => 90 - Math.ceil(serialBytes / 8)

/**
 * The anchored JSON of a product: its subject, then facts, the custom id of the submission, certificates, the shared data of
 * the submission, then images. Parts are added completely and in order as long as the UTF-8 text is within the payload limit.
 * The first part that does not fit and all after it are the rest: nothing is left out of the proof, because the text contains
 * how many parts these are and the digest of the rest.
 *
 * @example
 * const about = { batch: 'B1', time: '2026-01-01T00:00:00Z', merchant: 'M', trademark: 'T', product: 'Tea', sku: 'TEA-1', keys: 'K' }
 * const source = { about, facts: { Origin: 'Assam' }, order: ['Origin'], images: [], certificates: [], sha256: () => '' }
 * const { facts, code } = JSON.parse(serializePayload(source).text)
 * facts // => { Origin: 'Assam' }
 * code // => ''
 */
export function serializePayload({ about, sha256, serialBytes = 0, ...source }: PayloadSource): StoredPayload {
  const parts = partsOf(source)
  const maxBytes = limits.payloadBytes - filledIn - serialBytes
  const start = aboutText(about, serialBytes)
  const textWith = (count: number) => {
    const later = parts.slice(count)
    const rest = later.length > 0 ? `{${detailsText(detailsOf(later))}}` : undefined
    const stated = rest === undefined ? '' : `,"rest":{"parts":${later.length},"sha256":"${sha256(rest)}"}`
    const details = detailsText(detailsOf(parts.slice(0, count)))
    return { text: `${start}${details && `,${details}`}${stated}}`, rest }
  }
  const whole = textWith(parts.length)
  if (utf8Bytes(whole.text) <= maxBytes) return whole
  // All digests have the same length, so only the digest of the last rest is computed.
  const digest = '0'.repeat(64)
  const fits = (count: number) => {
    const details = detailsText(detailsOf(parts.slice(0, count)))
    const stated = `,"rest":{"parts":${parts.length - count},"sha256":"${digest}"}`
    return utf8Bytes(`${start}${details && `,${details}`}${stated}}`) <= maxBytes
  }
  let count = 0
  while (count + 1 < parts.length && fits(count + 1)) count++
  return textWith(count)
}

function partsOf({ facts, order, images, certificates, submission }: Omit<PayloadSource, 'about' | 'sha256'>): Part[] {
  const grow =
    (name: 'answers' | 'sensorAnswers', item: unknown): Part =>
    (details) => {
      const { [name]: list = [], ...others } = (details.submission ?? {}) as Record<string, unknown[]>
      details.submission = { ...others, [name]: [...list, item] }
    }
  const { custom_id_label, custom_id, answers = [], sensorAnswers = [] } = submission ?? {}
  return [
    ...order
      .filter((key) => Object.hasOwn(facts, key))
      .map(
        (key): Part =>
          ({ facts: included }) =>
            void included.set(key, facts[key]!),
      ),
    ...(submission
      ? [(details: Details) => void Object.assign(details, { submission: { custom_id_label, custom_id } })]
      : []),
    ...certificates.map(
      ({ hash, ext, name }): Part =>
        ({ certs }) =>
          void certs.push({ hash, ext, name }),
    ),
    ...answers.map((answer) => grow('answers', answer)),
    ...sensorAnswers.map((answer) => grow('sensorAnswers', answer)),
    ...images.map(
      ({ hash, ext }): Part =>
        ({ imgs }) =>
          void imgs.push({ hash, ext }),
    ),
  ]
}

function detailsOf(parts: readonly Part[]): Details {
  const details: Details = { facts: new Map(), certs: [], submission: undefined, imgs: [] }
  for (const add of parts) add(details)
  return details
}

/** The start of the text, with the values that `payloadOfCode` fills in. */
function aboutText(
  { batch, time, merchant, trademark, product, sku, keys, log, merchantKey }: PayloadSubject,
  serialBytes: number,
): string {
  const names = { merchant, trademark, product, sku }
  const short = Object.entries(names).map(([name, text]) => [name, firstBytes(text, nameBytes(serialBytes))])
  const stated = JSON.stringify({ batch, time, ...Object.fromEntries(short), keys, log, merchantKey })
  return `${sharedStart}${serialBytes > 0 ? serialSlot : '"'},${stated.slice(1, -1)}`
}

/** Facts are written pair by pair: an object would sort number-like keys first, and lose a key `__proto__`. */
function detailsText({ facts, certs, submission, imgs }: Details): string {
  const pairs = [...facts].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  return [
    facts.size > 0 && `"facts":{${pairs.join(',')}}`,
    certs.length > 0 && `"certs":${JSON.stringify(certs)}`,
    submission && `"submission":${JSON.stringify(submission)}`,
    imgs.length > 0 && `"imgs":${JSON.stringify(imgs)}`,
  ]
    .filter(Boolean)
    .join(',')
}

/** The beginning of a text with as many whole characters as fit into `maxBytes`. */
function firstBytes(text: string, maxBytes: number): string {
  let included = ''
  for (const character of text) {
    if (utf8Bytes(included + character) > maxBytes) break
    included += character
  }
  return included
}

function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0)!
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
