import { z } from 'zod'
import { patterns } from './patterns.ts'

/**
 * A new password in Unicode normalization form C, because keyboards and operating systems compose the same letters differently
 * (RFC 8265, OpaqueString). The rule, too, sees the composed letters only.
 */
export const Password = z
  .string()
  .normalize('NFC')
  .regex(patterns.password, 'At least 8 characters with lower case, upper case, a digit and a special character')

/** The second entry of a new password. */
export const RetypedPassword = (wording?: Parameters<typeof z.string>[0]) => z.string(wording).normalize('NFC')

/**
 * A password that exists. Unchanged: older hashes were made of the text as it was typed. The longest password has 128 characters,
 * of at most four UTF-16 units each when they are not composed.
 */
export const ExistingPassword = (blank: string) => z.string().min(1, blank).max(512)
