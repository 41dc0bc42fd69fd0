import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bitcoinAddress, bitcoinSigner } from './anchoring/bitcoin/key.ts'
import { cloneDatabase, type TestDatabase } from './core/test/database/database.ts'
import { compileCacheEnv } from './core/test/process/compile-cache.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

function run(...args: string[]) {
  const env = { PATH: process.env.PATH, ...compileCacheEnv, DATABASE_URL: database.url }
  const program = join(import.meta.dirname, 'chain.ts')
  return spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8', timeout: 50_000 })
}

test('VE03 the command status prints address, fees, waiting anchors and the problem of each chain', async () => {
  expect(run('status')).toMatchObject({ status: 0, stdout: expect.stringContaining('has not reported a chain yet') })
  const fees = { day: '310', year: '9000', dayLimit: '300000', yearLimit: '0' }
  const problem = {
    kind: 'noFunds',
    reason: 'The Bitcoin address A has no output: fund it.',
    since: '2026-11-24T10:00:00.000Z',
  }
  const report = { network: 'testnet', address: 'A', balance: '12', height: 7, nodes: [], fees, problem }
  await database.query(`insert into anchor_chain (chain, report, reported_at) values ('bitcoin', $1, now())`, [report])
  const { status, stdout } = run('status')
  expect(status).toBe(0)
  expect(stdout).toContain('bitcoin on testnet')
  expect(stdout).toContain('310 in 24 hours (limit 300000)')
  expect(stdout).toContain('noFunds since 2026-11-24T10:00:00.000Z: The Bitcoin address A has no output: fund it.')
  expect(stdout).toContain('Batches and files that wait for a round: 0')
})

test('VE03 the command key prints a key with its addresses, and another one prints its usage', () => {
  const { stdout } = run('key')
  const key = Buffer.from(/BITCOIN_KEY=([0-9a-f]{64})/.exec(stdout)![1]!, 'hex')
  expect(stdout).toContain(bitcoinAddress(bitcoinSigner(key).publicKey, 'mainnet'))
  expect(run('unknown')).toMatchObject({ status: 64, stderr: expect.stringContaining('Usage:') })
})
