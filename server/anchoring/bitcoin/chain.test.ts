import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeEpoch } from '#server/anchoring/jobs/epoch.ts'
import { closeRound } from '#server/anchoring/jobs/round.ts'
import { stepChain } from '#server/anchoring/jobs/step.ts'
import { Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { makeDue, regtestChain } from '#server/anchoring/test/regtest-chain.ts'
import { inProcessSigner } from '#server/anchoring/test/signer-fixture.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type BitcoinConnection, bitcoinChain } from './chain.ts'
import { createBitcoinRpc } from './rpc.ts'

const finalAfter = 3

let regtest: Regtest
let database: TestDatabase
let db: Database
let chain: BitcoinConnection
let reports: string[]

beforeEach(async () => {
  regtest = await Regtest.start()
  database = await cloneDatabase()
  db = openDatabase({ databaseUrl: database.url, databaseConnections: 3 })
  const rpc = createBitcoinRpc({ url: regtest.running.url, user: regtestUser, password: regtestPassword })
  chain = regtestChain(rpc, regtest.wallet, { finalAfter, bumpAfter: 3 })
  reports = []
  for (let batch = 0; batch < 3; batch++) {
    await database.query(
      `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels) values ('batch', $1, $1, $2, 1, $2)`,
      [randomUUID(), randomBytes(32)],
    )
    await db.system((tx) => closeRound(tx, 0))
    // A round whose transfer is signed takes up no further batch.
    await database.query(`update anchor_job set state = 'SENT', network = 'local' where chain = 'catapult'`)
  }
  await db.system((tx) => closeEpoch(tx, 0))
  // The first step finds the outputs.
  await step()
})
afterEach(async () => {
  await db.close()
  await database.drop()
  await regtest.close()
})

const step = () => stepChain(db, bitcoinChain(chain), ({ reason }) => void reports.push(reason))
/** Gives a new connection to the signer this fee cap, in satoshis per virtual byte. */
function limitRate(maxFeeRate: number): void {
  Object.assign(chain, { signer: inProcessSigner(regtest.wallet, { maxFeeRate }), maxRate: maxFeeRate })
}
const job = async () =>
  (await database.query("select state, height, error from anchor_job where chain = 'bitcoin'")).rows[0]

describe('one epoch on Bitcoin [VE03]', () => {
  it('stays unsigned and reports why when the fee cap is exceeded, and is signed when the cap is raised', async () => {
    limitRate(1)
    await step()
    expect(await job()).toMatchObject({ state: 'QUEUED', error: expect.stringContaining('above the cap of 1') })
    expect(reports).toEqual([expect.stringMatching(/^A fee of \d+ sat\/vB is above the cap of 1: not signed\.$/)])
    expect((await database.query('select 1 from anchor_attempt')).rowCount).toBe(0)
    limitRate(200)
    await makeDue(database)
    await step()
    expect(await job()).toMatchObject({ state: 'SENT', error: null })
  })

  it('keeps its fee when a higher fee would exceed the cap', async () => {
    await step()
    await step()
    limitRate(2)
    chain.bumpAfter = 0
    await step()
    expect(await job()).toMatchObject({ state: 'SENT', error: expect.stringContaining('above the cap of 2') })
    expect((await database.query('select 1 from anchor_attempt')).rowCount).toBe(1)
  })

  it('becomes final only after every proof of its batches leads to the block header', async () => {
    await step()
    await step()
    await regtest.mine(1)
    await step()
    expect(await job()).toMatchObject({ state: 'MINED' })
    await regtest.mine(finalAfter - 1)
    const { rows } = await database.query(`select id, suffix from anchor_commitment where kind = 'round' limit 1`)
    const put = (suffix: Buffer) =>
      database.query('update anchor_commitment set suffix = $2 where id = $1', [rows[0].id, suffix])
    const wrong = Buffer.from(rows[0].suffix)
    wrong[2]! ^= 1
    await put(wrong)
    await step()
    expect(await job()).toMatchObject({ state: 'MINED', error: expect.stringContaining(rows[0].id) })
    await put(Buffer.from('no proof at all'))
    await makeDue(database)
    await step()
    expect(await job()).toMatchObject({ state: 'MINED' })
    await put(rows[0].suffix)
    await makeDue(database)
    await step()
    expect(await job()).toMatchObject({ state: 'FINAL', error: null })
    expect(reports).toHaveLength(2)
  })

  it('stays pending when its stored tree does not end in its root', async () => {
    await step()
    await step()
    await regtest.mine(1)
    await step()
    await regtest.mine(finalAfter)
    await database.query(
      `update anchor_commitment set levels = set_byte(levels, 39, 255 - get_byte(levels, 39)) where kind = 'epoch'`,
    )
    await step()
    expect(await job()).toMatchObject({ state: 'MINED', error: expect.stringContaining('does not end in its root') })
  })
})
