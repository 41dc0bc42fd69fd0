import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { NewCredential, UsedCredential } from '#shared/auth/passkey/contract.ts'

/** CBOR (RFC 8949) of the few types that an authenticator writes. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([major | n])
      : n < 256
        ? Buffer.from([major | 24, n])
        : Buffer.from([major | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value >= 0 ? head(0x00, value) : head(0x20, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(0x60, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(0x40, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(0xa0, entries.length), ...entries.flatMap((pair) => pair.map(cbor))])
}

const base64 = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

type Page = { challenge: string; origin?: string; rpId?: string; verified?: boolean }

/** An authenticator in software, with one passkey for a page of `http://localhost:3000`. It does what a damaged or copied one would do, too. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let userHandle = ''
  const clientData = (type: string, { challenge, origin = 'http://localhost:3000' }: Page) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const data = ({ rpId = 'localhost', verified = true }: Page, counter: number, attested = Buffer.alloc(0)) => {
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }
  const common = { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} } as const

  return {
    id: base64(id),
    make({ user, ...page }: Page & { user: { id: string } }, counter = 0): NewCredential {
      userHandle = user.id
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data(page, counter, attested)],
      ])
      const clientDataJSON = base64(clientData('webauthn.create', page))
      return {
        ...common,
        response: { clientDataJSON, attestationObject: base64(cbor(attestation)), transports: ['usb'] },
      }
    },
    sign(page: Page, counter = 0, handle = userHandle): UsedCredential {
      const [client, authenticatorData] = [clientData('webauthn.get', page), data(page, counter)]
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(client)]))
        .sign(privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(authenticatorData),
          signature: base64(signature),
          userHandle: handle,
        },
      }
    },
  }
}
