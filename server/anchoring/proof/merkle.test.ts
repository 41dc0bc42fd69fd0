import { createHash } from 'node:crypto'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathOffsets } from '#shared/anchoring/merkle.ts'
import { buildTree, codeLeaf, codeLeaves, inclusionPath, leafHash } from './merkle.ts'
import { verifyInclusion } from './verify-inclusion.ts'

/** The entries of the certificate-transparency reference tests, and the roots published for their first n entries. */
const RFC_ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const RFC_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

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

describe('VE03 Merkle tree', () => {
  it('has the published RFC 6962 roots', () => {
    const entries = RFC_ENTRIES.map((entry) => Buffer.from(entry, 'hex'))
    RFC_ROOTS.forEach((root, i) => {
      expect(treeOf(entries.slice(0, i + 1)).root.toString('hex')).toBe(root)
    })
  })

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

describe('VE03 code leaves', () => {
  it('contains payload digest and address', () => {
    const digest = sha(Buffer.from('payload'))
    const address = Buffer.alloc(16, 7)
    expect(codeLeaf(digest, address)).toEqual(sha(Buffer.of(0), digest, address))
    expect(codeLeaf(digest, Buffer.alloc(16, 8))).not.toEqual(codeLeaf(digest, address))
  })

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
