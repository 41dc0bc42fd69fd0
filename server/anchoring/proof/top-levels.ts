import { hashBytes, levelWidths } from '#shared/anchoring/merkle.ts'
import { nodeHash } from './merkle.ts'

/** The upper part of a stored tree, in memory, for checking paths of many of its leaves. */
export type TopLevels = {
  /** Bytes of the stored tree before its top levels. The caller passes siblings at lower offsets. */
  start: number
  /**
   * Whether a leaf leads to the root. The check ends early at a node that an earlier path has led to the root: after
   * the first few codes of a batch, one or two hashes are enough.
   *
   * @param lower siblings before the top levels, lowest first
   */
  verify(leaf: Uint8Array, index: number, lower?: readonly Uint8Array[]): boolean
}

/**
 * @param bytes the last bytes of a stored tree, any number of whole nodes
 * @param size leaves of the whole tree
 */
export function openTopLevels(bytes: Buffer, size: number, root: Uint8Array): TopLevels {
  const widths = levelWidths(size)
  const nodes = widths.reduce((total, width) => total + width, 0)
  const firstNode = nodes - bytes.length / hashBytes
  if (!Number.isInteger(firstNode) || firstNode < 0)
    throw new RangeError(`${bytes.length} bytes are no top levels of a tree of ${size} leaves.`)
  /** One entry per node of the top levels; set when its stored hash is known to lead to the root. */
  const known = new Uint8Array(nodes - firstNode)
  const stored = (position: number) => bytes.subarray(position * hashBytes, (position + 1) * hashBytes)
  const isStored = (position: number, hash: Uint8Array) =>
    bytes.compare(hash, 0, hashBytes, position * hashBytes, (position + 1) * hashBytes) === 0

  function leadsToRoot(leaf: Uint8Array, index: number, lower: readonly Uint8Array[] = []): boolean {
    if (!Number.isSafeInteger(index) || index < 0 || index >= size || leaf.length !== hashBytes) return false
    // Marked only after the root is reached: a node that merely equals the stored hash may belong to a damaged branch.
    const passed: number[] = []
    let hash = leaf
    let node = index
    let level = 0
    let brought = 0
    for (const width of widths) {
      const nodeIndex = level + node - firstNode
      if (nodeIndex >= 0) {
        // The rest of the path was checked before, from this stored hash on.
        if (known[nodeIndex] === 1) {
          if (!isStored(nodeIndex, hash)) return false
          break
        }
      }
      const isIntact = nodeIndex >= 0 && isStored(nodeIndex, hash)
      if (isIntact) passed.push(nodeIndex)
      if (width === 1) {
        if (Buffer.compare(hash, root) !== 0) return false
        break
      }
      const sibling = node % 2 === 0 ? node + 1 : node - 1
      if (sibling < width) {
        const siblingPlace = level + sibling - firstNode
        const other = siblingPlace >= 0 ? stored(siblingPlace) : lower[brought++]
        if (other?.length !== hashBytes) return false
        hash = sibling < node ? nodeHash(other, hash) : nodeHash(hash, other)
        // The path of the sibling uses this node as it is stored.
        if (siblingPlace >= 0 && isIntact) passed.push(siblingPlace)
      }
      level += width
      node = Math.floor(node / 2)
    }
    for (const position of passed) known[position] = 1
    return true
  }

  return { start: firstNode * hashBytes, verify: leadsToRoot }
}
