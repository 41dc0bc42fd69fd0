import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { checkpointBody } from '#shared/transparency/checkpoint.ts'
import type { CheckpointRequest } from './protocol.ts'
import type { Signer } from './signer-interface.ts'

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed the 32 bytes of an Ed25519 private key (RFC 8032) */
export function logSigner(seed: Uint8Array): Signer {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { publicKey, sign: async (message) => sign(null, message, key) }
}

/**
 * Signs checkpoints of one key. Per log, it remembers the last size and root: it signs no smaller tree, and no second root
 * of one size, for as long as the process runs. The database keeps the same rule for ever.
 */
export function checkpointSigner(key: Signer): (request: Omit<CheckpointRequest, 'publicKey'>) => Promise<Uint8Array> {
  const last = new Map<string, { size: number; root: Buffer }>()
  return async ({ origin, size, root }) => {
    const before = last.get(origin)
    if (before && size < before.size)
      throw new RangeError(`The log had ${before.size} entries: not signed with ${size}.`)
    if (before?.size === size && !before.root.equals(root)) {
      throw new RangeError(`The log of ${size} entries had another root: not signed.`)
    }
    last.set(origin, { size, root: Buffer.from(root) })
    return key.sign(Buffer.from(checkpointBody({ origin, size, root })))
  }
}
