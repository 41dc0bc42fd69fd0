import { createHash } from 'node:crypto'
import { derivedKey } from '#server/core/auth/derived-key.ts'
import { openEd25519Key } from '#server/core/auth/ed25519-key.ts'
import type { Config } from '#server/core/config.ts'

type JsonObject = Record<string, unknown>

/** Signs what a merchant issues, and describes the key. */
export type Issuer = {
  did: string
  document: JsonObject
  /** A credential as a compact JWS (W3C, Securing Verifiable Credentials using JOSE). Equal credentials get equal bytes. */
  sign(credential: JsonObject): string
}

export const issuerPath = (merchantId: string) => `/dpp/${merchantId}`

/**
 * Each merchant has a key of its own, derived from the secret of the server. Its id is its thumbprint, so another secret gives
 * another id.
 */
export function openIssuer(config: Pick<Config, 'jwtSecret' | 'publicUrl'>, merchantId: string): Issuer {
  const { publicKey, sign } = openEd25519Key(derivedKey(config, `passport ${merchantId}`))
  const did = didOf(config.publicUrl, merchantId)
  const jwk = { crv: 'Ed25519', kty: 'OKP', x: publicKey.toString('base64url') }
  // The members of a thumbprint are in alphabetical order (RFC 7638).
  const id = `${did}#${createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')}`
  const header = encoded({ alg: 'EdDSA', typ: 'vc+jwt', cty: 'vc', kid: id })
  return {
    did,
    document: {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1'],
      id: did,
      verificationMethod: [{ id, type: 'JsonWebKey', controller: did, publicKeyJwk: { ...jwk, alg: 'EdDSA' } }],
      authentication: [id],
      assertionMethod: [id],
    },
    sign(credential) {
      const signed = `${header}.${encoded(credential)}`
      return `${signed}.${sign(Buffer.from(signed)).toString('base64url')}`
    },
  }
}

/** The method `web`: the host with its port, then the folders of the document. */
function didOf(publicUrl: string, merchantId: string): string {
  const { host, pathname } = new URL(publicUrl)
  const folders = `${pathname.replace(/\/+$/, '')}${issuerPath(merchantId)}`.split('/').slice(1)
  return ['did:web', encodeURIComponent(host), ...folders].join(':')
}

const encoded = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString('base64url')
