import { hash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashBytes, pathOffsets } from '#shared/anchoring/merkle.ts'
import { buildTree } from './merkle.ts'
import { openTopLevels } from './top-levels.ts'
import { verifyInclusion } from './verify-inclusion.ts'

const leavesOf = (size: number) =>
  Buffer.concat(Array.from({ length: size }, (_, i) => hash('sha256', `leaf ${i}`, 'buffer')))

/** Verifies one leaf of a stored tree twice: by the steps of RFC 9162 alone, and by the top levels. */
function verifyBothWays(levels: Buffer, leaves: Buffer, size: number, root: Buffer, topNodes: number) {
  const topLevels = openTopLevels(levels.subarray(Math.max(0, levels.length - topNodes * hashBytes)), size, root)
  return (index: number) => {
    const leaf = leaves.subarray(index * hashBytes, (index + 1) * hashBytes)
    const offsets = pathOffsets(size, index).map(({ offset }) => offset)
    const at = (offset: number) => levels.subarray(offset, offset + hashBytes)
    const lower = offsets.filter((offset) => offset < topLevels.start).map(at)
    return [
      verifyInclusion({ leaf, index, size, path: offsets.map(at), root }),
      topLevels.verify(leaf, index, lower),
    ] as const
  }
}

describe('top levels of a tree [VE03]', () => {
  it('verify every leaf as its whole path does, for any changed bytes of the tree and any order of leaves', () => {
    const inputs = fc.record({
      size: fc.integer({ min: 1, max: 40 }),
      topNodes: fc.integer({ min: 1, max: 90 }),
      changed: fc.array(fc.nat(), { maxLength: 3 }),
      order: fc.infiniteStream(fc.nat()),
    })
    fc.assert(
      fc.property(inputs, ({ size, topNodes, changed, order }) => {
        const leaves = leavesOf(size)
        const { levels, root } = buildTree(leaves)
        const trueRoot = Buffer.from(root)
        for (const index of changed) levels[index % levels.length]! ^= 1
        const verifyLeaf = verifyBothWays(levels, leaves, size, trueRoot, topNodes)
        for (let n = 0; n < 2 * size; n++) {
          const [whole, early] = verifyLeaf(order.next().value % size)
          expect(early).toBe(whole)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('reject a leaf that is not in the tree, also after other leaves were verified', () => {
    const leaves = leavesOf(9)
    const { levels, root } = buildTree(leaves)
    const topLevels = openTopLevels(levels, 9, root)
    for (let i = 0; i < 9; i++) expect(topLevels.verify(leaves.subarray(i * 32, i * 32 + 32), i)).toBe(true)
    expect(topLevels.verify(randomBytes(32), 3)).toBe(false)
    expect(topLevels.verify(leaves.subarray(0, 32), 1)).toBe(false)
    expect(topLevels.verify(leaves.subarray(0, 32), 9)).toBe(false)
    expect(topLevels.verify(leaves.subarray(0, 31), 0)).toBe(false)
  })

  it('contain whole nodes, and are never larger than the tree', () => {
    const { levels, root } = buildTree(leavesOf(3))
    expect(() => openTopLevels(levels.subarray(1), 3, root)).toThrow(RangeError)
    expect(() => openTopLevels(levels, 2, root)).toThrow(RangeError)
  })
})
