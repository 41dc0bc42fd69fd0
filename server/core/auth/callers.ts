import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '#shared/core/api/contract.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { readAccessToken } from './access-token.ts'
import type { Actor } from './actor.ts'

/** A kind of caller: how a call names it, and who it is. */
type Caller = {
  /** The header with its credentials. */
  header: string
  /** The name and the security scheme of its credentials in the API description. */
  described?: { name: string; scheme: { type: 'http'; scheme: string; bearerFormat?: string } }
  /** The actor in its present state; undefined if the credentials are not or no longer valid. */
  actorOf(app: FastifyInstance, request: FastifyRequest, route: Route): Promise<Actor | undefined>
}

export const demoHeader = 'x-assay-demo'
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

/** All kinds of callers. If a call has headers of several, the first of them counts. */
export const callers: readonly Caller[] = [demoVisitor, signedInPerson]

export const callerOf = ({ headers }: FastifyRequest): Caller | undefined =>
  callers.find(({ header }) => headers[header] !== undefined)
