import { merchantRoles, type Role } from '#shared/core/api/access.ts'

/** The claims of an access token, for menus and guards. The server does not trust them: it checks its database. */
export type Claims = {
  sub: string
  email: string
  isAdmin: boolean
  role: Role
  merchant: string | null
  emailConfirmed: boolean
  /** Issue and expiry time by the server's clock, in seconds since 1970. */
  iat: number
  exp: number
}

/** Returns undefined for a token that cannot be decoded. Only the server checks the signature. */
export function decodeClaims(token: string): Claims | undefined {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0))
    return parseClaims(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}

const roles: readonly unknown[] = [...merchantRoles, 'admin']

/** Validates claims without a schema library, because the first page of a visitor loads this file. */
export function parseClaims(value: Partial<Record<keyof Claims, unknown>>): Claims | undefined {
  const { sub, email, isAdmin, role, merchant, emailConfirmed, exp, iat } = value
  const isWhole =
    typeof sub === 'string' &&
    typeof email === 'string' &&
    typeof isAdmin === 'boolean' &&
    roles.includes(role) &&
    (merchant === null || typeof merchant === 'string') &&
    typeof emailConfirmed === 'boolean' &&
    typeof exp === 'number' &&
    typeof iat === 'number'
  if (!isWhole) return undefined
  return { sub, email, isAdmin, role, merchant, emailConfirmed, exp, iat } as Claims
}
