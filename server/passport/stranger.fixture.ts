import { gunzipSync } from 'node:zlib'
import { compactVerify, importJWK, type JWK } from 'jose'
import { expect } from 'vitest'

export type Credential = ReturnType<typeof JSON.parse>
export type Stranger = ReturnType<typeof strangerAt>

/**
 * Reads and verifies passports over HTTP as somebody who knows nothing of Assay: with `jose`, from the addresses that a credential names.
 *
 * @param origin where the server listens
 * @param host its name in addresses
 */
export function strangerAt(origin: string, host: string) {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(origin + path, { headers, redirect: 'manual' })

  async function signed(path: string, headers: Record<string, string> = {}): Promise<string> {
    const answer = await get(path, { ...headers, accept: 'application/vc+jwt' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vc+jwt'])
    return answer.text()
  }

  async function verified(token: string): Promise<Credential> {
    const { issuer } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    const did: string = typeof issuer === 'string' ? issuer : issuer.id
    const [method, name, at, ...folders] = did.split(':')
    expect([method, name, decodeURIComponent(at!)]).toEqual(['did', 'web', host])
    const document: Credential = await (await get(`/${folders.join('/')}/did.json`)).json()
    expect(document.id).toBe(did)
    const { payload, protectedHeader } = await compactVerify(token, async ({ kid }) => {
      const found = document.verificationMethod.find(({ id }: { id: string }) => id === kid)
      expect(document.assertionMethod).toContain(found.id)
      return importJWK(found.publicKeyJwk as JWK, 'EdDSA')
    })
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'vc+jwt', cty: 'vc' })
    return JSON.parse(new TextDecoder().decode(payload))
  }

  async function isRevoked({ credentialStatus }: Credential): Promise<boolean> {
    const { statusListCredential, statusListIndex, statusPurpose } = credentialStatus
    const list = await verified(await signed(new URL(statusListCredential).pathname))
    expect([list.id, list.credentialSubject.statusPurpose]).toEqual([statusListCredential, statusPurpose])
    const encoded: string = list.credentialSubject.encodedList
    expect(encoded[0]).toBe('u')
    const bits = gunzipSync(Buffer.from(encoded.slice(1), 'base64url'))
    expect(bits.length).toBe(16_384)
    const index = Number(statusListIndex)
    return (bits[index >> 3]! & (0x80 >> (index & 7))) !== 0
  }

  return { get, signed, verified, isRevoked }
}
