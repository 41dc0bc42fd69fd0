import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consumeChallenge, issueChallenge } from '#server/core/auth/challenge.ts'
import { cookieSettings } from '#server/core/auth/cookie.ts'
import { randomToken, tokenHashOf } from '#server/core/auth/random-token.ts'
import type { Services } from '#server/core/services.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { Id } from '#shared/core/fields/fields.ts'
import { languages } from '#shared/core/i18n/language.ts'
import { oidcProblems } from '#shared/oidc/problems.ts'
import { departureUrl, exchangeCode, type ProviderPerson } from './protocol.ts'
import { clientOf, type ProviderRow, providerOf, redirectUrlOf } from './providers.ts'

const AttemptPurpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signIn'), keep: z.boolean(), returnTo: z.string() }),
  /** The hash of the link of an invitation. */
  z.object({ kind: z.literal('join'), invitation: z.string(), language: z.enum(languages) }),
  z.object({ kind: z.literal('link') }),
  z.object({ kind: z.literal('test') }),
])
export type AttemptPurpose = z.infer<typeof AttemptPurpose>

/** What must be the same when the browser comes back. `browser`: the hash of its cookie. */
const Begun = z.object({
  purpose: AttemptPurpose,
  merchantId: Id,
  issuer: z.string(),
  clientId: z.string(),
  browser: z.string(),
})

type Caller = { services: Services; request: FastifyRequest; reply: FastifyReply }
type Beginning = { provider: ProviderRow; purpose: AttemptPurpose; accountId?: string | undefined }

const cookieSeconds = 600

/**
 * Begins something at a provider, outside of a transaction, and returns the address to which the browser goes. Only this browser can
 * end it: a cookie that scripts cannot read is its proof.
 */
export async function beginAttempt(caller: Caller, { provider, purpose, accountId }: Beginning): Promise<string> {
  const { config, db } = caller.services
  const { merchantId, issuer, clientId } = provider
  const browser = tokenHashOf(browserToken(caller)).toString('hex')
  const data: z.infer<typeof Begun> = { purpose, merchantId, issuer, clientId, browser }
  const state = await issueChallenge(db.read, 'organisation', { accountId: accountId ?? null, data })
  return departureUrl(config, clientOf(config, provider), { state, redirectUrl: redirectUrlOf(config, merchantId) })
}

export type Ended = { purpose: AttemptPurpose; provider: ProviderRow; person: ProviderPerson }

/**
 * Ends it: uses up the state first, whatever comes after. For what a signed-in account has begun, the same account must still be
 * signed in.
 */
export async function endAttempt(
  { services, request }: Caller,
  { organisation, query }: { organisation: string; query: string },
  accountId: string | undefined,
): Promise<Ended> {
  const { config, db } = services
  const state = new URLSearchParams(query).get('state') ?? ''
  const challenge = await consumeChallenge(db.read, state, 'organisation')
  const begun = challenge && Begun.parse(challenge.data)
  const { name } = cookieSettings(config, 'begun')
  const browser = tokenHashOf(request.cookies[name] ?? '').toString('hex')
  if (!begun || begun.merchantId !== organisation || begun.browser !== browser) throw new Problem(oidcProblems.expired)
  if (challenge.accountId !== null && challenge.accountId !== accountId) throw new Problem(oidcProblems.otherAccount)
  const provider = await providerOf(db.read, organisation)
  if (provider?.issuer !== begun.issuer || provider.clientId !== begun.clientId) throw new Problem(oidcProblems.expired)
  const redirectUrl = redirectUrlOf(config, organisation)
  const person = await exchangeCode(config, clientOf(config, provider), { state, redirectUrl, query })
  return { purpose: begun.purpose, provider, person }
}

/** Several tabs of a browser have the same cookie, so that each can end what it has begun. */
function browserToken({ services, request, reply }: Caller): string {
  const { name, options } = cookieSettings(services.config, 'begun')
  const known = request.cookies[name]
  const token = known && /^[\w-]{43}$/.test(known) ? known : randomToken()
  reply.setCookie(name, token, { ...options, maxAge: cookieSeconds })
  return token
}
