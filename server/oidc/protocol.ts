import { createHmac } from 'node:crypto'
import type { ClientAuth, Configuration } from 'openid-client'
import { derivedKey } from '#server/core/auth/derived-key.ts'
import type { Config } from '#server/core/config.ts'
import { isLoopbackUrl } from '#server/core/network/loopback.ts'
import { openTargets } from '#server/core/network/targets.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import { oidcProblems } from '#shared/oidc/problems.ts'
import { problemOfProvider } from './failure.ts'
import { guardedFetch } from './guarded-fetch.ts'

/** Most processes never need it, so it is loaded by the first sign-in. */
const library = () => import('openid-client')

export type ProviderClient = { issuer: string; clientId: string; clientSecret: string }
/** What a provider says about a person who has signed in there. */
export type ProviderPerson = { subject: string; name: string | null }
/** `redirectUrl`: of the merchant, so that no other provider can send its answers there. */
type Attempt = { state: string; redirectUrl: string }

/** Subjects have at most 255 letters. */
const longestSubject = 255
const longestName = 120

/** The address at which a person signs in. Reads the configuration of the provider. */
export async function departureUrl(
  config: Config,
  client: ProviderClient,
  { state, redirectUrl }: Attempt,
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
  return told(client, oidcProblems.noProvider, async () => {
    const provider = await discover(config, client)
    const url = buildAuthorizationUrl(provider, {
      redirect_uri: redirectUrl,
      scope: 'openid profile',
      state,
      nonce: secretOf(config, 'nonce', state),
      code_challenge: await calculatePKCECodeChallenge(secretOf(config, 'verifier', state)),
      code_challenge_method: 'S256',
    })
    // The browser opens it, so it must be no script, and on this machine only if the provider is.
    const isLocal = isLoopbackUrl(client.issuer) && url.protocol === 'http:' && isLoopbackUrl(url.href)
    if (url.protocol !== 'https:' && !isLocal)
      throw new Problem(oidcProblems.noProvider, { host: new URL(client.issuer).host })
    return url.href
  })
}

/**
 * Exchanges the code that the browser has brought for an ID token, and checks it: state, issuer of the answer, signature by the keys of the
 * provider, issuer, client, times and nonce.
 */
export async function exchangeCode(
  config: Config,
  client: ProviderClient,
  { state, redirectUrl, query }: Attempt & { query: string },
): Promise<ProviderPerson> {
  const { authorizationCodeGrant } = await library()
  return told(client, oidcProblems.token, async () => {
    const provider = await discover(config, client)
    const checks = {
      pkceCodeVerifier: secretOf(config, 'verifier', state),
      expectedState: state,
      expectedNonce: secretOf(config, 'nonce', state),
      idTokenExpected: true,
    }
    const tokens = await authorizationCodeGrant(provider, new URL(`${redirectUrl}?${query}`), checks)
    const { sub, name } = tokens.claims()!
    if (sub.length === 0 || sub.length > longestSubject || /\p{Cc}/u.test(sub))
      throw new Problem(oidcProblems.claim, { claim: 'sub' })
    return { subject: sub, name: nameOf(name) }
  })
}

/** Nothing of a sign-in has to be stored with its state: only this server can derive these from it. */
const secretOf = (config: Config, what: 'nonce' | 'verifier', state: string): string =>
  createHmac('sha256', derivedKey(config, `oidc ${what}`))
    .update(state)
    .digest('base64url')

async function discover(config: Config, { issuer, clientId, clientSecret }: ProviderClient): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks, ...rest } = await library()
  const [basic, post] = [rest.ClientSecretBasic(clientSecret), rest.ClientSecretPost(clientSecret)]
  const authenticate: ClientAuth = (server, ...call) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isPost = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (isPost ? post : basic)(server, ...call)
  }
  const provider = await discovery(new URL(issuer), clientId, {}, authenticate, {
    [customFetch]: guardedFetch(openTargets(config)),
    // Signatures of ID tokens are checked, too, which the specification leaves to the connection to the provider.
    execute: [enableNonRepudiationChecks, ...(new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
  const { issuer: found } = provider.serverMetadata()
  // The library accepts an issuer for all tenants of Entra ID, whose tokens name another one.
  if (withoutSlash(found) !== withoutSlash(issuer))
    throw new Problem(oidcProblems.otherIssuer, { found: found.slice(0, 200) })
  return provider
}

async function told<T>({ issuer }: ProviderClient, otherwise: ProblemKind, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw problemOfProvider(error, new URL(issuer).host, otherwise)
  }
}

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '')

/** As it may be stored as the name of an account; null if there is none. */
function nameOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  const name = claim
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, longestName)
  return name === '' || /^[\ud800-\udbff]|[\ud800-\udbff]$/.test(name) ? null : name
}
