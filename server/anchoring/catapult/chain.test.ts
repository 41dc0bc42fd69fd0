import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FeeCapError, ProofMismatchError } from '#server/anchoring/jobs/blocked.ts'
import { stepChain } from '#server/anchoring/jobs/step.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { catapultChain } from './chain.ts'
import type { CatapultConnection, TransferStatus } from './connection.ts'

/** A chain whose clock, blocks and reorganisations the test controls. */
class FakeChain implements CatapultConnection {
  network = 'local'
  publicKey = 'AA'
  address = 'TEST'
  balance = 1_000_000n
  failures = new Map<string, string>()
  known = new Set<string>()
  rebroadcastMs = 0
  signed: string[] = []
  announced: string[] = []
  blocks = new Map<string, number>()
  now = { height: 10, finalizedHeight: 8, finalizedTimestamp: 0n }
  mayCost = true
  proves = true
  onAnnounce: () => Promise<void> = async () => {}
  onPrepare: () => Promise<unknown> = async () => {}

  async prepare() {
    await this.onPrepare()
    if (!this.mayCost) throw new FeeCapError('too dear')
    const hash = `H${this.signed.length}`
    this.signed.push(hash)
    return { hash, payload: `P${hash}`, fee: 1n, deadline: 1000n * BigInt(this.signed.length) }
  }

  async announce(payload: string) {
    await this.onAnnounce()
    this.announced.push(payload)
  }

  async funds() {
    return { balance: this.balance, feeMultiplier: 1, fee: 1n }
  }

  async statuses(hashes: readonly string[]) {
    const statuses = hashes.flatMap((hash): [string, TransferStatus][] => {
      const [height, code] = [this.blocks.get(hash), this.failures.get(hash)]
      if (height !== undefined) return [[hash, { group: 'confirmed', height }]]
      if (code) return [[hash, { group: 'failed', code }]]
      return this.known.has(hash) ? [[hash, { group: 'unconfirmed' }]] : []
    })
    return new Map(statuses)
  }

  async prove() {
    if (!this.proves) throw new ProofMismatchError('not in the block')
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
const step = (on: CatapultConnection = chain) =>
  stepChain(db, catapultChain(on), ({ reason }) => void reports.push(reason))
/** Makes all postponed jobs due. */
const makeDue = () => database.query('update anchor_job set next_at = now()')

async function queue(count = 1) {
  await database.query(
    `with round as (
       insert into anchor_commitment (kind, root, size, levels)
       select 'round', root, 1, root from (select sha256(gen_random_uuid()::text::bytea) as root from generate_series(1, $1::int)) made
       returning id)
     insert into anchor_job (commitment_id, chain) select id, 'catapult' from round`,
    [count],
  )
}

/** Transfers that were sent in earlier steps: H0, H1 and so on. */
async function queueSent(count: number) {
  await queue(count)
  await database.query("update anchor_job set state = 'SENT', network = 'local'")
  await database.query(
    `insert into anchor_attempt (job_id, txid, raw, fee, deadline, signed_at)
     select id, 'H' || n, 'PH' || n, 1, 1000, 10 from (select id, row_number() over (order by created_at, id) - 1 as n from anchor_job) j`,
  )
  chain.signed = Array.from({ length: count + 1 }, (_, i) => `H${i}`)
}

async function states() {
  const { rows } = await database.query('select state, count(*)::int from anchor_job group by state order by state')
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function job() {
  const { rows } = await database.query('select state, winner, height, network, error from anchor_job')
  return rows[0]
}

describe('one transfer on Catapult [VE03]', () => {
  it('stores the signed bytes before the first announcement and announces the same bytes again', async () => {
    let stored: unknown[] = []
    chain.onAnnounce = async () => {
      stored = (await database.query('select txid from anchor_attempt')).rows
    }
    await step()
    expect(stored).toEqual([{ txid: 'H0' }])
    expect(await job()).toMatchObject({ state: 'SENT', network: 'local' })
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
    expect(chain.signed).toEqual(['H0', 'H1'])
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
    expect(await job()).toMatchObject({ state: 'MINED', error: 'not in the block' })
    chain.proves = true
    await database.query('update anchor_commitment set levels = $1', [randomBytes(32)])
    await makeDue()
    await step()
    expect(await job()).toMatchObject({ state: 'MINED', error: expect.stringContaining('does not end in its root') })
    await database.query('update anchor_commitment set levels = root')
    await makeDue()
    await step()
    expect(await job()).toMatchObject({ state: 'FINAL', height: 5, error: null })
    expect(reports).toHaveLength(2)
  })

  it('is announced at once, whatever number of earlier transfers waits for finality', async () => {
    await queue(149)
    await step()
    expect(new Set(chain.announced).size).toBe(150)
    for (const hash of chain.signed) chain.blocks.set(hash, 9)
    await step()
    expect(await states()).toEqual({ MINED: 150 })
    await queue(150)
    await step()
    expect(new Set(chain.announced).size).toBe(300)
    chain.now.finalizedHeight = 9
    for (let i = 0; i < 3; i++) await step()
    expect(await states()).toEqual({ FINAL: 150, SENT: 150 })
  })

  it('is signed and announced while more than a thousand earlier ones wait, rejected', async () => {
    await queueSent(1000)
    await database.query("update anchor_job set error = 'rejected', next_at = now() + interval '1 hour'")
    await queue()
    await step()
    expect(chain.announced).toEqual(['PH1001'])
    expect(await states()).toEqual({ SENT: 1002 })
  })

  it('is found in its block although more than a thousand earlier ones are always due', async () => {
    await queueSent(1000)
    const { rows } = await database.query(
      `select txid from anchor_attempt join anchor_job j on j.id = job_id order by j.created_at desc, j.id desc limit 1`,
    )
    chain.blocks.set(rows[0].txid, 9)
    await step()
    await step()
    expect(await states()).toEqual({ MINED: 1, SENT: 1000 })
  })

  it('is not signed when the account cannot pay it beside those that are not mined, and reports it once', async () => {
    await queue(4)
    chain.balance = 3n
    await step()
    expect(await states()).toEqual({ QUEUED: 2, SENT: 3 })
    expect(reports).toEqual(['The Catapult account TEST on local has 3 units, and a transfer costs 1: fund it.'])
    chain.balance = 5n
    await makeDue()
    await step()
    expect(await states()).toEqual({ SENT: 5 })
  })

  it('is announced again when no node has it or the account was empty, but not while pending or rejected', async () => {
    await step()
    chain.known.add('H0')
    await step()
    expect(chain.announced).toHaveLength(1)
    chain.known.clear()
    await step()
    expect(chain.announced).toHaveLength(2)
    chain.failures.set('H0', 'Failure_Core_Insufficient_Balance')
    await step()
    expect(chain.announced).toHaveLength(3)
    expect(await job()).toMatchObject({ state: 'SENT', error: expect.stringContaining('cannot pay') })
    chain.failures.set('H0', 'Failure_Core_Past_Deadline')
    await makeDue()
    await step()
    expect(await job()).toMatchObject({ state: 'SENT', error: null })
    chain.failures.set('H0', 'Failure_Core_Invalid_Version')
    const before = chain.announced.length
    await step()
    expect(chain.announced).toHaveLength(before)
    expect(chain.signed).toEqual(['H0'])
    const refused = 'The network local rejects transfer H0: Failure_Core_Invalid_Version.'
    expect(await job()).toMatchObject({ state: 'SENT', error: refused })
    expect(reports.at(-1)).toBe(refused)
  })

  it('keeps its rejection when it becomes due in a step that has looked up others', async () => {
    await step()
    chain.failures.set('H0', 'Failure_Core_Invalid_Version')
    await step()
    const rejected = await job()
    expect(rejected).toMatchObject({ state: 'SENT', error: expect.stringContaining('rejects transfer H0') })
    await queue()
    chain.onPrepare = makeDue
    await step()
    expect(chain.announced).toEqual(['PH0', 'PH1'])
    const { rows } = await database.query('select error from anchor_job where error is not null')
    expect(rows).toEqual([{ error: rejected.error }])
  })

  it('is processed by one worker at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = Object.assign(new FakeChain(), { tip: () => promise.then(() => chain.now) })
    const first = step(slow)
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
