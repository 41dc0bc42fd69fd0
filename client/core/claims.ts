import { z } from 'zod'
import { merchantRoles } from '#shared/core/access.ts'

/** What an access token says about its holder, for menus and guards; the server asks its database instead. */
export const Claims = z.object({
  sub: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  role: z.enum([...merchantRoles, 'admin']),
  merchant: z.string().nullable(),
  emailConfirmed: z.boolean(),
  /** Seconds since 1970. */
  exp: z.number(),
})
export type Claims = z.infer<typeof Claims>

/** Undefined for a token that cannot be decoded. Its signature is the server's matter. */
export function readClaims(token: string): Claims | undefined {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0))
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}
