import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Block } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningCatapultLedger, startCatapultLedger } from '#scripts/chains/catapult/start.ts'
import { buildTree, codeLeaf, inclusionPath, sha256 } from '#server/anchoring/proof/merkle.ts'
import { assembleProof, entrySteps } from '#server/anchoring/proof/ots-proof.ts'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { signerAddress as address, SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { transferredRoots } from '#server/anchoring/test/transferred-roots.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { readOts } from '#shared/transparency/ots/read-ots.ts'
import { runAnchoring } from './worker.ts'

/** 49 with `npm run soak`. */
const killCount = Number(process.env.ANCHOR_KILLS ?? 12)

let regtest: Regtest
let dir: string
let ledger: RunningCatapultLedger
let signer: SignerChild
let database: TestDatabase
let stderr = ''

beforeAll(async () => {
  signer = await SignerChild.start({ BITCOIN_MAX_FEE_RATE: '400' })
  regtest = await Regtest.start({ mineTo: address })
  dir = await mkdtemp(join(tmpdir(), 'assay-ledger-'))
  ledger = await startCatapultLedger({ dir, port: 0, blockMs: 0 })
  database = await cloneDatabase()
})

afterAll(async () => {
  await database?.drop()
  await signer?.end()
  await regtest?.close()
  await ledger?.close()
  await rm(dir, { recursive: true, force: true })
})

function startWorker(): ChildProcess {
  const url = new URL(regtest.running.url)
  url.username = encodeURIComponent(regtestUser)
  url.password = encodeURIComponent(regtestPassword)
  const env = {
    ...process.env,
    ...startupEnvironment,
    DATABASE_URL: database.url,
    RPC_URL: url.href,
    CATAPULT_URL: ledger.url,
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

/** Some rounds at the end add nothing, so that the last ones are killed while they wait. */
const batchCount = killCount - 6
const batches: { id: string; root: Buffer; digest: Buffer; address: Buffer; levels: Buffer; size: number }[] = []

async function addBatch(): Promise<void> {
  const digest = sha256(Buffer.from(`payload ${batches.length}`))
  const codes = Array.from({ length: 5 }, (_, i) => sha256(Buffer.from(`${batches.length}/${i}`)).subarray(0, 16))
  const { root, levels, size } = buildTree(Buffer.concat(codes.map((code) => codeLeaf(digest, code))))
  const { rows } = await database.query(
    `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels)
     values ('batch', gen_random_uuid(), gen_random_uuid(), $1, $2, $3) returning id`,
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

/** Removes the last blocks of the ledger that are not final, and makes others. */
function rollbackTransfers(): void {
  const height = ledger.ledger.height
  while (ledger.ledger.height > Math.max(ledger.ledger.finalizedHeight, height - 2)) ledger.ledger.rollback()
  ledger.ledger.harvest()
}

async function states(): Promise<string[]> {
  const { rows } = await database.query('select state from anchor_job')
  return rows.map((row) => row.state)
}

describe('the anchoring worker [VE03]', () => {
  it(`anchors every round and epoch once on its chain through ${killCount} kills and reorganisations`, {
    timeout: 240_000 + killCount * 4_000,
  }, async () => {
    let reorganisations = 0
    for (let round = 0; round < killCount; round++) {
      const child = startWorker()
      await once(child.stdout!, 'data')
      if (round < batchCount) await addBatch()
      const moment = Math.random() * 450
      await sleep(moment / 2)
      if (Math.random() < 0.8) await regtest.mine(1, address)
      if (Math.random() < 0.8) ledger.ledger.harvest()
      if (round % 4 === 3) {
        await reorganise(1 + Math.floor(Math.random() * 4))
        rollbackTransfers()
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
      ledger.ledger.harvest()
      await sleep(120)
    }
    await kill(last)
    expect(reorganisations).toBe(Math.floor(killCount / 4))

    expect((await regtest.anchoredRoots()).toSorted()).toEqual(await rootsOf('epoch'))
    expect(transferredRoots(ledger.ledger).toSorted()).toEqual(await rootsOf('round'))
    await expectProofs()
  })

  it('steps at every poll while work waits, and at every fifth one without work', async () => {
    const seen = { questions: 0, steps: 0 }
    let hasWork = false
    const away = () => Promise.reject(new Error('away'))
    const anchoring = runAnchoring({
      // Only the loop of the rounds steps, because neither chain is reached.
      db: { system: async () => void seen.steps++ as never, exclusive: away },
      connect: { bitcoin: away, catapult: away },
      epochMs: () => 0,
      roundMs: () => 0,
      pollMs: 1,
      hasWork: async () => {
        seen.questions++
        return hasWork
      },
      monitor: { stepped: away, failed: async () => {} },
    })
    await expect.poll(() => seen.questions).toBeGreaterThanOrEqual(40)
    // After the first step four polls ask in vain, and the fifth one steps without asking.
    const cycles = Math.floor(seen.questions / 4)
    expect([cycles, cycles + 1]).toContain(seen.steps)
    hasWork = true
    const before = { ...seen }
    await expect.poll(() => seen.questions).toBeGreaterThanOrEqual(before.questions + 40)
    await anchoring.stop()
    expect(seen.steps - before.steps).toBeGreaterThanOrEqual(seen.questions - before.questions - 1)
  })
})

async function rootsOf(kind: 'round' | 'epoch'): Promise<string[]> {
  const { rows } = await database.query('select root from anchor_commitment where kind = $1', [kind])
  return rows.map(({ root }) => root.toString('hex')).toSorted()
}

async function waiting(): Promise<boolean> {
  const { rows } = await database.query(
    `select 1 from anchor_commitment where kind = 'batch' and parent_id is null
     union all select 1 from anchor_commitment where kind = 'round' and suffix is null limit 1`,
  )
  return rows.length > 0
}

/** Each proof ends in the merkle root of the header that the node returns now. */
async function expectProofs(): Promise<void> {
  const proofs: Buffer[] = []
  for (const batch of batches) {
    const { rows } = await database.query(
      `select c.parent_idx, r.levels, r.size, r.suffix from anchor_commitment c join anchor_commitment r on r.id = c.parent_id
       where c.id = $1`,
      [batch.id],
    )
    const [round] = rows
    const { digest, address, levels, size } = batch
    const suffix = Buffer.concat([entrySteps(inclusionPath(round.levels, round.size, round.parent_idx)), round.suffix])
    proofs.push(assembleProof({ digest, address, path: inclusionPath(levels, size, 3), suffix }))
  }
  expect(proofs).toHaveLength(batchCount)
  const read = hasReference ? readWithReference(proofs).map(endOf) : proofs.map(ownReading)
  for (const [i, { digest, message, height }] of read.entries()) {
    expect(digest).toBe(batches[i]!.digest.toString('hex'))
    const header = Block.fromHex(
      await regtest.call('getblockheader', await regtest.call('getblockhash', height), false),
    )
    expect(message).toBe(Buffer.from(header.merkleRoot!).toString('hex'))
  }
}

type End = { digest: string; message: string; height: number }

function endOf(answer: ReturnType<typeof readWithReference>[number]): End {
  if (!answer.ok) throw new Error(answer.error)
  const { kind, message, value } = answer.attestations[0]!
  expect(kind).toBe('bitcoin')
  return { digest: answer.digest, message, height: Number(value) }
}

/** The same by our reader, on machines without the reference library. */
function ownReading(proof: Buffer): End {
  const digest = proof.subarray(33, 65)
  const { height, message } = readOts(proof, digest).attestations[0] ?? {}
  if (!height || !message) throw new Error('The proof ends in no Bitcoin attestation.')
  return { digest: digest.toString('hex'), message: Buffer.from(message).toString('hex'), height }
}
