import fastifyJwt from '@fastify/jwt'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { merchantRoles } from '#shared/core/api/access.ts'

const issuer = 'assay'
const audience = 'assay-api'

/**
 * The content of an access token. The server trusts only `sub`, `sv` and `fam`. The console uses the rest until its first call
 * is answered.
 */
export const AccessTokenClaims = z.object({
  sub: z.uuid(),
  email: z.string(),
  role: z.enum([...merchantRoles, 'admin']),
  isAdmin: z.boolean(),
  merchant: z.string().nullable(),
  emailConfirmed: z.boolean(),
  /** The session version of the account at the time of signing. */
  sv: z.int(),
  /** The sign-in that the token belongs to. It can end before the token expires. */
  fam: z.uuid(),
})
export type AccessTokenClaims = z.infer<typeof AccessTokenClaims>

export async function registerTokens(app: FastifyInstance, secret: string): Promise<void> {
  await app.register(fastifyJwt, {
    secret,
    sign: { algorithm: 'HS256', expiresIn: '10m', iss: issuer, aud: audience },
    verify: { algorithms: ['HS256'], allowedIss: issuer, allowedAud: audience },
  })
}

export function signAccessToken(app: FastifyInstance, claims: AccessTokenClaims): string {
  return app.jwt.sign(claims)
}

/** Returns undefined for a token that this server did not issue. */
export function readAccessToken(
  app: FastifyInstance,
  authorization: string | undefined,
): AccessTokenClaims | undefined {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (!token) return undefined
  try {
    return AccessTokenClaims.parse(app.jwt.verify(token))
  } catch {
    return undefined
  }
}
