import { base64Of } from '#shared/transparency/base64.ts'

type GeneratedKey = {
  /** Ed25519, base64. */
  key: string
  signature: string
  /** The private key as PKCS #8 in PEM, which OpenSSL reads. */
  pem: string
}

/** Generates a key pair and signs a statement with it. Rejects when the browser has no Ed25519 or the page is not served over HTTPS. */
export async function generateSigningKey(statement: string): Promise<GeneratedKey> {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
  const [key, secret, signature] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.sign({ name: 'Ed25519' }, pair.privateKey, new TextEncoder().encode(statement)),
  ])
  const textOf = (bytes: ArrayBuffer) => base64Of(new Uint8Array(bytes))
  const lines = textOf(secret).match(/.{1,64}/g)!
  const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n')
  return { key: textOf(key), signature: textOf(signature), pem }
}
