import { z } from 'zod'
import { canonicalJson } from '#shared/core/canonical-json.ts'
import { Count, Id, Instant } from '#shared/core/fields/fields.ts'
import { syncLimits } from './limits.ts'
import { pathPattern } from './rules.ts'

const Word = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
export const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** The value of a field before and after. Without `from` the field did not exist; without `to` it is removed. */
export const OperationChange = z.object({ from: z.unknown().optional(), to: z.unknown().optional() })

/** One change that a user made on a device. It never changes after it was sent for the first time. */
export const Operation = z.object({
  /** The idempotency key: a version 7 UUID. Its time is not used for any order. */
  opId: Id,
  deviceId: Id,
  /** The number of the operation on its device, from 1, without gaps. */
  n: Count.positive(),
  userId: Id,
  merchantId: Id,
  entity: Word,
  recordId: Id,
  kind: Word,
  /** The version of the record that the user had seen; 0 if the server had none. */
  baseVer: Count,
  patch: z
    .record(z.string().regex(pathPattern), OperationChange)
    .refine((patch) => Object.keys(patch).length <= syncLimits.patchFields)
    .refine(isStorable),
  /** Operations that must take effect first: earlier ones on the same record, and those that this one refers to. */
  deps: z.array(Id).max(100),
  /** Digests of files that must be on the server first. */
  blobs: z.array(Sha256Hex).max(syncLimits.operationFiles),
  /** The revision of the filled-in form. */
  formRev: Count.optional(),
  /** The version of the shape of `patch`. */
  payloadV: Count.positive(),
  /** The time of the capture: the device's clock, corrected by its difference to the server's clock. It is shown, never compared. */
  capturedAt: Instant,
  /** The time of the device's own clock, if it was wrong. */
  deviceTime: Instant.optional(),
  /** IANA name of the device's time zone. */
  tz: z.string().max(64),
  /** The rejected operation that this one replaces. */
  supersedes: Id.optional(),
})
export type Operation = z.infer<typeof Operation>

/** PostgreSQL cannot store text with NUL or half a surrogate pair. One such operation must not stop the others of a push. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part))
}

const hashedKeys = (Object.keys(Operation.shape) as (keyof Operation)[])
  .toSorted()
  .map((key) => ({ key, name: JSON.stringify(key) }))

/** The text that is hashed: equal to `canonicalJson` of the operation's own fields, with their order computed once. */
export function canonicalOperation(operation: Operation): string {
  let text = ''
  for (const { key, name } of hashedKeys) {
    const value = operation[key]
    if (value !== undefined) text += `${text && ','}${name}:${canonicalJson(value)}`
  }
  return `{${text}}`
}

/** SHA-256 of an operation, the same in the browser and on the server. */
export function operationHash(operation: Operation): Promise<string> {
  return sha256Hex(new TextEncoder().encode(canonicalOperation(operation)))
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  let text = ''
  for (const byte of new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) text += hex[byte]
  return text
}
