import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import { fundingOf } from './funding.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ databaseUrl: database.url, databaseConnections: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const report = { balance: '720000', fee: '300' } as ChainReport
const funding = (bitcoinEpochSeconds: number) =>
  fundingOf(db.read, { bitcoinEpochSeconds, catapultEpochSeconds: 30 }, 'bitcoin', report)
const addEpoch = (days: number) =>
  database.query(
    `insert into anchor_commitment (kind, root, size, levels, created_at) values ('epoch', $1, 1, $1, now() - make_interval(days => $2))`,
    [randomBytes(32), days],
  )

test('expects as many transactions as the interval allows, and as measured after a week of anchors [VE03]', async () => {
  const hourly = { perDay: 24, isMeasured: false, days: 100 }
  expect(await funding(3600)).toEqual(hourly)
  expect((await funding(0)).perDay).toBe(144)
  expect(
    (await fundingOf(db.read, { bitcoinEpochSeconds: 0, catapultEpochSeconds: 30 }, 'catapult', null)).perDay,
  ).toBe(2880)
  for (let day = 0; day < 6; day++) await addEpoch(day)
  expect(await funding(3600)).toEqual(hourly)
  for (let day = 6; day <= 10; day++) for (let n = 0; n < 2; n++) await addEpoch(day)
  const measured = await funding(3600)
  expect(measured.isMeasured).toBe(true)
  expect(measured.perDay).toBeCloseTo(1.6, 2)
})
