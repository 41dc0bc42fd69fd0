import { merchantRoles, type Role } from '#shared/core/api/access.ts'

/** What an access token says about its holder, for menus and guards; the server asks its database instead. */
export type Claims = {
  sub: string
  email: string
  isAdmin: boolean
  role: Role
  merchant: string | null
  emailConfirmed: boolean
  /** When it was made and when it ends, by the server's clock, in seconds since 1970. */
  iat: number
  exp: number
}

/** Undefined for a token that cannot be decoded. Its signature is the server's matter. */
export function decodeClaims(token: string): Claims | undefined {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0))
    return parseClaims(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}

/** A token that does not say when it was made is taken for one of the usual life, s. */
const defaultLifetimeSeconds = 600

const roles: readonly unknown[] = [...merchantRoles, 'admin']

/** The claims of what may be some. Without a schema library: every sign-in passes here, the first page of all does. */
export function parseClaims(value: Partial<Record<keyof Claims, unknown>>): Claims | undefined {
  const { sub, email, isAdmin, role, merchant, emailConfirmed, exp, iat } = value
  const isWhole =
    typeof sub === 'string' &&
    typeof email === 'string' &&
    typeof isAdmin === 'boolean' &&
    roles.includes(role) &&
    (merchant === null || typeof merchant === 'string') &&
    typeof emailConfirmed === 'boolean' &&
    typeof exp === 'number'
  if (!isWhole) return undefined
  // An identity that an older version of the app remembered has no `iat`.
  const made = typeof iat === 'number' ? iat : exp - defaultLifetimeSeconds
  return { sub, email, isAdmin, role, merchant, emailConfirmed, exp, iat: made } as Claims
}
