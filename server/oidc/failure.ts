import { ForbiddenAddressError } from '#server/core/network/targets.ts'
import { isTlsError } from '#server/core/network/tls-error.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import { oidcProblems } from '#shared/oidc/problems.ts'
import { LargeAnswerError } from './guarded-fetch.ts'

/** The codes of the library and of Node that tell what has failed; those of connections are Node's. */
const noJson = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']
const otherValue = ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED']

/**
 * What has failed at a provider, as a person can be told. Nothing of what the provider sent is in it, except the code of an error.
 *
 * @param host of the provider
 * @param otherwise what an answer means that the library rejects for a reason that is not told apart
 */
export function problemOfProvider(error: unknown, host: string, otherwise: ProblemKind): Problem {
  if (error instanceof Problem) return error
  const { code: kind, error: answered, status } = error as Answered
  if (kind === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new Problem(oidcProblems.refused, { reason: word(answered) })
  if (kind === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return new Problem(oidcProblems.client, { reason: String(status) })
  if (kind === 'OAUTH_RESPONSE_BODY_ERROR') {
    const isClient = status === 401 || answered === 'invalid_client' || answered === 'unauthorized_client'
    return new Problem(isClient ? oidcProblems.client : oidcProblems.code, { reason: word(answered) })
  }
  const chain = causesOf(error)
  if (chain.some((cause) => cause instanceof ForbiddenAddressError)) return new Problem(oidcProblems.address, { host })
  if (chain.some((cause) => cause instanceof LargeAnswerError)) return new Problem(oidcProblems.noProvider, { host })
  const codes = chain.map(({ code, name }) => (name === 'TimeoutError' ? 'OAUTH_TIMEOUT' : String(code ?? '')))
  const has = (...wanted: string[]) => codes.some((code) => wanted.includes(code))
  if (has('OAUTH_TIMEOUT')) return new Problem(oidcProblems.slow, { host })
  if (codes.some(isTlsError)) return new Problem(oidcProblems.certificate, { host })
  const issuer = chain.map(issuerOf).find((name) => name !== undefined)
  if (issuer !== undefined) return new Problem(oidcProblems.otherIssuer, { found: issuer })
  const claim = chain.map(claimOf).find((name) => name !== undefined)
  if (claim) return new Problem(oidcProblems.claim, { claim })
  if (has(...otherValue)) return new Problem(oidcProblems.token)
  if (has(...noJson, 'OAUTH_INVALID_SERVER_METADATA', 'OAUTH_MISSING_SERVER_METADATA'))
    return new Problem(oidcProblems.noProvider, { host })
  if (codes.some((code) => code.startsWith('OAUTH_'))) return new Problem(otherwise, { host })
  return new Problem(oidcProblems.unreachable, { host })
}

/** An error that the provider has answered. The library is loaded when it is needed only, so its classes are not named here. */
type Answered = { code?: unknown; error?: unknown; status?: unknown }
type Cause = { code?: unknown; name?: unknown; message?: unknown; cause?: unknown }

function causesOf(error: unknown): Cause[] {
  const chain: Cause[] = []
  for (let next = error; typeof next === 'object' && next !== null && chain.length < 6; next = (next as Cause).cause)
    chain.push(next as Cause)
  return chain
}

/** The issuer that a provider names itself, instead of the configured one. */
function issuerOf({ code, cause }: Cause): string | undefined {
  if (code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return undefined
  const { issuer } = ((cause as { body?: { issuer?: unknown } }).body ?? {}) as { issuer?: unknown }
  return String(issuer).slice(0, 200)
}

/** The claim that is missing, or that is not the one of this sign-in. Wrong signatures and issuers are no question of settings. */
function claimOf({ message, cause }: Cause): string | undefined {
  const missing = /^(?:JWT|ID Token) "(\w{1,20})"/.exec(String(message))?.[1]
  const { claim } = (cause ?? {}) as { claim?: unknown }
  const name = missing ?? claim
  return name === 'iss' || name === 'aud' || name === 'azp' ? undefined : (name as string | undefined)
}

const word = (code: unknown): string => (typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? code : 'error')
