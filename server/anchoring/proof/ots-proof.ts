import type { PathStep } from '#shared/anchoring/merkle.ts'
import { leafHash, nodeHash, sha256 } from './merkle.ts'
import { magic, type Op, OtsError, opTags, timestampBytes, version } from './ots.ts'

const hashStep: Op = { kind: 'sha256' }
const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)
const fileHeader = Buffer.concat([magic, Buffer.of(version, opTags.sha256)])

/** Entry → RFC 6962 leaf → root. The entries of a round are batch roots, and those of an epoch are roots of rounds. */
export function epochOps(path: PathStep[]): Op[] {
  return [{ kind: 'prepend', argument: leafPrefix }, hashStep, ...path.flatMap(stepOps)]
}

function stepOps({ side, hash }: PathStep): Op[] {
  if (side === 'left') return [{ kind: 'prepend', argument: Buffer.concat([nodePrefix, hash]) }, hashStep]
  return [{ kind: 'append', argument: hash }, { kind: 'prepend', argument: nodePrefix }, hashStep]
}

type BitcoinPlace = {
  /** The anchoring transaction without its witness: the bytes whose double hash is the txid. */
  strippedTx: Uint8Array
  /** All ids of the block, as getblock lists them. */
  blockTxids: string[]
  position: number
}

/** The 32 committed bytes → transaction → txid → the block's merkle root in internal byte order. */
export function bitcoinOps(commitment: Uint8Array, { strippedTx, blockTxids, position }: BitcoinPlace): Op[] {
  const tx = Buffer.from(strippedTx)
  const at = tx.indexOf(commitment)
  // Bytes come before the root in every transaction, and an operation cannot prepend none.
  if (commitment.length !== 32 || at < 1) throw new OtsError('the transaction does not carry the commitment')
  const [before, after] = [tx.subarray(0, at), tx.subarray(at + 32)]
  const ops: Op[] = [{ kind: 'prepend', argument: before }]
  if (after.length > 0) ops.push({ kind: 'append', argument: after })
  ops.push(hashStep, hashStep)

  let level: Buffer[] = blockTxids.map((id) => Buffer.from(id, 'hex').reverse())
  if (!level[position]?.equals(doubleSha256(tx)))
    throw new OtsError('the transaction is at another position in the block')
  for (let node = position; level.length > 1; node >>= 1) {
    // Bitcoin pairs an odd last node with itself, unlike RFC 6962.
    if (level.length % 2 === 1) level.push(level.at(-1)!)
    const argument = level[node ^ 1]!
    ops.push({ kind: node % 2 === 1 ? 'prepend' : 'append', argument }, hashStep, hashStep)
    level = level.flatMap((hash, i) => (i % 2 === 0 ? [doubleSha256(Buffer.concat([hash, level[i + 1]!]))] : []))
  }
  return ops
}

/** The suffix of any root until Bitcoin confirms: `ots upgrade` requests the rest from `{uri}timestamp/{root}`. */
export function pendingSuffix(uri: string): Buffer {
  // Clients resolve relative to it, as a browser does. Without the slash, the last segment of the path would be
  // replaced.
  if (!uri.endsWith('/')) throw new OtsError('a calendar address ends in a slash')
  return timestampBytes([], { kind: 'pending', uri })
}

/** The final suffix of the root of a round. */
export function finalSuffix(
  roundRoot: Uint8Array,
  place: BitcoinPlace & { epochRoot: Uint8Array; epochPath: PathStep[]; height: number },
): Buffer {
  const { epochPath, epochRoot, height } = place
  const root = epochPath.reduce(
    (node, { side, hash }) => (side === 'left' ? nodeHash(hash, node) : nodeHash(node, hash)),
    leafHash(roundRoot),
  )
  if (Buffer.compare(root, epochRoot) !== 0) throw new OtsError('the path leads to another epoch')
  return timestampBytes([...epochOps(epochPath), ...bitcoinOps(epochRoot, place)], { kind: 'bitcoin', height })
}

type ProofParts = {
  /** SHA-256 of the payload bytes. */
  digest: Uint8Array
  /** The 16 raw bytes of the code's address. */
  address: Uint8Array
  path: PathStep[]
  /** From the root of the batch to an attestation: the same bytes for every code of the batch. */
  suffix: Uint8Array
}

/**
 * The .ots file of one code: header, digest, address, path to the root of the batch and suffix, made without a list of operations. Lengths
 * take one byte, because no argument is longer than 33 bytes.
 */
export function assembleProof({ digest, address, path, suffix }: ProofParts): Buffer {
  if (digest.length !== 32 || address.length !== 16) throw new OtsError('a digest has 32 bytes, an address 16')
  return Buffer.concat([fileHeader, digest, append16, address, ...leafChunks(path), suffix])
}

/** The .ots file of a file that is anchored by its own SHA-256. */
export function assembleFileProof(digest: Uint8Array, suffix: Uint8Array): Buffer {
  if (digest.length !== 32) throw new OtsError('a digest has 32 bytes')
  return Buffer.concat([fileHeader, digest, suffix])
}

/** The bytes from an entry of a tree, such as the root of a batch, to the root of the tree: those of `epochOps`. */
export const entrySteps = (path: PathStep[]): Buffer => Buffer.concat(leafChunks(path))

function leafChunks(path: PathStep[]): Uint8Array[] {
  const parts: Uint8Array[] = [prependLeaf]
  for (const { side, hash } of path) {
    if (hash.length !== 32) throw new OtsError('a sibling has 32 bytes')
    if (side === 'left') parts.push(prependNode33, hash, hashOp)
    else parts.push(append32, hash, prependNode)
  }
  return parts
}

const hashOp = Buffer.of(opTags.sha256)
const append16 = Buffer.of(opTags.append, 16)
const append32 = Buffer.of(opTags.append, 32)
const prependLeaf = Buffer.of(opTags.prepend, 1, 0, opTags.sha256)
const prependNode = Buffer.of(opTags.prepend, 1, 1, opTags.sha256)
const prependNode33 = Buffer.of(opTags.prepend, 33, 1)

function doubleSha256(message: Uint8Array): Buffer {
  return sha256(sha256(message))
}
