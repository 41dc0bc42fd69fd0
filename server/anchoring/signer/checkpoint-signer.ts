import { openEd25519Key } from '#server/core/auth/ed25519-key.ts'
import { checkpointBody } from '#shared/transparency/checkpoint.ts'
import type { CheckpointRequest } from './protocol.ts'
import type { SignedCheckpoints } from './signed-checkpoints.ts'
import type { Signer } from './signer-interface.ts'

export function logSigner(seed: Uint8Array): Signer {
  const key = openEd25519Key(seed)
  return { publicKey: key.publicKey, sign: async (message) => key.sign(message) }
}

/** Signs checkpoints of one key that continue what was signed before. */
export function checkpointSigner(
  key: Signer,
  signed: SignedCheckpoints,
): (request: Omit<CheckpointRequest, 'publicKey'>) => Promise<Uint8Array> {
  return async (request) => {
    signed.extend(request)
    const { origin, size, root } = request
    return key.sign(Buffer.from(checkpointBody({ origin, size, root })))
  }
}
