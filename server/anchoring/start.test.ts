import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'
import type { Proof } from '#shared/anchoring/contract.ts'
import { rootFromPath } from '#shared/anchoring/merkle.ts'
import { leafHash, sha256 } from './proof/merkle.ts'
import { assembleFileProof } from './proof/ots-proof.ts'
import { startAnchoring } from './start.ts'
import { type DevelopmentChains, startChains } from './test/development-chains.ts'
import { hasReference, readWithReference } from './test/ots-oracle.ts'

let chains: DevelopmentChains
let world: TestApp
let goods: Product
let anchoring: ReturnType<typeof startAnchoring>

beforeAll(async () => {
  chains = await startChains()
  world = await testApp({ config: chains.config })
  goods = await product(world)
  anchoring = startAnchoring(world.services)
})
afterAll(async () => {
  await anchoring?.stop()
  await world?.close()
  await chains?.close()
})

const get = (url: string) => world.app.inject({ method: 'GET', url })

describe("from activation to a final proof, with the worker's configuration [VE03]", () => {
  it.skipIf(!hasReference)(
    'gives a final file, and the calendar completes files that were downloaded earlier',
    async () => {
      const { printed, secret } = goods.active[1]!
      const early = (await get(`/api/proof/${printed}.ots?p=${secret}`)).rawPayload
      const bitcoin = async () => {
        const proof: Proof = (await get(`/api/proof/${printed}?p=${secret}`)).json()
        return proof.chains.find(({ chain }) => chain === 'bitcoin')
      }
      await expect
        .poll(bitcoin, { timeout: 30_000, interval: 200 })
        .toMatchObject({ state: 'SUCCESS', network: 'regtest' })
      const { height, transaction } = (await bitcoin())!
      const { regtest } = chains
      const block = await regtest.call<{ tx: string[]; merkleroot: string }>(
        'getblock',
        await regtest.call('getblockhash', height),
        1,
      )
      expect(block.tx).toContain(transaction)

      const final = (await get(`/api/proof/${printed}.ots?p=${secret}`)).rawPayload
      const { root }: Proof = (await get(`/api/proof/${printed}?p=${secret}`)).json()
      const calendar = await get(`/timestamp/${root}`)
      expect(calendar.statusCode).toBe(200)
      const upgraded = assembleFileProof(Buffer.from(root, 'hex'), calendar.rawPayload)
      const [first, second, third] = readWithReference([early, final, upgraded])
      expect(first).toMatchObject({ ok: true, attestations: [{ kind: 'pending', message: root }] })
      const message = Buffer.from(block.merkleroot, 'hex').reverse().toString('hex')
      const attested = { ok: true, attestations: [{ kind: 'bitcoin', value: String(height), message }] }
      expect(second).toMatchObject(attested)
      expect(third).toMatchObject(attested)
    },
  )

  it('becomes final on Catapult too, in a transfer that contains the root of its round', async () => {
    const catapult = async () => {
      const { printed, secret } = goods.active[0]!
      const proof: Proof = (await get(`/api/proof/${printed}?p=${secret}`)).json()
      return { proof, ...proof.chains.find(({ chain }) => chain === 'catapult') }
    }
    await expect
      .poll(catapult, { timeout: 30_000, interval: 200 })
      .toMatchObject({ state: 'SUCCESS', network: 'local' })
    const { transaction, height, proof } = await catapult()
    const response = await fetch(`${chains.ledger.url}/transactions/confirmed/${transaction}`)
    const confirmed = (await response.json()) as { meta: { height: string }; transaction: { message: string } }
    expect(confirmed.meta.height).toBe(String(height))
    const message = Buffer.from(confirmed.transaction.message, 'hex')
    expect(message[0]).toBe(0)
    expect(JSON.parse(message.subarray(1).toString('utf8'))).toEqual({ type: 500, payload: proof.round?.root })
    const path = proof.round!.path.map(({ side, hash }) => ({ side, hash: Buffer.from(hash, 'hex') }))
    const ends = await rootFromPath(leafHash(Buffer.from(proof.root, 'hex')), path, async (message) => sha256(message))
    expect(Buffer.from(ends).toString('hex')).toBe(proof.round!.root)
  })
})
