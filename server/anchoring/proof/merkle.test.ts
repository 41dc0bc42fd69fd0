import { createHash } from 'node:crypto'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathOffsets } from '#shared/anchoring/merkle.ts'
import { buildTree, codeLeaf, codeLeaves, inclusionPath, leafHash } from './merkle.ts'
import { verifyInclusion } from './verify-inclusion.ts'

const sha = (...parts: Uint8Array[]) => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}

/** MTH of RFC 6962, section 2.1, as a direct recursion. */
function mth(entries: Uint8Array[]): Buffer {
  if (entries.length === 1) return sha(Buffer.of(0), entries[0]!)
  let split = 1
  while (split * 2 < entries.length) split *= 2
  return sha(Buffer.of(1), mth(entries.slice(0, split)), mth(entries.slice(split)))
}

const entriesOf = (size: number) => Array.from({ length: size }, (_, i) => Buffer.from(`entry ${i}`))
const treeOf = (entries: Uint8Array[]) => buildTree(Buffer.concat(entries.map(leafHash)))
const hashesOf = (levels: Buffer, size: number, index: number) =>
  inclusionPath(levels, size, index).map((step) => Buffer.from(step.hash))

function sigstoreAccepts(entry: Buffer, index: number, size: number, hashes: Buffer[], root: Buffer): boolean {
  const proof = {
    canonicalizedBody: entry,
    inclusionProof: { logIndex: String(index), treeSize: String(size), rootHash: root, hashes },
  }
  try {
    verifyMerkleInclusion(
      proof as unknown as Parameters<typeof verifyMerkleInclusion>[0],
      { logSize: BigInt(size), logHash: root } as unknown as Parameters<typeof verifyMerkleInclusion>[1],
    )
    return true
  } catch {
    return false
  }
}

describe('Merkle tree [VE03]', () => {
  it('equals the recursive definition for every size up to 130, and rejects an empty tree', () => {
    for (let size = 1; size <= 130; size++) expect(treeOf(entriesOf(size)).root).toEqual(mth(entriesOf(size)))
    expect(() => buildTree(Buffer.alloc(0))).toThrow(RangeError)
    expect(() => buildTree(Buffer.alloc(33))).toThrow(RangeError)
  })

  it('gives every leaf a path that RFC 9162 and sigstore accept', () => {
    for (let size = 1; size <= 70; size++) {
      const entries = entriesOf(size)
      const { levels, root } = treeOf(entries)
      entries.forEach((entry, index) => {
        const path = hashesOf(levels, size, index)
        expect(verifyInclusion({ leaf: leafHash(entry), index, size, path, root })).toBe(true)
        expect(sigstoreAccepts(entry, index, size, path, root)).toBe(true)
      })
    }
  })

  it('agrees with sigstore on damaged proofs', () => {
    const size = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), fc.nat(), fc.boolean(), (size, pick, wrong, at, cut) => {
        const entries = entriesOf(size)
        const { levels, root } = treeOf(entries)
        const index = pick % size
        const claimed = wrong % size
        const path = hashesOf(levels, size, index)
        if (cut) path.pop()
        else if (path.length > 0) path[at % path.length]![0]! ^= 1
        const entry = entries[index]!
        const ours = verifyInclusion({ leaf: leafHash(entry), index: claimed, size, path, root })
        expect(ours).toBe(sigstoreAccepts(entry, claimed, size, path, root))
        expect(ours).toBe(size === 1)
      }),
    )
  })

  it('rejects a leaf, index or size of another tree', () => {
    const { levels, root } = treeOf(entriesOf(11))
    const proof = { leaf: leafHash(Buffer.from('entry 6')), index: 6, size: 11, path: hashesOf(levels, 11, 6), root }
    expect(verifyInclusion(proof)).toBe(true)
    expect(verifyInclusion({ ...proof, leaf: leafHash(Buffer.from('entry 7')) })).toBe(false)
    expect(verifyInclusion({ ...proof, index: 7 })).toBe(false)
    expect(verifyInclusion({ ...proof, index: -1 })).toBe(false)
    expect(verifyInclusion({ ...proof, size: 5 })).toBe(false)
    expect(verifyInclusion({ ...proof, path: [...proof.path, root] })).toBe(false)
    expect(verifyInclusion({ ...proof, root: root.subarray(1) })).toBe(false)
  })

  it('stores the tree so that a path is a few reads of 32 bytes', () => {
    const { levels } = treeOf(entriesOf(100))
    const read = pathOffsets(100, 57).map(({ offset }) => levels.subarray(offset, offset + 32))
    expect(read).toEqual(inclusionPath(levels, 100, 57).map((step) => step.hash))
    expect(() => inclusionPath(levels, 99, 57)).toThrow(RangeError)
  })
})

describe('code leaves [VE03]', () => {
  it('gives the same bytes for many leaves as for one', () => {
    const digests = Array.from({ length: 50 }, (_, i) => sha(Buffer.of(i)))
    const addresses = digests.map((digest) => sha(digest).subarray(0, 16))
    expect(codeLeaves(Buffer.concat(digests), Buffer.concat(addresses))).toEqual(
      Buffer.concat(digests.map((digest, i) => codeLeaf(digest, addresses[i]!))),
    )
    expect(() => codeLeaves(Buffer.alloc(64), Buffer.alloc(16))).toThrow(RangeError)
    expect(() => codeLeaf(Buffer.alloc(33), Buffer.alloc(16))).toThrow(RangeError)
  })
})
