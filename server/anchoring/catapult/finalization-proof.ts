import { z } from 'zod'
import { isEd25519Signature } from '#server/core/auth/ed25519-key.ts'

/**
 * The votes that made a Catapult block final, as `/finalization/proof/height/{height}` returns them
 * (https://docs.symbol.dev/api.html#finalization-routes).
 */
const hexOf = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9A-Fa-f]{${bytes * 2}}$`))
    .transform((hex) => Buffer.from(hex, 'hex'))
const number32 = z.int().min(0).max(0xffff_ffff)
const height = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const signed = z.object({ parentPublicKey: hexOf(32), signature: hexOf(64) })
const Proof = z.object({
  finalizationEpoch: number32,
  finalizationPoint: number32,
  height,
  hash: hexOf(32),
  messageGroups: z
    .array(
      z.object({
        stage: number32,
        height,
        /** The hashes of the block at this height and of those after it. */
        hashes: z.array(hexOf(32)).min(1).max(100_000),
        signatures: z.array(z.object({ root: signed, bottom: signed })).max(10_000),
      }),
    )
    .max(1_000),
})
type Proof = z.output<typeof Proof>
type MessageGroup = Proof['messageGroups'][number]

const precommit = 1
const messageVersion = 1

type ProvenBlock = {
  height: number
  /** Upper case hex, as blocks have it. */
  hash: string
  /** The voting keys with a valid precommit, as hex, each once. */
  voters: string[]
}

/**
 * The block that a proof makes final, with its voters. Undefined if a signature is wrong, no vote names the block, or there is no
 * commit for it. Which voting keys count, and with which weight, is not in the proof.
 */
export function provenBlock(answer: unknown): ProvenBlock | undefined {
  const proof = Proof.safeParse(answer).data
  if (!proof) return undefined
  const { messageGroups, hash } = proof
  const isNamed = messageGroups.some((group) => group.hashes[proof.height - group.height]?.equals(hash))
  if (!isNamed || !messageGroups.every((group) => isSigned(proof, group))) return undefined
  // A vote for a later block is one for all before it.
  const committed = messageGroups.filter(
    (group) => group.stage === precommit && group.height + group.hashes.length > proof.height,
  )
  const voters = new Set(
    committed.flatMap(({ signatures }) => signatures.map(({ root }) => root.parentPublicKey.toString('hex'))),
  )
  if (voters.size === 0) return undefined
  return { height: proof.height, hash: hash.toString('hex').toUpperCase(), voters: [...voters] }
}

/**
 * Each vote has two signatures: the voting key signs a key of the epoch (key, then the epoch as 8 bytes), and that one signs the
 * message. Numbers are little-endian.
 */
function isSigned({ finalizationEpoch, finalizationPoint }: Proof, group: MessageGroup): boolean {
  const epoch = Buffer.alloc(8)
  epoch.writeUInt32LE(finalizationEpoch)
  const message = messageOf(finalizationEpoch, finalizationPoint, group)
  return group.signatures.every(
    ({ root, bottom }) =>
      isEd25519Signature(root.parentPublicKey, Buffer.concat([bottom.parentPublicKey, epoch]), root.signature) &&
      isEd25519Signature(bottom.parentPublicKey, message, bottom.signature),
  )
}

/** Version, number of hashes, epoch, point and stage in one number, height, hashes. */
function messageOf(epoch: number, point: number, { stage, height: first, hashes }: MessageGroup): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(messageVersion, 0)
  head.writeUInt32LE(hashes.length, 4)
  head.writeUInt32LE(epoch, 8)
  head.writeUInt32LE((point * 2 + (stage & 1)) % 2 ** 32, 12)
  head.writeBigUInt64LE(BigInt(first), 16)
  return Buffer.concat([head, ...hashes])
}
