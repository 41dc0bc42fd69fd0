import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

type Person = { name?: string; email?: string }
/** `redirectUrl`: the only one that is registered. */
type Options = { redirectUrl: string; people: Record<string, Person> }

export const clientId = 'assay-console'
export const clientSecret = 'a secret of the provider, which only tests know'

/** A real provider on this machine. Its sign-in page has a button for each person, named by the subject. */
export async function startProvider({ redirectUrl, people }: Options) {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] }],
    jwks: { keys: [newKey()] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => {
      const claims = { ...people[sub], email_verified: true }
      return people[sub] && { accountId: sub, claims: () => ({ sub, ...claims }) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const other = provider.callback()
  handle = (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, issuer)
    if (!pathname.startsWith('/interaction/')) return void other(request, response)
    const accountId = searchParams.get('person')
    if (accountId) return void provider.interactionFinished(request, response, { login: { accountId } })
    response.setHeader('content-type', 'text/html').end(pageOf(pathname, Object.keys(people)))
  }
  return { issuer, close: () => close(server) }
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomUUID() }
}

const pageOf = (path: string, people: readonly string[]) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Provider</title>
  <h1>Sign in to Tea Works</h1>
  ${people.map((person) => `<p><a href="${path}?person=${person}">${person}</a></p>`).join('\n')}</html>`

async function close(server: ReturnType<typeof createServer>): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

/** Walks through the pages of the provider as a person. Returns what the browser brings back: the query of the redirect URL. */
export async function signInAt(departure: string, person: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let url = departure; ; ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    await response.body?.cancel()
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (!location && !url.includes('/interaction/')) throw new Error(`the provider answers ${response.status}`)
    const next = new URL(location ?? `${url}?person=${person}`, url)
    if (next.origin !== new URL(departure).origin) return next.search.slice(1)
    url = next.href
  }
}
