import { timingSafeEqual } from 'node:crypto'
import { rootOfInclusion } from '#shared/transparency/verify-proof.ts'
import { nodeHash } from './merkle.ts'

type Inclusion = {
  leaf: Uint8Array
  index: number
  size: number
  /** Sibling hashes, lowest first. Index and size alone determine their sides. */
  path: Uint8Array[]
  root: Uint8Array
}

/**
 * Whether the path of a leaf leads to the root.
 *
 * @example
 * import { nodeHash, sha256 } from '#server/anchoring/proof/merkle.ts'
 * const [leaf, sibling] = [sha256('a'), sha256('b')]
 * const root = nodeHash(leaf, sibling)
 * verifyInclusion({ leaf, index: 0, size: 2, path: [sibling], root }) // => true
 * verifyInclusion({ leaf, index: 1, size: 2, path: [sibling], root }) // => false
 */
export function verifyInclusion({ root, ...inclusion }: Inclusion): boolean {
  const found = root.length === 32 ? rootOfInclusion(inclusion, nodeHash) : undefined
  return found?.length === root.length && timingSafeEqual(found, root)
}
