import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainStatuses } from '#shared/anchoring/contract.ts'
import { type DevelopmentChains, startChains, withCredentials } from './anchoring/test/development-chains.ts'
import { type NodeProxy, startProxy } from './anchoring/test/node-proxy.ts'
import { SignerChild } from './anchoring/test/signer-fixture.ts'
import { cloneDatabase, type TestDatabase } from './core/test/database/database.ts'
import { brokenInvariants } from './core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { type ServerChild, startServer } from './core/test/process/server-child.ts'
import { orderOf, printedCodes, productOf } from './order/order.fixture.ts'

/** Child processes of the test take a while to start on a busy machine. */
const startMs = 180_000
const polling = { timeout: 60_000, interval: 200 }

let database: TestDatabase
let world: TestApp
let web: ServerChild
let worker: ServerChild
let person: Person
let nodes: { bitcoin: NodeProxy; catapult: NodeProxy }
let signer: SignerChild
let chains: DevelopmentChains | undefined

beforeAll(async () => {
  database = await cloneDatabase()
  nodes = { bitcoin: await startProxy(), catapult: await startProxy() }
  signer = await SignerChild.absent()
  const env = {
    SIGNER_SOCKET: signer.socket,
    BITCOIN_RPC_URL: withCredentials(nodes.bitcoin.url),
    CATAPULT_URL: nodes.catapult.url,
  }
  web = await startServer('web', database.url, env)
  worker = await startServer('worker', database.url, env)
  world = await testApp({ database })
  person = await world.approvedMerchant({ credit: 10 })
}, startMs)
afterAll(async () => {
  await Promise.all([web?.end(), worker?.end()])
  await world?.close()
  await signer?.end()
  await chains?.close()
  await Promise.all([nodes?.bitcoin.close(), nodes?.catapult.close()])
  await database?.drop()
})

async function call(path: string, body?: object) {
  const headers = { authorization: `Bearer ${person.token}`, 'idempotency-key': crypto.randomUUID() }
  const answer = await fetch(`${web.url}${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

async function chips(code: string): Promise<ChainStatuses & { verdict: string }> {
  const { body } = await call(`/api/tag/verify?a=${code}`)
  return { verdict: body.verdict, ...body.verifyStatus }
}

test('starts and activates while nodes and signer are down, and verifies chips when they return [VE03]', {
  timeout: 180_000,
}, async () => {
  const parts = { ok: true, database: true, queue: true, files: true }
  expect(await call('/health/ready')).toEqual({
    status: 200,
    body: {
      ...parts,
      bitcoin: false,
      catapult: false,
      signer: false,
      reasons: { bitcoin: 'unreachable', catapult: 'unreachable', signer: 'signer' },
      actions: {
        bitcoin: expect.stringMatching(/^The node does not answer\. Start the node/),
        catapult: expect.stringContaining('CATAPULT_URL'),
        signer: expect.stringContaining('node server/signer.ts'),
      },
    },
  })

  const orderId = await orderOf(world, person, await productOf(world, person), 2)
  const order = async () => (await call(`/api/order/${orderId}`)).body.state
  await expect.poll(order, polling).toBe('done')
  const printed = await printedCodes(world, orderId)
  const { body: batch } = await call('/api/tag/activate', { addressList: printed })
  const status = async () => (await call(`/api/payloads/activateBatch/${batch.id}`)).body.status
  await expect.poll(status, polling).toBe('Activated')

  const code = new URL(printed[0]!).pathname.split('/').at(-1)!
  const pending = { state: 'PENDING', network: null }
  expect(await chips(code)).toEqual({ verdict: 'genuine', bitcoin: pending, catapult: pending })

  chains = await startChains({ signer })
  nodes.bitcoin.target = chains.regtest.running.url
  nodes.catapult.target = chains.ledger.url
  await expect
    .poll(() => chips(code), polling)
    .toEqual({
      verdict: 'genuine',
      bitcoin: { state: 'SUCCESS', network: 'regtest' },
      catapult: { state: 'SUCCESS', network: 'local' },
    })
  const ready = { ...parts, bitcoin: true, catapult: true, signer: true, reasons: {}, actions: {} }
  await expect.poll(() => call('/health/ready'), polling).toEqual({ status: 200, body: ready })
  expect(await brokenInvariants(world)).toEqual({})
  for (const server of [web, worker]) expect(server.stderr()).toBe('')
})
