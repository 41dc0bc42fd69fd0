import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startCatapultLedger } from '#scripts/chains/catapult/start.ts'
import { leafHash } from '#server/anchoring/proof/merkle.ts'
import { registerChainTests, type TestNetwork } from '#server/anchoring/test/chain-tests.ts'
import { startProxy } from '#server/anchoring/test/node-proxy.ts'
import { AbsentSigner, inProcessSigner } from '#server/anchoring/test/signer-fixture.ts'
import { transferredRoots } from '#server/anchoring/test/transferred-roots.ts'
import { catapultChain } from './catapult/chain.ts'
import { createCatapultRest } from './catapult/client.ts'
import { openCatapultConnection } from './catapult/connection.ts'
import { type MerkleItem, messageOf, rootOf } from './catapult/transfer.ts'

const finalizeAfter = 2

async function startLedger(): Promise<TestNetwork> {
  const dir = await mkdtemp(join(tmpdir(), 'assay-ledger-'))
  const { url, ledger, close } = await startCatapultLedger({ dir, port: 0, blockMs: 0, finalizeAfter })
  const nodes = [await startProxy(url), await startProxy(url)] as const
  const signer = new AbsentSigner(inProcessSigner())
  const key = Buffer.from((await signer.describe()).catapult.publicKey)
    .toString('hex')
    .toUpperCase()
  const connect = async (node: { url: string }) => {
    const connection = await openCatapultConnection([createCatapultRest(node.url)], signer)
    return catapultChain({ ...connection, rebroadcastMs: 0 })
  }
  const read = async (path: string) => (await fetch(`${url}${path}`)).json()
  return {
    nodes,
    signer,
    connect,
    async openUnfunded() {
      const balance = ledger.balance(key)
      ledger.pay(key, -balance)
      return {
        connect: () => connect(nodes[0]),
        fund: async () => ledger.pay(key, balance),
      }
    },
    broadcastBytes: ({ method, path, body }) =>
      method === 'PUT' && path === '/transactions' ? (body as { payload: string }).payload : undefined,
    send: async (payload) => ledger.announce(payload),
    rejection({ method, path, body }) {
      if (method === 'PUT') return { status: 202, body: {} }
      if (path !== '/transactionStatus') return undefined
      const failed = { group: 'failed', code: 'Failure_Core_Invalid_Version', deadline: '0', height: '0' }
      return { body: (body as { hashes: string[] }).hashes.map((hash) => ({ ...failed, hash })) }
    },
    isProofCall: ({ path }) => path.endsWith('/merkle'),
    mine: async () => void ledger.harvest(),
    async finalize() {
      for (let i = 0; i < finalizeAfter; i++) ledger.harvest()
    },
    removeBlock: async () => ledger.rollback(),
    anchoredRoots: async () => transferredRoots(ledger),
    async checkProof({ batchRoot, txid }) {
      const { transaction, meta } = await read(`/transactions/confirmed/${txid}`)
      // A round of one batch has its leaf as root.
      expect(transaction.message).toBe(messageOf(leafHash(batchRoot)).toString('hex').toUpperCase())
      const { merklePath } = (await read(`/blocks/${meta.height}/transactions/${txid}/merkle`)) as {
        merklePath: MerkleItem[]
      }
      const { block } = await read(`/blocks/${meta.height}`)
      expect(rootOf(txid, merklePath)).toBe(block.transactionsHash)
    },
    async close() {
      await Promise.all(nodes.map((node) => node.close()))
      await close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

registerChainTests({ id: 'catapult', start: startLedger, raisesFees: false })
