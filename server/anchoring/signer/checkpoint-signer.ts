import { openEd25519Key } from '#server/core/auth/ed25519-key.ts'
import { checkpointBody } from '#shared/transparency/checkpoint.ts'
import type { CheckpointRequest } from './protocol.ts'
import type { Signer } from './signer-interface.ts'

export function logSigner(seed: Uint8Array): Signer {
  const key = openEd25519Key(seed)
  return { publicKey: key.publicKey, sign: async (message) => key.sign(message) }
}

/**
 * Signs checkpoints of one key. Per log, it remembers the last size and root: it signs no smaller tree, and no second root
 * of one size, for as long as the process runs. The database keeps the same rule for ever.
 */
export function checkpointSigner(key: Signer): (request: Omit<CheckpointRequest, 'publicKey'>) => Promise<Uint8Array> {
  const last = new Map<string, { size: number; root: Buffer }>()
  return async ({ origin, size, root }) => {
    const before = last.get(origin)
    if (before && size < before.size) {
      throw new RangeError(`The log had ${before.size} entries: not signed with ${size}.`)
    }
    if (before?.size === size && !before.root.equals(root)) {
      throw new RangeError(`The log of ${size} entries had another root: not signed.`)
    }
    last.set(origin, { size, root: Buffer.from(root) })
    return key.sign(Buffer.from(checkpointBody({ origin, size, root })))
  }
}
