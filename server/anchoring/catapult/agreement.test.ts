import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrivateKey } from 'symbol-sdk'
import { KeyPair, VotingKeysGenerator } from 'symbol-sdk/symbol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finalizationProof } from '#scripts/chains/catapult/finalization.ts'
import { type RunningCatapultLedger, startCatapultLedger } from '#scripts/chains/catapult/start.ts'
import { type Intercept, type NodeProxy, startProxy } from '#server/anchoring/test/node-proxy.ts'
import { createAgreement } from './agreement.ts'
import { createCatapultRest } from './client.ts'
import { provenBlock } from './finalization-proof.ts'

let dir: string
let ledger: RunningCatapultLedger
let proxies: NodeProxy[]

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'assay-agreement-'))
  ledger = await startCatapultLedger({ dir, port: 0, blockMs: 0 })
  for (let block = 0; block < 6; block++) ledger.ledger.harvest()
  proxies = await Promise.all([1, 2, 3].map(() => startProxy(ledger.url)))
})
afterAll(async () => {
  await Promise.all((proxies ?? []).map((proxy) => proxy.close()))
  await ledger?.close()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(() => {
  for (const proxy of proxies) proxy.intercept = () => undefined
})

type Proof = ReturnType<typeof finalizationProof>
const finalHeight = () => ledger.ledger.finalizedHeight
const tipOfTwo = () =>
  createAgreement(
    proxies.map(({ url }) => createCatapultRest(url)),
    2,
  ).finalTip()

/** A node that changes its proofs. */
const lying =
  (change: (proof: Proof) => unknown): Intercept =>
  async ({ path }, pass) => {
    if (!path.startsWith('/finalization/proof/height/')) return undefined
    const { body } = (await pass()) as { body: Proof }
    const changed = change(body)
    return changed === undefined ? { status: 404, body: { code: 'ResourceNotFound' } } : { body: changed }
  }
const inGroups = (proof: Proof, change: (group: Proof['messageGroups'][number]) => object) => ({
  ...proof,
  messageGroups: proof.messageGroups.map((group) => ({ ...group, ...change(group) })),
})
const other = 'AB'.repeat(32)
const lies: Record<string, (proof: Proof) => unknown> = {
  'no proof': () => undefined,
  'no votes': (proof) => ({ ...proof, messageGroups: [] }),
  'a group without signatures': (proof) => inGroups(proof, () => ({ signatures: [] })),
  'prevotes alone': (proof) => ({ ...proof, messageGroups: proof.messageGroups.filter(({ stage }) => stage === 0) }),
  'prevotes that are called precommits': (proof) => ({
    ...proof,
    messageGroups: [{ ...proof.messageGroups[0]!, stage: 1 }],
  }),
  'another block with its old votes': (proof) => ({ ...proof, hash: other }),
  'votes that name another block': (proof) => inGroups({ ...proof, hash: other }, () => ({ hashes: [other] })),
  'votes of another epoch': (proof) => ({ ...proof, finalizationEpoch: 2 }),
  'votes of another round': (proof) => ({ ...proof, finalizationPoint: proof.finalizationPoint + 1 }),
  'a vote with another voting key': (proof) =>
    inGroups(proof, ({ signatures: [vote] }) => ({
      signatures: [{ ...vote!, root: { ...vote!.root, parentPublicKey: vote!.bottom.parentPublicKey } }],
    })),
  'votes for an earlier block': () => finalizationProof(ledger.ledger.block(2)!),
  'real votes for a block of a fork': ({ height }) => finalizationProof({ height: Number(height), hash: other }),
  'a block that nobody has': () => finalizationProof({ height: 900_000, hash: other }),
  'no JSON object': () => 'final',
}

describe('the finality of Catapult [VE03]', () => {
  it('is reached when enough nodes prove it with votes, also when one of three has none', async () => {
    expect(await tipOfTwo()).toMatchObject({ height: finalHeight() })
    proxies[0]!.intercept = lying(() => undefined)
    expect(await tipOfTwo()).toMatchObject({ height: finalHeight() })
  })

  for (const [what, lie] of Object.entries(lies)) {
    it(`is rejected when two of three nodes show ${what}`, async () => {
      proxies[0]!.intercept = lying(lie)
      expect(await tipOfTwo()).toMatchObject({ height: finalHeight() })
      proxies[1]!.intercept = lying(lie)
      const hosts = proxies.slice(0, 2).map(({ url }) => new URL(url).host)
      await expect(tipOfTwo()).rejects.toThrow(
        `No valid votes for final block ${finalHeight()} from ${hosts.join(', ')}.`,
      )
    })
  }

  it('follows from a proof of a later block', async () => {
    const later = lying(() => finalizationProof(ledger.ledger.block(finalHeight() + 1)!))
    for (const proxy of proxies) proxy.intercept = later
    expect(await tipOfTwo()).toMatchObject({ height: finalHeight() })
  })

  it('checks the signatures of a proof once for each block', async () => {
    const agreement = createAgreement([createCatapultRest(proxies[0]!.url)], 1)
    const asked = () => proxies[0]!.calls.filter(({ path }) => path.startsWith('/finalization/')).length
    const before = asked()
    for (let i = 0; i < 3; i++) await agreement.finalTip()
    expect(asked() - before).toBe(1)
    ledger.ledger.harvest()
    await agreement.finalTip()
    expect(asked() - before).toBe(2)
  })
})

/** Voting keys of the SDK of Symbol, which has no part in our code: 80 bytes, then a key and its signature for each epoch. */
function votingKeysOfSdk(epoch: number) {
  const root = new KeyPair(PrivateKey.random())
  const file = Buffer.from(new VotingKeysGenerator(root).generate(BigInt(epoch), BigInt(epoch)))
  return { root, child: new KeyPair(new PrivateKey(file.subarray(80, 112))), bound: file.subarray(112, 176) }
}

describe('a proof of finality [VE03]', () => {
  it('is read with voting keys of symbol-sdk, several hashes and several voters', () => {
    const [epoch, point] = [1_234, 7]
    const hashes = ['01', '02', '03'].map((pair) => pair.repeat(32))
    const voters = [1, 2, 3].map(() => votingKeysOfSdk(epoch))
    const group = (stage: number, first: number, named: string[]) => {
      const head = Buffer.alloc(24)
      for (const [i, number] of [1, named.length, epoch, point * 2 + stage, first].entries())
        head.writeUInt32LE(number, i * 4)
      const message = Buffer.concat([head, ...named.map((hash) => Buffer.from(hash, 'hex'))])
      const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
      const signatures = voters.map(({ root, child, bound }) => ({
        root: { parentPublicKey: root.publicKey.toString(), signature: hex(bound) },
        bottom: { parentPublicKey: child.publicKey.toString(), signature: hex(child.sign(message).bytes) },
      }))
      return { stage, height: String(first), hashes: named, signatures }
    }
    const proof = {
      version: 1,
      finalizationEpoch: epoch,
      finalizationPoint: point,
      height: '1002',
      hash: hashes[2],
      messageGroups: [group(0, 1_000, hashes), group(1, 1_002, [hashes[2]!])],
    }
    const keys = voters.map(({ root }) => root.publicKey.toString().toLowerCase())
    expect(provenBlock(proof)).toEqual({ height: 1_002, hash: hashes[2], voters: keys })
    expect(provenBlock({ ...proof, finalizationEpoch: epoch + 1 })).toBeUndefined()
    // Commitments to an earlier block do not make this one final.
    expect(provenBlock({ ...proof, messageGroups: [group(0, 1_000, hashes), group(1, 1_001, [hashes[1]!])] })).toBe(
      undefined,
    )
  })
})
