import { createHash, randomBytes } from 'node:crypto'
import { Block, Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { readOts, readTimestamp } from '#shared/transparency/ots/read-ots.ts'
import { buildTree, codeLeaves, inclusionPath, leafHash } from './merkle.ts'
import { timestampBytes } from './ots.ts'
import { assembleFileProof, assembleProof, bitcoinOps, epochOps, finalSuffix, pendingSuffix } from './ots-proof.ts'

const uri = 'https://assay.example/api/anchoring/'

/** A block of real transactions, one of which contains `commitment`. bitcoinjs-lib computes its merkle root. */
function blockWith(commitment: Uint8Array, count: number, position: number) {
  const transactions = Array.from({ length: count }, (_, i) => {
    const tx = new Transaction()
    tx.addInput(randomBytes(32), 0)
    tx.addOutput(Buffer.concat([Buffer.from('6a20', 'hex'), i === position ? commitment : randomBytes(32)]), 0n)
    return tx
  })
  return {
    place: {
      strippedTx: transactions[position]!.toBuffer(),
      blockTxids: transactions.map((tx) => tx.getId()),
      position,
    },
    merkleRoot: Buffer.from(Block.calculateMerkleRoot(transactions)),
  }
}

function batchOf(size: number) {
  const digests = Array.from({ length: size }, (_, i) => createHash('sha256').update(`payload ${i}`).digest())
  const addresses = digests.map(() => randomBytes(16))
  return { digests, addresses, tree: buildTree(codeLeaves(Buffer.concat(digests), Buffer.concat(addresses))) }
}

describe('proof of a code [VE03]', () => {
  it.skipIf(!hasReference)('leads from the payload digest to the block header, also for the reference library', () => {
    const proofs: Buffer[] = []
    const roots: string[] = []
    for (const [batchSize, epochSize, blockSize] of [
      [1, 1, 1],
      [2, 1, 2],
      [13, 3, 7],
      [100, 8, 11],
      [1000, 5, 30],
    ] as const) {
      const batch = batchOf(batchSize)
      const others = Array.from({ length: epochSize - 1 }, () => randomBytes(32))
      const epoch = buildTree(Buffer.concat([...others, batch.tree.root].map(leafHash)))
      const { place, merkleRoot } = blockWith(epoch.root, blockSize, blockSize - 1)
      const epochPath = inclusionPath(epoch.levels, epochSize, epochSize - 1)
      const suffix = finalSuffix(batch.tree.root, { ...place, epochRoot: epoch.root, epochPath, height: 840_000 })
      for (const index of new Set([0, batchSize >> 1, batchSize - 1])) {
        const [digest, address] = [batch.digests[index]!, batch.addresses[index]!]
        const path = inclusionPath(batch.tree.levels, batchSize, index)
        const proof = assembleProof({ digest, address, path, suffix })
        const ops = [
          { kind: 'append', argument: address } as const,
          ...epochOps(path),
          ...epochOps(epochPath),
          ...bitcoinOps(epoch.root, place),
        ]
        const whole = timestampBytes(ops, { kind: 'bitcoin', height: 840_000 })
        expect(proof).toEqual(assembleFileProof(digest, whole))
        proofs.push(proof)
        roots.push(merkleRoot.toString('hex'))
      }
    }
    readWithReference(proofs).forEach((answer, i) => {
      if (!answer.ok) throw new Error(answer.error)
      expect(answer.attestations).toEqual([{ message: roots[i], kind: 'bitcoin', value: '840000' }])
    })
  })

  it.skipIf(!hasReference)('contains the calendar address while Bitcoin is pending', () => {
    const { digests, addresses, tree } = batchOf(5)
    const path = inclusionPath(tree.levels, 5, 4)
    const proof = assembleProof({
      digest: digests[4]!,
      address: addresses[4]!,
      path,
      suffix: pendingSuffix(uri),
    })
    expect(readWithReference([proof])).toMatchObject([
      { ok: true, attestations: [{ message: tree.root.toString('hex'), kind: 'pending', value: uri }] },
    ])
    expect(readOts(proof, digests[4]!)).toEqual({
      fault: null,
      attestations: [{ height: null, message: new Uint8Array(tree.root) }],
    })
    expect(() => pendingSuffix(uri.slice(0, -1))).toThrow('slash')
  })

  it('works for every position in every block size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (count, pick) => {
        const commitment = randomBytes(32)
        const { place, merkleRoot } = blockWith(commitment, count, pick % count)
        const timestamp = timestampBytes(bitcoinOps(commitment, place), { kind: 'bitcoin', height: 1 })
        expect(readTimestamp(timestamp, commitment)).toEqual({
          fault: null,
          attestations: [{ height: 1, message: new Uint8Array(merkleRoot) }],
        })
      }),
    )
  })

  it('rejects a transaction, position or epoch that does not match', () => {
    const batchRoot = randomBytes(32)
    const epoch = buildTree(leafHash(batchRoot))
    const { place } = blockWith(epoch.root, 4, 2)
    const parts = { ...place, epochRoot: epoch.root, epochPath: [], height: 1 }
    expect(finalSuffix(batchRoot, parts).length).toBeGreaterThan(100)
    expect(() => finalSuffix(randomBytes(32), parts)).toThrow('another epoch')
    expect(() => finalSuffix(batchRoot, { ...parts, position: 1 })).toThrow('another position')
    expect(() => bitcoinOps(randomBytes(32), place)).toThrow('does not carry')
  })
})
