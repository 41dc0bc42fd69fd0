import { hash } from 'node:crypto'
import { PrivateKey } from 'symbol-sdk'
import { KeyPair } from 'symbol-sdk/symbol'
import type { LedgerBlock } from './ledger.ts'

/** The only epoch of this ledger; the point of a round is the height of its block. */
export const finalizationEpoch = 1

/** The only voter. Its keys are no secret: the ledger proves nothing to others. */
const voter = keyOf('assay embedded catapult voter')
const epochKey = keyOf('assay embedded catapult voter, epoch 1')

function keyOf(words: string): KeyPair {
  return new KeyPair(new PrivateKey(hash('sha256', words, 'buffer')))
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

/** Votes for a final block, in the form and with the signatures of a Catapult network. */
export function finalizationProof({ height, hash: blockHash }: Pick<LedgerBlock, 'height' | 'hash'>) {
  return {
    version: 1,
    finalizationEpoch,
    finalizationPoint: height,
    height: String(height),
    hash: blockHash,
    messageGroups: [0, 1].map((stage) => ({
      stage,
      height: String(height),
      hashes: [blockHash],
      signatures: [voteOf(stage, height, blockHash)],
    })),
  }
}

function voteOf(stage: number, height: number, blockHash: string) {
  const epoch = Buffer.alloc(8)
  epoch.writeUInt32LE(finalizationEpoch)
  const message = Buffer.alloc(56)
  const numbers = [1, 1, finalizationEpoch, height * 2 + stage, height]
  for (const [i, number] of numbers.entries()) message.writeUInt32LE(number, i * 4)
  message.write(blockHash, 24, 'hex')
  const pair = (key: KeyPair, bytes: Uint8Array) => ({
    parentPublicKey: key.publicKey.toString(),
    signature: hex(key.sign(bytes).bytes),
  })
  return { root: pair(voter, Buffer.concat([epochKey.publicKey.bytes, epoch])), bottom: pair(epochKey, message) }
}
