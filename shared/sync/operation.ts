import { z } from 'zod'
import { canonicalJson } from '#shared/core/canonical-json.ts'
import { Count, Id, Instant } from '#shared/core/fields/fields.ts'
import { syncLimits } from './limits.ts'
import { pathPattern } from './rules.ts'

const Word = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
export const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** A field before and after: an absent `from` was not there, an absent `to` is taken away. */
export const OperationChange = z.object({ from: z.unknown().optional(), to: z.unknown().optional() })

/** What a person did on a device, as it was when it was first sent: from then on it never changes. */
export const Operation = z.object({
  /** The idempotency key; a version 7 UUID, whose time orders nothing. */
  opId: Id,
  deviceId: Id,
  /** Counts the operations of a device from 1, without gaps. */
  n: Count.positive(),
  userId: Id,
  merchantId: Id,
  entity: Word,
  recordId: Id,
  kind: Word,
  /** The version of the record that the person looked at; 0 where the server had none. */
  baseVer: Count,
  patch: z
    .record(z.string().regex(pathPattern), OperationChange)
    .refine((patch) => Object.keys(patch).length <= syncLimits.patchFields)
    .refine(isStorable),
  /** Takes effect after these: earlier operations on the same record, and those the person's work builds on. */
  deps: z.array(Id).max(100),
  /** Files that have to be on the server first. */
  blobs: z.array(Sha256Hex).max(20),
  /** The revision of the form that was filled in. */
  formRev: Count.optional(),
  /** The shape of `patch`, as the entity counts its releases. */
  payloadV: Count.positive(),
  /** The device's own clock: shown, never compared. */
  capturedAt: Instant,
  /** IANA name of the device's time zone. */
  tz: z.string().max(64),
  /** The rejected operation that this one replaces. */
  supersedes: Id.optional(),
})
export type Operation = z.infer<typeof Operation>

/** PostgreSQL stores no text with NUL or half a surrogate pair; other texts may not be held back by one such. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part))
}

const signed = (Object.keys(Operation.shape) as (keyof Operation)[])
  .toSorted()
  .map((key) => ({ key, name: JSON.stringify(key) }))

/** Everything an operation says, as the text that is hashed: what `canonical` makes of its own fields, their order known before. */
export function canonicalOperation(operation: Operation): string {
  let text = ''
  for (const { key, name } of signed) {
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
