import { timingSafeEqual } from 'node:crypto'
import { nodeHash } from './merkle.ts'

export interface Inclusion {
  leaf: Uint8Array
  index: number
  size: number
  /** Sibling hashes, lowest first. Index and size alone determine their sides. */
  path: Uint8Array[]
  root: Uint8Array
}

/** RFC 9162, section 2.1.3.2, step by step. It shares no code with the tree builder, so that each checks the other. */
export function verifyInclusion({ leaf, index, size, path, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  if (root.length !== 32 || path.some((hash) => hash.length !== 32)) return false
  let node = index
  let last = size - 1
  let hash = leaf
  for (const sibling of path) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash)
      while (node % 2 === 0 && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    node = half(node)
    last = half(last)
  }
  return last === 0 && hash.length === root.length && timingSafeEqual(hash, root)
}

/** A right shift by one that is correct beyond 32 bits. */
function half(number: number): number {
  return Math.floor(number / 2)
}
