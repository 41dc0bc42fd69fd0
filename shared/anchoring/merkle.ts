import { joinBytes } from '#shared/core/bytes.ts'

/**
 * The shape of an RFC 6962 Merkle tree over SHA-256, without a hash function: the server hashes with node:crypto, the
 * verify page with WebCrypto.
 *
 * A tree is stored as one sequence of bytes: the leaves, then each level above them, the root last; 32 bytes per node.
 * A level of odd width promotes its last node unchanged. The node is never duplicated and never hashed alone, which
 * gives the same tree as the recursive definition of RFC 6962, section 2.1.
 */
export const hashBytes = 32

/** The side of the sibling: `left` is hashed before the node, `right` after it. */
type Side = 'left' | 'right'
type PathOffset = {
  /** Offset in the stored tree, in bytes. The sibling is the 32 bytes that follow. */
  offset: number
  side: Side
}
export type PathStep = {
  side: Side
  hash: Uint8Array
}
type AsyncSha256 = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

/** Number of nodes in each level, leaves first, ending with 1. */
export function levelWidths(size: number): number[] {
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`A tree has at least one leaf, not ${size}.`)
  const widths = [size]
  for (let width = size; width > 1; ) {
    width = Math.ceil(width / 2)
    widths.push(width)
  }
  return widths
}

export function treeBytes(size: number): number {
  return levelWidths(size).reduce((total, width) => total + width, 0) * hashBytes
}

/**
 * Bytes of the stored tree before its top levels: as many whole levels as have at most `maxNodes` nodes together. 0 for a
 * tree that has no more nodes.
 */
export function topLevelsStart(size: number, maxNodes: number): number {
  let start = treeBytes(size) / hashBytes
  const first = start - maxNodes
  for (const width of levelWidths(size).reverse()) {
    if (start - width < first) break
    start -= width
  }
  return start * hashBytes
}

/**
 * The siblings from leaf `index` to the root, lowest first, as offsets in the stored tree.
 *
 * @example
 * pathOffsets(3, 2) // => [{ offset: 96, side: 'left' }]
 */
export function pathOffsets(size: number, index: number): PathOffset[] {
  const widths = levelWidths(size)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`Leaf ${index} is outside a tree of ${size}.`)
  }
  const path: PathOffset[] = []
  let start = 0
  let node = index
  for (const width of widths) {
    const sibling = node % 2 === 0 ? node + 1 : node - 1
    if (sibling < width) path.push({ offset: (start + sibling) * hashBytes, side: sibling < node ? 'left' : 'right' })
    start += width
    node = Math.floor(node / 2)
  }
  return path
}

/**
 * sha256(0x00 ‖ SHA256(payload) ‖ address). The address ties the leaf to the code and makes leaves of equal payloads
 * differ.
 */
export function codeLeafMessage(digest: Uint8Array, address: Uint8Array): Uint8Array<ArrayBuffer> {
  if (digest.length !== hashBytes) throw new RangeError('A payload digest has 32 bytes.')
  if (address.length !== 16) throw new RangeError('A code address has 16 bytes.')
  return joinBytes([0], digest, address)
}

/** The bytes whose hash is the parent of two nodes. */
export function nodeMessage(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  return joinBytes([1], left, right)
}

/** Computes the root from a leaf and its path. The caller compares it with the root on the chains. */
export async function rootFromPath(leaf: Uint8Array, path: PathStep[], sha256: AsyncSha256): Promise<Uint8Array> {
  let node = leaf
  for (const { side, hash } of path) {
    node = await sha256(side === 'left' ? nodeMessage(hash, node) : nodeMessage(node, hash))
  }
  return node
}
