import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningCatapultLedger, startCatapultLedger } from '#scripts/chains/catapult/start.ts'
import { startAnchoring } from '#server/anchoring/start.ts'
import { PASSWORD, Regtest, USER } from '#server/anchoring/test/regtest.ts'
import { SignerChild, signerAddress } from '#server/anchoring/test/signer-fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'

const polling = { timeout: 90_000, interval: 100 }

let regtest: Regtest
let signer: SignerChild
let ledger: RunningCatapultLedger
let folder: string
let world: TestApp
let anchoring: ReturnType<typeof startAnchoring>

beforeAll(async () => {
  signer = await SignerChild.start()
  regtest = await Regtest.start({ mineTo: signerAddress, blockMs: 150 })
  folder = await mkdtemp(join(tmpdir(), 'assay-ledger-'))
  ledger = await startCatapultLedger({ dir: folder, port: 0, blockMs: 200 })
  const url = Object.assign(new URL(regtest.running.url), { username: USER, password: encodeURIComponent(PASSWORD) })
  const config = { bitcoinRpcUrl: url.href, catapultUrl: ledger.url, signerSocket: signer.socket }
  world = await testApp({ config })
  anchoring = startAnchoring(world.services)
})
afterAll(async () => {
  await anchoring?.stop()
  await world?.close()
  await signer?.end()
  await regtest?.close()
  await ledger?.close()
  await rm(folder, { recursive: true, force: true })
})

const jobs = async () => (await world.database.query('select chain, state, error from anchor_job')).rows
const states = async () => [...new Set((await jobs()).map(({ state }) => state))]
const rootsOf = async (kind: string) => {
  const { rows } = await world.database.query('select root from anchor_commitment where kind = $1', [kind])
  return rows.map(({ root }) => root.toString('hex')).toSorted()
}

/** The root of each confirmed transfer. */
function transferredRoots(): string[] {
  const roots: string[] = []
  for (let height = 1; height <= ledger.ledger.height; height++) {
    for (const { body } of ledger.ledger.block(height)!.transfers) {
      const { payload } = JSON.parse(Buffer.from(body.message).subarray(1).toString('utf8'))
      roots.push(payload)
    }
  }
  return roots.toSorted()
}

test('VE03 anchors each batch exactly once after a signer that was killed during a request is restarted', {
  timeout: 300_000,
}, async () => {
  await product(world)
  await expect.poll(states, polling).toEqual(['FINAL'])

  // The signer receives the request, does not respond, and is killed.
  signer.process.kill('SIGSTOP')
  await product(world)
  const blockedJobs = async () => (await jobs()).filter(({ error }) => error?.startsWith('The signer does not respond'))
  const waiting = (chain: string) => async () => (await blockedJobs()).some((job) => job.chain === chain)
  await expect.poll(waiting('catapult'), polling).toBe(true)
  await expect.poll(waiting('bitcoin'), polling).toBe(true)
  await signer.kill()
  for (const { state } of await blockedJobs()) expect(state).toBe('QUEUED')

  await signer.start()
  await expect.poll(states, polling).toEqual(['FINAL'])
  expect((await jobs()).filter(({ error }) => error !== null)).toEqual([])
  expect((await regtest.anchoredRoots()).toSorted()).toEqual(await rootsOf('epoch'))
  expect(transferredRoots()).toEqual(await rootsOf('batch'))
  expect((await rootsOf('epoch')).length).toBeGreaterThan(1)
})
