import { isEqualBytes } from '#shared/core/bytes.ts'
import { nodeHashOf } from './tree.ts'

type NodeHash = (left: Uint8Array, right: Uint8Array) => Uint8Array
type Inclusion = { leaf: Uint8Array; index: number; size: number; path: readonly Uint8Array[] }

/**
 * The root to which a path leads, by RFC 9162, section 2.1.3.2, step by step; undefined if the path does not fit index and
 * size. It shares no code with the parts that write paths, so that each checks the other.
 */
export function rootOfInclusion(
  { leaf, index, size, path }: Inclusion,
  nodeHash: NodeHash = nodeHashOf,
): Uint8Array | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined
  if (path.some((hash) => hash.length !== 32)) return undefined
  let [node, last, hash] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0) return undefined
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
  return last === 0 ? hash : undefined
}

type Consistency = {
  old: { size: number; root: Uint8Array }
  now: { size: number; root: Uint8Array }
  path: readonly Uint8Array[]
}

/** Whether a log only grew: RFC 9162, section 2.1.4.2. A log of no entries is the beginning of every log. */
export function isConsistent({ old, now, path }: Consistency): boolean {
  if (old.size > now.size || path.some((hash) => hash.length !== 32)) return false
  if (old.size === now.size) return path.length === 0 && isEqualBytes(old.root, now.root)
  if (old.size === 0) return path.length === 0
  if (path.length === 0) return false
  // If the old tree is complete, its root is the first hash of the path, which is left out.
  const [first, ...rest] = isPowerOfTwo(old.size) ? [old.root, ...path] : path
  let [node, last] = [old.size - 1, now.size - 1]
  while (node % 2 === 1) {
    node = half(node)
    last = half(last)
  }
  let [oldHash, newHash] = [first!, first!]
  for (const hash of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      oldHash = nodeHashOf(hash, oldHash)
      newHash = nodeHashOf(hash, newHash)
      while (node % 2 === 0 && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else {
      newHash = nodeHashOf(newHash, hash)
    }
    node = half(node)
    last = half(last)
  }
  return last === 0 && isEqualBytes(oldHash, old.root) && isEqualBytes(newHash, now.root)
}

function isPowerOfTwo(number: number): boolean {
  let power = 1
  while (power < number) power *= 2
  return power === number
}

/** A right shift by one that is correct beyond 32 bits. */
const half = (number: number): number => Math.floor(number / 2)
