import { hash } from 'node:crypto'
import { hashBytes, levelWidths, type PathStep, pathOffsets, treeBytes } from '#shared/anchoring/merkle.ts'

const addressBytes = 16
const leafPrefix = 0x00
const nodePrefix = 0x01

export type Tree = {
  /** Every level in one buffer, leaves first, root last. pathOffsets returns offsets into it. */
  levels: Buffer
  size: number
  root: Buffer
}

/** A Buffer from `hash` itself would take two to five times as long as one from a binary string. */
export function sha256(message: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', message, 'binary'), 'binary')
}

export function leafHash(entry: Uint8Array): Buffer {
  return sha256(Buffer.concat([Buffer.of(leafPrefix), entry]))
}

/** One reused buffer, so that a path of twelve nodes allocates no twelve buffers. */
const nodeMessage = Buffer.alloc(1 + 2 * hashBytes)
nodeMessage[0] = nodePrefix

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  if (left.length !== hashBytes || right.length !== hashBytes) throw new RangeError('A node has 32 bytes.')
  nodeMessage.set(left, 1)
  nodeMessage.set(right, 1 + hashBytes)
  return sha256(nodeMessage)
}

const leafMessage = Buffer.alloc(1 + hashBytes + addressBytes)
leafMessage[0] = leafPrefix

/**
 * The leaf of one code: sha256(0x00 ‖ SHA256(payload) ‖ the 16 raw bytes of its address).
 *
 * @example
 * const [digest, address] = [sha256('{"v":2}'), Buffer.alloc(16)]
 * codeLeaf(digest, address).equals(sha256(Buffer.concat([Buffer.of(0), digest, address]))) // => true
 */
export function codeLeaf(digest: Uint8Array, address: Uint8Array): Buffer {
  if (digest.length !== hashBytes || address.length !== addressBytes) {
    throw new RangeError(`${digest.length} bytes of a digest do not pair with ${address.length} bytes of an address.`)
  }
  leafMessage.set(digest, 1)
  leafMessage.set(address, 1 + hashBytes)
  return sha256(leafMessage)
}

/** The leaves of many codes, flat: digests are 32 bytes and addresses 16 bytes each, in the same order. */
export function codeLeaves(digests: Uint8Array, addresses: Uint8Array): Buffer {
  const count = digests.length / hashBytes
  if (!Number.isInteger(count) || addresses.length !== count * addressBytes) {
    throw new RangeError(`${digests.length} bytes of digests do not pair with ${addresses.length} bytes of addresses.`)
  }
  const leaves = Buffer.allocUnsafe(digests.length)
  const message = Buffer.alloc(1 + hashBytes + addressBytes)
  message[0] = leafPrefix
  const [digestsFrom, addressesFrom] = [bufferOver(digests), bufferOver(addresses)]
  for (let i = 0; i < count; i++) {
    digestsFrom.copy(message, 1, i * hashBytes, (i + 1) * hashBytes)
    addressesFrom.copy(message, 1 + hashBytes, i * addressBytes, (i + 1) * addressBytes)
    writeHash(message, leaves, i * hashBytes)
  }
  return leaves
}

/** A Buffer over the same bytes, without a copy: only a Buffer copies a part of itself into another one in one call. */
const bufferOver = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length)

function writeHash(message: Buffer, target: Buffer, at: number): void {
  target.write(hash('sha256', message, 'binary'), at, 'binary')
}

/**
 * Builds the RFC 6962 tree over leaf hashes that are already computed, flat, 32 bytes each.
 *
 * @example
 * const [a, b, c] = ['a', 'b', 'c'].map(sha256)
 * buildTree(Buffer.concat([a, b, c])).root.equals(nodeHash(nodeHash(a, b), c)) // => true
 */
export function buildTree(leaves: Uint8Array): Tree {
  const size = leaves.length / hashBytes
  const widths = levelWidths(size)
  const levels = Buffer.allocUnsafe(treeBytes(size))
  levels.set(leaves)
  const message = Buffer.alloc(1 + 2 * hashBytes)
  message[0] = nodePrefix
  let from = 0
  for (const width of widths.slice(0, -1)) {
    const end = from + width * hashBytes
    let to = end
    for (; from + 2 * hashBytes <= end; from += 2 * hashBytes, to += hashBytes) {
      levels.copy(message, 1, from, from + 2 * hashBytes)
      writeHash(message, levels, to)
    }
    // The last node of an odd level moves up unchanged, as RFC 6962 divides it. Paired with itself, two trees would have one root.
    if (from < end) levels.copy(levels, to, from, end)
    from = end
  }
  return { levels, size, root: levels.subarray(from) }
}

/**
 * The siblings from leaf `index` to the root, lowest first; the hashes are views into `levels`.
 *
 * @example
 * const [a, b, c] = ['a', 'b', 'c'].map(sha256)
 * const { levels } = buildTree(Buffer.concat([a, b, c]))
 * inclusionPath(levels, 3, 0) // => [{ side: 'right', hash: b }, { side: 'right', hash: c }]
 */
export function inclusionPath(levels: Uint8Array, size: number, index: number): PathStep[] {
  if (levels.length !== treeBytes(size)) throw new RangeError(`${levels.length} bytes are not a tree of ${size}.`)
  return pathOffsets(size, index).map(({ offset, side }) => ({
    side,
    hash: levels.subarray(offset, offset + hashBytes),
  }))
}
