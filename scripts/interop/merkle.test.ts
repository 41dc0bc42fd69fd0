import { describe, expect, test } from 'vitest'
import merkle from '#interop/merkle.json' with { type: 'json' }
import { buildTree, codeLeaf, codeLeaves, inclusionPath, leafHash } from '#server/anchoring/proof/merkle.ts'
import { verifyInclusion } from '#server/anchoring/proof/verify-inclusion.ts'
import { codeLeafMessage, pathOffsets, rootFromPath } from '#shared/anchoring/merkle.ts'
import { bytesOfHex, hexOf, isEqualBytes } from '#shared/core/bytes.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import { leafHashOf } from '#shared/transparency/tree.ts'
import { rootOfInclusion } from '#shared/transparency/verify-proof.ts'

const bytes = (hex: string) => bytesOfHex(hex)!
const webCrypto = async (message: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', message))

type LeafReader = (digest: Uint8Array, address: Uint8Array) => Uint8Array | Promise<Uint8Array>
const leafReaders: { reader: string; leafOf: LeafReader }[] = [
  { reader: 'server, one leaf', leafOf: codeLeaf },
  { reader: 'server, many leaves', leafOf: codeLeaves },
  { reader: 'verify page', leafOf: async (digest, address) => webCrypto(codeLeafMessage(digest, address)) },
  { reader: 'checker', leafOf: (digest, address) => sha256Of(codeLeafMessage(digest, address)) },
]

describe.each(leafReaders)('$reader', ({ leafOf }) => {
  test.each(merkle.leaves.valid)('hashes $why [VE03]', async ({ digest, address, leaf }) => {
    expect(hexOf(await leafOf(bytes(digest), bytes(address)))).toBe(leaf)
  })

  test.each(merkle.leaves.invalid)('rejects $why [VE03]', async ({ digest, address }) => {
    await expect((async () => leafOf(bytes(digest), bytes(address)))()).rejects.toThrow(RangeError)
  })
})

test.each(merkle.trees)('builds the published root of $why [VE03]', ({ entries, root }) => {
  const leaves = entries.map((entry) => leafHash(bytes(entry)))
  expect(leaves.map(hexOf)).toEqual(entries.map((entry) => hexOf(leafHashOf(bytes(entry)))))
  const tree = buildTree(Buffer.concat(leaves))
  expect(hexOf(tree.root)).toBe(root)
  for (const [index, leaf] of leaves.entries()) {
    const path = inclusionPath(tree.levels, tree.size, index).map(({ hash }) => hash)
    expect(verifyInclusion({ leaf, index, size: tree.size, path, root: tree.root })).toBe(true)
  }
})

type Inclusion = { leaf: Uint8Array; index: number; size: number; path: Uint8Array[]; root: Uint8Array }
const inclusionOf = ({ leaf, path, root, ...place }: (typeof merkle.inclusion.valid)[number]): Inclusion => ({
  ...place,
  leaf: bytes(leaf),
  path: path.map(bytes),
  root: bytes(root),
})

/** The page gets the side of each hash from the server, as `pathOffsets` computes it, in place of index and size. */
async function leadsToRoot({ leaf, index, size, path, root }: Inclusion): Promise<boolean> {
  const sides = pathOffsets(size, index)
  const steps = path.map((hash, at) => ({ hash, side: sides[at]!.side }))
  return isEqualBytes(await rootFromPath(leaf, steps, webCrypto), root)
}

const inclusionReaders: { reader: string; accepts(inclusion: Inclusion): boolean }[] = [
  { reader: 'server', accepts: verifyInclusion },
  {
    reader: 'checker',
    accepts: (inclusion) => {
      const root = rootOfInclusion(inclusion)
      return root !== undefined && isEqualBytes(root, inclusion.root)
    },
  },
]

describe.each(inclusionReaders)('$reader', ({ accepts }) => {
  test.each(merkle.inclusion.valid)('accepts the path of $why [VE03]', (entry) => {
    expect(accepts(inclusionOf(entry))).toBe(true)
  })

  test.each(merkle.inclusion.invalid)('rejects $why [VE03]', (entry) => {
    expect(accepts(inclusionOf(entry))).toBe(false)
  })
})

describe('verify page', () => {
  test.each(merkle.inclusion.valid)('accepts the path of $why [VE03]', async (entry) => {
    expect(await leadsToRoot(inclusionOf(entry))).toBe(true)
  })

  const [{ index, size, path }] = merkle.inclusion.invalid as [(typeof merkle.inclusion.invalid)[number]]
  const ofThisPlace = merkle.inclusion.invalid.filter(
    (entry) => entry.index === index && entry.size === size && entry.path.length <= path.length,
  )
  test.each(ofThisPlace)('rejects $why [VE03]', async (entry) => {
    expect(await leadsToRoot(inclusionOf(entry))).toBe(false)
  })
})
