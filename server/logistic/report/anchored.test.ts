import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnchoring } from '#server/anchoring/start.ts'
import { type DevelopmentChains, startChains } from '#server/anchoring/test/development-chains.ts'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { reportContract } from '#shared/logistic/report-contract.ts'

let chains: DevelopmentChains
let world: TestApp
let owner: Person
let anchoring: ReturnType<typeof startAnchoring>

beforeAll(async () => {
  chains = await startChains()
  world = await testApp({ config: chains.config })
  owner = await fieldMerchant(world, { credit: 3 })
  anchoring = startAnchoring(world.services)
})
afterAll(async () => {
  await anchoring?.stop()
  await world?.close()
  await chains?.close()
})

const bytesOf = async (path: string) => {
  const headers = { authorization: `Bearer ${owner.token}` }
  return (await world.app.inject({ url: `/api${path}`, headers })).rawPayload
}

test.skipIf(!hasReference)(
  'makes a report final on both chains, and leads from the PDF to the block by its .ots file [LO03]',
  async () => {
    const orderId = await orderOf(world, owner, await productOf(world, owner), 3)
    await generate(world, orderId)
    const codes = await printedCodes(world, orderId)
    const api = world.api(reportContract, owner)
    const made = []
    // Three files in the same rounds as each other, or not: each has its own path.
    for (const code of codes) {
      const { id } = await ship(world, owner, [code], { manufacturer_id: `TAG-${made.length}` })
      made.push({ shipment: id, ...(await api.make({ params: { id }, body: {} })) })
    }
    for (const { id, shipment, sha256 } of made) {
      const pdf = await bytesOf(`/logistic/reports/${id}`)
      expect(hash('sha256', pdf)).toBe(sha256)
      const early = await bytesOf(`/logistic/reports/${id}/ots`)
      const report = async () => (await api.list({ params: { id: shipment }, query: {} })).rows[0]!
      await expect
        .poll(async () => (await report()).chains.map(({ state }) => state), { timeout: 60_000, interval: 200 })
        .toEqual(['SUCCESS', 'SUCCESS'])
      const bitcoin = (await report()).chains[1]!
      const blockHash = await chains.regtest.call('getblockhash', bitcoin.height)
      const block = await chains.regtest.call<{ merkleroot: string }>('getblock', blockHash, 1)
      const message = Buffer.from(block.merkleroot, 'hex').reverse().toString('hex')
      const final = await bytesOf(`/logistic/reports/${id}/ots`)
      const [, last] = readWithReference([early, final])
      expect(last).toMatchObject({
        ok: true,
        digest: sha256,
        attestations: [{ kind: 'bitcoin', value: String(bitcoin.height), message }],
      })
      // The calendar completes a file that was downloaded early.
      expect((await world.app.inject(`/timestamp/${sha256}`)).statusCode).toBe(200)
    }
  },
)
