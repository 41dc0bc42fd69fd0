import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Block } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTree, codeLeaf, inclusionPath, sha256 } from '#server/anchoring/proof/merkle.ts'
import { assembleProof } from '#server/anchoring/proof/ots-proof.ts'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { PASSWORD, Regtest, USER } from '#server/anchoring/test/regtest.ts'
import { signerAddress as address, SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { compileCacheEnv } from '#server/core/test/process/compile-cache.ts'
import { backoff } from './worker.ts'

const KILLS = 24

let regtest: Regtest
let signer: SignerChild
let database: TestDatabase
let stderr = ''

beforeAll(async () => {
  signer = await SignerChild.start({ BITCOIN_MAX_FEE_RATE: '400' })
  regtest = await Regtest.start({ mineTo: address })
  database = await cloneDatabase()
})

afterAll(async () => {
  await database?.drop()
  await signer?.end()
  await regtest?.close()
})

function startWorker(): ChildProcess {
  const url = new URL(regtest.running.url)
  url.username = encodeURIComponent(USER)
  url.password = encodeURIComponent(PASSWORD)
  const env = {
    ...process.env,
    ...compileCacheEnv,
    DATABASE_URL: database.url,
    RPC_URL: url.href,
    SIGNER_SOCKET: signer.socket,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-child.fixture.ts')], { env })
  child.stderr!.on('data', (chunk) => {
    stderr += chunk
  })
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const batches: { id: string; root: Buffer; digest: Buffer; address: Buffer; levels: Buffer; size: number }[] = []

async function addBatch(): Promise<void> {
  const digest = sha256(Buffer.from(`payload ${batches.length}`))
  const codes = Array.from({ length: 5 }, (_, i) => sha256(Buffer.from(`${batches.length}/${i}`)).subarray(0, 16))
  const { root, levels, size } = buildTree(Buffer.concat(codes.map((code) => codeLeaf(digest, code))))
  const { rows } = await database.query(
    "insert into anchor_commitment(kind, batch_id, root, size, levels) values ('batch', gen_random_uuid(), $1, $2, $3) returning id",
    [root, size, levels],
  )
  batches.push({ id: rows[0]!.id, root: Buffer.from(root), digest, address: codes[3]!, levels, size })
}

/** Replaces the last blocks by others. Transactions of the removed blocks are in the mempool again. */
async function reorganise(depth: number): Promise<void> {
  const height = await regtest.call<number>('getblockcount')
  await regtest.call('invalidateblock', await regtest.call('getblockhash', height - depth + 1))
  await regtest.mine(depth + 1, address)
}

async function states(): Promise<string[]> {
  const { rows } = await database.query("select state from anchor_job where chain = 'bitcoin'")
  return rows.map((row) => row.state)
}

describe('VE03 the anchoring worker', () => {
  it.skipIf(!hasReference)(
    `anchors every batch exactly once through ${KILLS} kills and reorganisations`,
    { timeout: 240_000 },
    async () => {
      let reorganisations = 0
      for (let round = 0; round < KILLS; round++) {
        const child = startWorker()
        await once(child.stdout!, 'data')
        if (round < 18) await addBatch()
        const moment = Math.random() * 450
        await sleep(moment / 2)
        if (Math.random() < 0.8) await regtest.mine(1, address)
        if (round % 4 === 3) {
          await reorganise(1 + Math.floor(Math.random() * 4))
          reorganisations++
        }
        await sleep(moment / 2)
        await kill(child)
      }
      const last = startWorker()
      const giveUp = Date.now() + 60_000
      for (;;) {
        const seen = await states()
        if (seen.length > 0 && seen.every((state) => state === 'FINAL') && !(await waiting())) break
        if (Date.now() > giveUp) throw new Error(`Not final: ${seen.join(' ')}\n${stderr}`)
        await regtest.mine(1, address)
        await sleep(120)
      }
      await kill(last)
      expect(reorganisations).toBeGreaterThan(4)

      const { rows: epochs } = await database.query("select root from anchor_commitment where kind = 'epoch'")
      expect((await regtest.anchoredRoots()).toSorted()).toEqual(
        epochs.map(({ root }) => root.toString('hex')).toSorted(),
      )
      await expectProofs()
    },
  )

  it('increases the wait from 1 s to 5 min, with jitter', () => {
    expect(backoff(1)).toBeLessThanOrEqual(1000)
    expect(backoff(1)).toBeGreaterThanOrEqual(500)
    expect(backoff(100)).toBeLessThanOrEqual(300_000)
    expect(new Set(Array.from({ length: 20 }, () => backoff(5))).size).toBeGreaterThan(15)
  })
})

async function waiting(): Promise<boolean> {
  const { rows } = await database.query(
    "select 1 from anchor_commitment where kind = 'batch' and suffix is null limit 1",
  )
  return rows.length > 0
}

/** For the reference library, each proof ends in the merkle root of the header that the node returns now. */
async function expectProofs(): Promise<void> {
  const proofs: Buffer[] = []
  for (const batch of batches) {
    const { rows } = await database.query('select suffix from anchor_commitment where id = $1', [batch.id])
    const { digest, address, levels, size } = batch
    proofs.push(assembleProof({ digest, address, path: inclusionPath(levels, size, 3), suffix: rows[0]!.suffix }))
  }
  const answers = readWithReference(proofs)
  expect(answers).toHaveLength(18)
  for (const [i, answer] of answers.entries()) {
    if (!answer.ok) throw new Error(answer.error)
    expect(answer.digest).toBe(batches[i]!.digest.toString('hex'))
    const [end] = answer.attestations
    expect(end!.kind).toBe('bitcoin')
    const header = Block.fromHex(
      await regtest.call('getblockheader', await regtest.call('getblockhash', Number(end!.value)), false),
    )
    expect(end!.message).toBe(Buffer.from(header.merkleRoot!).toString('hex'))
  }
}
