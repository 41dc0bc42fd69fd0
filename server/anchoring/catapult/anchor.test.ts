import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FeeCapReached, ProofMismatch } from '#server/anchoring/jobs/blocked.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type CatapultChain, stepCatapult } from './anchor.ts'

/** A chain whose clock, blocks and reorganisations the test controls. */
class FakeChain implements CatapultChain {
  network = 'local'
  publicKey = 'AA'
  rebroadcastMs = 0
  signed: string[] = []
  announced: string[] = []
  blocks = new Map<string, number>()
  now = { height: 10, finalizedHeight: 8, finalizedTimestamp: 0n }
  mayCost = true
  proves = true
  onAnnounce: () => Promise<void> = async () => {}

  async prepare() {
    if (!this.mayCost) throw new FeeCapReached('too dear')
    const hash = `H${this.signed.length}`
    this.signed.push(hash)
    return { hash, payload: `P${hash}`, fee: 1n, deadline: 1000n * BigInt(this.signed.length) }
  }

  async announce(payload: string) {
    await this.onAnnounce()
    this.announced.push(payload)
  }

  async confirmedAt(hash: string) {
    return this.blocks.get(hash)
  }

  async prove() {
    if (!this.proves) throw new ProofMismatch('not in the block')
  }

  async tip() {
    return this.now
  }
}

let database: TestDatabase
let db: Database
let chain: FakeChain

beforeEach(async () => {
  database = await cloneDatabase()
  db = openDatabase({ databaseUrl: database.url, databaseConnections: 3 })
  chain = new FakeChain()
  reports.length = 0
  await queue()
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const reports: string[] = []
const step = () => db.system((tx) => stepCatapult(tx, chain, (reason) => void reports.push(reason)))
/** Makes all postponed jobs due. */
const makeDue = () => database.query('update anchor_job set next_at = now()')

async function queue() {
  const { rows } = await database.query(
    `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels) values ('batch', $1, $1, $2, 1, $2) returning id`,
    [randomUUID(), randomBytes(32)],
  )
  await database.query("insert into anchor_job (commitment_id, chain) values ($1, 'catapult')", [rows[0].id])
}

async function job() {
  const { rows } = await database.query('select state, winner, height, network, error from anchor_job')
  return rows[0]
}

describe('VE03 one batch on Catapult', () => {
  it('stores the signed bytes before the first announcement and announces the same bytes again', async () => {
    await step()
    expect(chain.announced).toEqual([])
    expect(await job()).toMatchObject({ state: 'SENT', network: 'local' })
    chain.onAnnounce = async () => {
      expect((await database.query('select txid from anchor_attempt')).rows).toEqual([{ txid: 'H0' }])
    }
    await step()
    await step()
    expect(chain.announced).toEqual(['PH0', 'PH0'])
    expect(chain.signed).toEqual(['H0'])
  })

  it('becomes final only at a finalized height, and goes back when its block is removed', async () => {
    await step()
    chain.blocks.set('H0', 9)
    await step()
    expect(await job()).toMatchObject({ state: 'MINED', winner: 'H0', height: 9 })
    chain.blocks.clear()
    await step()
    expect(await job()).toMatchObject({ state: 'SENT', winner: null, height: null })
    chain.blocks.set('H0', 11)
    chain.now.finalizedHeight = 11
    await step()
    expect(await job()).toMatchObject({ state: 'FINAL', winner: 'H0', height: 11 })
  })

  it('is signed again only after a finalized block past the deadline', async () => {
    await step()
    chain.now = { height: 99, finalizedHeight: 90, finalizedTimestamp: 1000n }
    await step()
    expect(chain.signed).toEqual(['H0'])
    chain.now.finalizedTimestamp = 1001n
    await step()
    expect(chain.signed).toEqual(['H0', 'H1'])
    chain.blocks.set('H0', 80)
    await step()
    expect(await job()).toMatchObject({ state: 'FINAL', winner: 'H0' })
  })

  it('stays unsigned and reports the reason when the fee cap is exceeded, and is signed when the fee falls', async () => {
    chain.mayCost = false
    await step()
    expect(await job()).toMatchObject({ state: 'QUEUED', error: 'too dear' })
    expect(reports).toEqual(['too dear'])
    await step()
    expect(reports).toEqual(['too dear'])
    chain.mayCost = true
    await makeDue()
    await step()
    expect(await job()).toMatchObject({ state: 'SENT', error: null })
  })

  it('stays pending while the chain does not prove it or its stored tree does not end in its root', async () => {
    await step()
    chain.blocks.set('H0', 5)
    chain.proves = false
    await step()
    expect(await job()).toMatchObject({ state: 'SENT', error: 'not in the block' })
    chain.proves = true
    await database.query('update anchor_commitment set levels = $1', [randomBytes(32)])
    await makeDue()
    await step()
    expect(await job()).toMatchObject({ state: 'SENT', error: expect.stringContaining('does not end in its root') })
    await database.query('update anchor_commitment set levels = root')
    await makeDue()
    await step()
    expect(await job()).toMatchObject({ state: 'FINAL', height: 5, error: null })
    expect(reports).toHaveLength(2)
  })

  it('is signed regardless of the number of earlier batches that wait for finality', async () => {
    for (let i = 0; i < 24; i++) await queue()
    await step()
    await makeDue()
    await step()
    expect(chain.signed).toHaveLength(25)
    for (const hash of chain.signed) chain.blocks.set(hash, 9)
    await step()
    await step()
    await queue()
    await step()
    expect(chain.signed).toHaveLength(26)
  })

  it('is processed by one worker at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = Object.assign(new FakeChain(), { tip: () => promise.then(() => chain.now) })
    const first = db.system((tx) => stepCatapult(tx, slow, () => {}))
    await expect
      .poll(async () => (await database.query("select 1 from pg_locks where locktype = 'advisory'")).rowCount)
      .toBe(1)
    await step()
    expect(chain.signed).toEqual([])
    resolve()
    await first
    expect(slow.signed).toEqual(['H0'])
  })
})
