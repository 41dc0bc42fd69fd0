import { timingSafeEqual } from 'node:crypto'
import { nodeHash } from './merkle.ts'

export interface Inclusion {
  leaf: Uint8Array
  index: number
  size: number
  /** Sibling hashes, lowest first. Their sides follow from index and size alone. */
  path: Uint8Array[]
  root: Uint8Array
}

/** RFC 9162, section 2.1.3.2, step by step. It shares no shape code with the builder, so each checks the other. */
export function verifyInclusion({ leaf, index, size, path, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  if (root.length !== 32 || path.some((hash) => hash.length !== 32)) return false
  let node = BigInt(index)
  let last = BigInt(size) - 1n
  let hash = leaf
  for (const sibling of path) {
    if (last === 0n) return false
    if (node % 2n === 1n || node === last) {
      hash = nodeHash(sibling, hash)
      while (node % 2n === 0n && node !== 0n) {
        node >>= 1n
        last >>= 1n
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    node >>= 1n
    last >>= 1n
  }
  return last === 0n && hash.length === root.length && timingSafeEqual(hash, root)
}
