import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatapultRest } from '#server/anchoring/catapult/client.ts'
import { openCatapultConnection } from '#server/anchoring/catapult/connection.ts'
import { FeeCapError, ProofMismatchError } from '#server/anchoring/jobs/blocked.ts'
import { inProcessSigner } from '#server/anchoring/test/signer-fixture.ts'
import { epoch } from './network.ts'
import { type RunningCatapultLedger, startCatapultLedger } from './start.ts'

/** Another serializer and client than the one of the server, with the names of its documentation. */
const independent = createRequire(import.meta.url)('symbol-sdk-2')

let dir: string
let running: RunningCatapultLedger
const start = (now?: () => number) => startCatapultLedger({ dir, port: 0, blockMs: 0, ...(now && { now }) })

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'assay-catapult-'))
  running = await start()
})
afterEach(async () => {
  await running.close()
  rmSync(dir, { recursive: true, force: true })
})

const connect = (maxFee = 1_000_000n) =>
  openCatapultConnection([createCatapultRest(running.url)], inProcessSigner(undefined, { maxFee }))
async function transfer(root = Buffer.alloc(32, 7)) {
  const chain = await connect()
  return { chain, signed: await chain.prepare(root, 100) }
}
const status = async (hash: string) => (await fetch(`${running.url}/transactionStatus/${hash}`)).json()
const put = (payload: string) =>
  fetch(`${running.url}/transactions`, { method: 'PUT', body: JSON.stringify({ payload }) })

test('symbol-sdk 2 announces, reads and Merkle-validates against the ledger [VE03]', async () => {
  const { Account, Deadline, NetworkType, PlainMessage, RepositoryFactoryHttp, TransferTransaction, UInt64 } =
    independent
  const repositories = new RepositoryFactoryHttp(running.url)
  const generationHash: string = await repositories.getGenerationHash().toPromise()
  const sender = Account.createFromPrivateKey('11'.repeat(32), NetworkType.TEST_NET)
  const hashes: string[] = []
  for (const words of ['one', 'two', 'three']) {
    const unsigned = TransferTransaction.create(
      Deadline.create(epoch.getTime() / 1000),
      sender.address,
      [],
      PlainMessage.create(words),
      NetworkType.TEST_NET,
      UInt64.fromUint(1_000_000),
    )
    const signed = sender.sign(unsigned, generationHash)
    await repositories.createTransactionRepository().announce(signed).toPromise()
    hashes.push(signed.hash)
  }
  running.ledger.harvest()
  for (const [index, words] of ['one', 'two', 'three'].entries()) {
    const read = await repositories
      .createTransactionRepository()
      .getTransaction(hashes[index]!, independent.TransactionGroup.Confirmed)
      .toPromise()
    expect(read.message.payload).toBe(words)
    expect(read.signer.publicKey).toBe(sender.publicKey)
    const valid = await new independent.BlockService(repositories)
      .validateTransactionInBlock(hashes[index]!, read.transactionInfo.height)
      .toPromise()
    expect(valid).toBe(true)
  }
  const { hash } = running.ledger.block(1)!
  const proof = await repositories
    .createFinalizationRepository()
    .getFinalizationProofAtHeight(independent.UInt64.fromUint(1))
    .toPromise()
  expect(proof).toMatchObject({
    hash,
    finalizationEpoch: 1,
    messageGroups: [{ stage: 0 }, { stage: 1, hashes: [hash] }],
  })
})

test('moves a transfer from unconfirmed to confirmed to final, and creates no blocks when idle [VE03]', async () => {
  const { chain, signed } = await transfer()
  await chain.announce(signed.payload)
  expect((await status(signed.hash)).group).toBe('unconfirmed')
  running.ledger.harvest()
  const height = 2
  expect(await chain.statuses([signed.hash])).toEqual(new Map([[signed.hash, { group: 'confirmed', height }]]))
  expect((await chain.tip()).finalizedHeight).toBeLessThan(height)
  while (running.ledger.hasWork) running.ledger.harvest()
  expect((await chain.tip()).finalizedHeight).toBeGreaterThanOrEqual(height)
  await chain.announce(signed.payload)
  expect(running.ledger.hasWork).toBe(false)
})

test('rejects an invalid deadline with its error code [VE03]', async () => {
  const { signed } = await transfer()
  await running.close()
  running = await start(() => Date.now() + 3 * 3_600_000)
  await put(signed.payload)
  expect(await status(signed.hash)).toMatchObject({ group: 'failed', code: 'Failure_Core_Past_Deadline' })
  expect(running.ledger.hasWork).toBe(true)
  await running.close()
  running = await start(() => Date.now() - 12 * 3_600_000)
  await put(signed.payload)
  expect(await status(signed.hash)).toMatchObject({ group: 'failed', code: 'Failure_Core_Future_Deadline' })
  expect((await put('zz')).status).toBe(409)
})

test('never includes a transfer with a forged signature in a block [VE03]', async () => {
  const { signed } = await transfer()
  await put(`${signed.payload.slice(0, 16)}${'AB'.repeat(64)}${signed.payload.slice(144)}`)
  expect(running.ledger.harvest().transfers).toHaveLength(0)
})

/** A transfer of the other SDK, which accepts any network and message. */
async function announceForeign(networkType: 'TEST_NET' | 'MAIN_NET', messageBytes: number): Promise<string> {
  const { Account, Deadline, NetworkType, PlainMessage, RepositoryFactoryHttp, TransferTransaction, UInt64 } =
    independent
  const type = NetworkType[networkType]
  const sender = Account.createFromPrivateKey('11'.repeat(32), type)
  const message = PlainMessage.create('m'.repeat(messageBytes - 1))
  const fee = UInt64.fromUint(1_000_000)
  const deadline = Deadline.create(epoch.getTime() / 1000)
  const unsigned = TransferTransaction.create(deadline, sender.address, [], message, type, fee)
  const repositories = new RepositoryFactoryHttp(running.url)
  const signed = sender.sign(unsigned, await repositories.getGenerationHash().toPromise())
  await put(signed.payload)
  return signed.hash
}

test('rejects a transfer of another network with its error code [VE03]', async () => {
  const hash = await announceForeign('MAIN_NET', 10)
  expect(await status(hash)).toMatchObject({ group: 'failed', code: 'Failure_Core_Wrong_Network' })
  expect(running.ledger.harvest().transfers).toHaveLength(0)
})

test('accepts a message of 1024 bytes, and rejects one of 1025 with its error code [VE03]', async () => {
  expect((await status(await announceForeign('TEST_NET', 1024))).group).toBe('unconfirmed')
  expect(await status(await announceForeign('TEST_NET', 1025))).toMatchObject({
    group: 'failed',
    code: 'Failure_Transfer_Message_Too_Large',
  })
  expect(running.ledger.harvest().transfers).toHaveLength(1)
})

test('signs no transaction above the fee cap [VE03]', async () => {
  const { fee } = (await transfer()).signed
  expect(fee).toBeGreaterThan(10_000n)
  const root = Buffer.alloc(32, 7)
  expect((await (await connect(fee)).prepare(root, 100)).fee).toBe(fee)
  await expect((await connect(fee - 1n)).prepare(root, 100)).rejects.toThrow(FeeCapError)
})

test('proves a transfer only with its own root, bytes and block [VE03]', async () => {
  const roots = [1, 2, 3].map((fill) => Buffer.alloc(32, fill))
  const chain = await connect()
  const signed = await Promise.all(roots.map((root) => chain.prepare(root, 100)))
  for (const { payload } of signed) await chain.announce(payload)
  const { height } = running.ledger.harvest()
  for (const [i, one] of signed.entries()) await chain.prove(one, roots[i]!, height)
  const [first, second] = signed as [(typeof signed)[0], (typeof signed)[0]]
  await expect(chain.prove(first, roots[1]!, height)).rejects.toThrow(ProofMismatchError)
  await expect(chain.prove({ ...first, hash: second.hash }, roots[0]!, height)).rejects.toThrow(ProofMismatchError)
  running.ledger.harvest()
  await expect(chain.prove(first, roots[0]!, height + 1)).rejects.toThrow(ProofMismatchError)
})

test('keeps the chain after a restart, also after a partial write [VE03]', async () => {
  const { chain, signed } = await transfer()
  await chain.announce(signed.payload)
  const { hash, height } = running.ledger.harvest()
  await running.close()
  appendFileSync(join(dir, 'blocks.dat'), Buffer.from([200, 0, 0, 0, 1, 123]))
  running = await start()
  expect(running.ledger.block(height)?.hash).toBe(hash)
  expect((await status(signed.hash)).group).toBe('confirmed')
})

test('makes the transfers of a rolled back block unconfirmed again, also after a restart [VE03]', async () => {
  const { chain, signed } = await transfer()
  await chain.announce(signed.payload)
  const { height } = running.ledger.harvest()
  running.ledger.rollback()
  expect((await status(signed.hash)).group).toBe('unconfirmed')
  await running.close()
  running = await start()
  expect(running.ledger.height).toBe(height - 1)
})
