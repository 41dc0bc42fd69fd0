import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '#shared/core/api/contract.ts'
import { keyAccessProblems } from '#shared/core/api/key-problems.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { readAccessToken } from './access-token.ts'
import type { Actor } from './actor.ts'

/** A kind of caller: how a call names it, and who it is. */
type Caller = {
  /** The header with its credentials. */
  header: string
  /** Which values of the header are meant for it; all without it. */
  value?: RegExp
  /** The name and the security scheme of its credentials in the API description. */
  described?: {
    name: string
    scheme: { type: 'http'; scheme: string; bearerFormat?: string; description?: string }
  }
  /** The actor in its present state; undefined if the credentials are not or no longer valid. */
  actorOf(
    app: FastifyInstance,
    request: FastifyRequest,
    route: Pick<Route, 'method' | 'access'>,
  ): Promise<Actor | undefined>
}

export const demoHeader = 'x-assay-demo'
/** The name of API keys in the API description. */
export const apiKeyScheme = 'apiKey'
const demoAccountId = '00000000-0000-4000-8000-000000000000'

/** A visitor of the demo merchant, who reads and does not write. */
const demoVisitor: Caller = {
  header: demoHeader,
  async actorOf({ assay: { config, findDemoMerchant } }, _, route) {
    if (route.method !== 'GET') throw new Problem(coreProblems.demo)
    const merchantId = config.demo ? await findDemoMerchant() : undefined
    if (merchantId === undefined) throw new Problem(coreProblems.notFound)
    return {
      id: demoAccountId,
      role: 'merchant',
      merchantId,
      email: 'demo@localhost',
      confirmed: true,
      demo: true,
      signIn: null,
      key: null,
    }
  },
}

/** A person who signed in: the console sends the access token. */
const signedInPerson: Caller = {
  header: 'authorization',
  described: { name: 'bearer', scheme: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  async actorOf(app, { headers }) {
    const token = readAccessToken(app, headers.authorization)
    return token && app.assay.sessions.actorOf(token)
  },
}

const keyValue = /^Bearer +(assay_\S*) *$/i

/** A program with an API key. It reaches only the routes that name a scope; public routes are the same for everybody. */
export const program: Caller = {
  header: 'authorization',
  value: /^Bearer +assay_/i,
  described: {
    name: apiKeyScheme,
    scheme: { type: 'http', scheme: 'bearer', bearerFormat: 'assay_…', description: 'An API key of a merchant' },
  },
  async actorOf({ assay: { apiKeys } }, { headers, caller, raw }, route) {
    if (route.access === 'public') return undefined
    // Node keeps only the first of several headers: a proxy might have checked another one.
    const sent = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'authorization').length
    const key = sent === 1 ? keyValue.exec(headers.authorization ?? '')?.[1] : undefined
    const actor = key === undefined ? undefined : await apiKeys.actorOf(key, caller)
    if (!actor) throw new Problem(keyAccessProblems.wrongKey)
    return actor
  },
}

/** All kinds of callers. If a call fits several, the first of them counts. */
export const callers: readonly Caller[] = [demoVisitor, program, signedInPerson]

export function callerOf({ headers }: FastifyRequest): Caller | undefined {
  return callers.find(({ header, value }) => {
    const sent = headers[header]
    return sent !== undefined && (!value || value.test(String(sent)))
  })
}
