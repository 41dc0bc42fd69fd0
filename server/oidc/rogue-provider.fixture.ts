import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientId } from './provider.fixture.ts'

type Claims = Record<string, unknown>
type Signing = { alg?: string; key?: ReturnType<typeof newKeys>['privateKey'] }

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A provider that answers as a test wants. `change` its documents; `token` sets the claims of the next ID token. */
export async function startRogueProvider() {
  const keys = newKeys()
  const documents = new Map<string, object | ((response: ServerResponse) => void)>()
  const calls: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://rogue').pathname
    calls.push(path)
    const answer = documents.get(path)
    if (typeof answer === 'function') return answer(response)
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configuration = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
  }
  const wellKnown = '/.well-known/openid-configuration'
  documents.set(wellKnown, configuration)
  documents.set('/keys', { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] })

  function idToken(claims: Claims, { alg = 'RS256', key = keys.privateKey }: Signing): string {
    const now = Math.floor(Date.now() / 1000)
    const body = { iss: issuer, aud: clientId, iat: now, exp: now + 60, ...claims }
    const head = `${base64({ alg, kid: 'one' })}.${base64(body)}`
    return `${head}.${alg === 'none' ? '' : sign('sha256', Buffer.from(head), key).toString('base64url')}`
  }

  return {
    issuer,
    calls,
    newKeys,
    /** Replaces fields of the configuration. */
    configure: (fields: object) => documents.set(wellKnown, { ...configuration, ...fields }),
    answer: (path: string, answer: object | ((response: ServerResponse) => void)) => documents.set(path, answer),
    answerConfiguration: (answer: (response: ServerResponse) => void) => documents.set(wellKnown, answer),
    token: (claims: Claims, signing: Signing = {}) =>
      documents.set('/token', { access_token: 'x', token_type: 'Bearer', id_token: idToken(claims, signing) }),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
