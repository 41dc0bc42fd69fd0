import { Block } from 'bitcoinjs-lib'
import { expect } from 'vitest'
import { timestampOf } from '#server/anchoring/service.ts'
import { registerChainTests, type TestNetwork } from '#server/anchoring/test/chain-tests.ts'
import { startProxy } from '#server/anchoring/test/node-proxy.ts'
import { createWallet, Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { regtestChain } from '#server/anchoring/test/regtest-chain.ts'
import { AbsentSigner, inProcessSigner } from '#server/anchoring/test/signer-fixture.ts'
import { readTimestamp } from '#shared/transparency/ots/read-ots.ts'
import { bitcoinChain } from './bitcoin/chain.ts'
import { createBitcoinRpc } from './bitcoin/rpc.ts'

const [finalAfter, bumpAfter] = [3, 3]

async function startRegtest(): Promise<TestNetwork> {
  const regtest = await Regtest.start()
  const nodes = [await startProxy(regtest.running.url), await startProxy(regtest.running.url)] as const
  const signer = new AbsentSigner(inProcessSigner(regtest.wallet))
  const connectionOf = (url: string, wallet: ReturnType<typeof createWallet>) =>
    regtestChain(createBitcoinRpc({ url, user: regtestUser, password: regtestPassword }), wallet, {
      finalAfter,
      bumpAfter,
    })
  return {
    nodes,
    signer,
    connect: async ({ url }) => bitcoinChain({ ...connectionOf(url, regtest.wallet), signer }),
    async openUnfunded() {
      const wallet = createWallet()
      return {
        connect: async () => bitcoinChain(connectionOf(nodes[0].url, wallet)),
        fund: async () => void (await regtest.mine(101, wallet.address)),
      }
    },
    broadcastBytes: ({ body }) => {
      const { method, params } = body as { method: string; params: string[] }
      return method === 'sendrawtransaction' ? params[0] : undefined
    },
    send: async (raw) => void (await regtest.call('sendrawtransaction', raw).catch(() => undefined)),
    rejection({ body }) {
      if ((body as { method: string }).method !== 'sendrawtransaction') return undefined
      return { status: 500, body: { result: null, error: { code: -26, message: 'scriptpubkey' } } }
    },
    isProofCall: ({ body }) => (body as { method: string }).method === 'getblockheader',
    mine: async () => void (await regtest.mine(1)),
    finalize: async () => void (await regtest.mine(finalAfter - 1)),
    removeBlock: async () =>
      void (await regtest.call('invalidateblock', await regtest.call<string>('getbestblockhash'))),
    delay: () => regtest.mineEmpty(bumpAfter),
    anchoredRoots: () => regtest.anchoredRoots(),
    async checkProof({ db, batchRoot }) {
      const timestamp = await timestampOf(db.read, batchRoot)
      const [attestation] = readTimestamp(timestamp!, batchRoot).attestations
      const { height, message } = attestation!
      const hash = await regtest.call<string>('getblockhash', height)
      const header = Block.fromHex(await regtest.call('getblockheader', hash, false))
      expect(Buffer.from(message).equals(header.merkleRoot!)).toBe(true)
    },
    async close() {
      await Promise.all(nodes.map((node) => node.close()))
      await regtest.close()
    },
  }
}

registerChainTests({ id: 'bitcoin', start: startRegtest, raisesFees: true })
