import { z } from 'zod'
import { Count, Id, Instant, isInKnownYears, storablePattern } from '#shared/core/fields/fields.ts'

const Bytes = z.int().nonnegative()

/** What a device says about itself: shown to the merchant, and used for nothing else. */
export const DeviceReport = z.object({
  /** The version of the app. */
  app: z.string().max(40).regex(storablePattern),
  /** When the oldest unsent operation was saved; null if there is none. */
  oldestAt: Instant.refine(isInKnownYears).nullable(),
  /** Bytes that the browser uses for this site, and bytes that it allows; null if it does not tell. */
  usedBytes: Bytes.nullable(),
  quotaBytes: Bytes.nullable(),
})
export type DeviceReport = z.infer<typeof DeviceReport>

/**
 * A browser in which a person of the merchant is signed in, or in which records wait. What it reports about itself is of its last push.
 * `id`: of the device, or of the sign-in if it has not saved anything yet.
 */
export const Device = z
  .object({
    id: Id,
    user: Id,
    userName: z.string(),
    /** Parsed from the user agent; empty if unknown. */
    browser: z.string(),
    os: z.string(),
    appVersion: z.string().nullable(),
    lastSeen: Instant,
    /** Whether its session lasts, so that it can be signed out. */
    isSignedIn: z.boolean(),
    /** The number of unsent records, and when the oldest one was saved. */
    waiting: Count,
    oldestAt: Instant.nullable(),
    /** The number of lost records: those that the device numbered, does not hold any more, and did not deliver. */
    missing: Count,
    usedBytes: Bytes.nullable(),
    quotaBytes: Bytes.nullable(),
    /** Whether it is the device of this call. */
    current: z.boolean(),
  })
  .meta({ id: 'SyncDevice' })
export type Device = z.infer<typeof Device>
