import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bitcoinAddress, bitcoinSigner } from './anchoring/bitcoin/key.ts'
import { cloneDatabase, type TestDatabase } from './core/test/database/database.ts'
import { startupEnvironment } from './core/test/process/startup-environment.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

function run(...args: string[]) {
  const env = { PATH: process.env.PATH, ...startupEnvironment, DATABASE_URL: database.url }
  const program = join(import.meta.dirname, 'chain.ts')
  return spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8', timeout: 50_000 })
}

const problem = { kind: 'noFunds', reason: 'The address A has no output: fund it.', since: '2026-11-24T10:00:00.000Z' }
const report = {
  network: 'testnet',
  address: 'A',
  balance: '12',
  height: 7,
  nodes: [{ host: 'node:1', problem: 'behind', height: 5 }],
  fees: { day: '310', year: '9000', dayLimit: '300000', yearLimit: '0' },
  fee: '400',
  key: '02'.repeat(33),
  formerKeys: ['03'.repeat(33)],
  offer: null,
  problem,
}
const store = (facts: object = {}) =>
  database.query(
    `insert into anchor_chain (chain, network, report, reported_at) values ('bitcoin', 'testnet', $1, now())
     on conflict (chain) do update set network = 'testnet', report = $1`,
    [{ ...report, ...facts }],
  )

test('prints the state of each chain in the words of the console, and what to do (command status) [VE03]', async () => {
  expect(run('status')).toMatchObject({ status: 0, stdout: expect.stringContaining('has not reported it yet') })
  await store()
  const { status, stdout } = run('status')
  expect(status).toBe(0)
  expect(stdout).toContain('bitcoin on testnet')
  expect(stdout).toContain('0.0000031 BTC in 24 hours (limit 0.003 BTC), 0.00009 BTC in 365 days (no limit)')
  expect(stdout).toContain('noFunds since 2026-11-24T10:00:00.000Z: The account cannot pay. Send money to the address.')
  expect(stdout).toContain('node:1: The node is behind its network, height 5')
  expect(stdout).toMatch(/key {6}([0-9a-f]{4} ){8}current\n {2}key {6}([0-9a-f]{4} ){8}former/)
  expect(stdout).toContain('public log not opened yet')
  expect(stdout).toContain(
    'No witness is configured (LOG_WITNESSES): nobody but the operator confirms that the log only grows',
  )
})

test('prints the address, the amount for the days at the present rate, and a QR code (command fund) [VE03]', async () => {
  await store()
  const { status, stdout } = run('fund', 'bitcoin', '100')
  expect(status).toBe(0)
  // An hourly transaction of 400 satoshis, less the balance of 12.
  expect(stdout).toContain('needed   0.0096 BTC for 100 days: at most 24.0 transactions a day of 0.000004 BTC')
  expect(stdout).toContain('send     0.00959988 BTC')
  expect(stdout.split('\n').filter((line) => /^ {2}█[█▀▄ ]+█$/.test(line)).length).toBeGreaterThan(10)
  await store({ balance: '960000' })
  expect(run('fund', 'bitcoin', '100').stdout).toContain('send     nothing')
  expect(run('fund', 'bitcoin', 'many')).toMatchObject({ status: 64 })
})

test('shows the price of an offered network, and confirms it only by its name (command switch) [VE03]', async () => {
  await store()
  expect(run('switch', 'bitcoin').stdout).toContain('ask for no other network')
  expect(run('switch', 'bitcoin', 'mainnet')).toMatchObject({
    status: 69,
    stderr: expect.stringContaining('do not ask for this network'),
  })
  await store({ offer: { network: 'mainnet', fee: '310' } })
  await database.query(
    `insert into anchor_commitment (kind, root, size, levels) values ('round', sha256('one'), 1, sha256('one')), ('round', sha256('two'), 1, sha256('two'))`,
  )
  const { stdout } = run('switch', 'bitcoin')
  expect(stdout).toContain('are on mainnet; anchors were made on testnet')
  expect(stdout).toContain('anchors 2 roots that were never anchored: 1 transactions of 0.0000031 BTC')
  expect(run('switch', 'bitcoin', 'mainnet')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('made on mainnet from now on'),
  })
  const { rows } = await database.query(
    `select network, report -> 'offer' as offer from anchor_chain where chain = 'bitcoin'`,
  )
  expect(rows).toEqual([{ network: 'mainnet', offer: null }])
})

test('makes a new key the present one in a file of variables, and prints no key (command rotate) [VE03]', () => {
  const dir = mkdtempSync(join(tmpdir(), 'assay-rotate-'))
  const file = join(dir, 'signer.env')
  const [old, older] = ['11'.repeat(32), '22'.repeat(32)]
  writeFileSync(file, `LOG_KEY=kept\nBITCOIN_KEY="${old}"\nBITCOIN_FORMER_KEYS=${older}\n`, { mode: 0o600 })
  const { status, stdout } = run('rotate', file)
  expect(status).toBe(0)
  const text = readFileSync(file, 'utf8')
  const key = /^BITCOIN_KEY=([0-9a-f]{64})$/m.exec(text)![1]!
  expect(text).toBe(`LOG_KEY=kept\nBITCOIN_KEY=${key}\nBITCOIN_FORMER_KEYS=${old},${older}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect([key, old, older].some((secret) => stdout.includes(secret))).toBe(false)
  expect(stdout).toContain(bitcoinAddress(bitcoinSigner(Buffer.from(key, 'hex')).publicKey, 'mainnet'))
  expect(stdout).toContain(bitcoinAddress(bitcoinSigner(Buffer.from(old, 'hex')).publicKey, 'mainnet'))
  writeFileSync(file, 'NOTHING=1\n')
  expect(run('rotate', file)).toMatchObject({ status: 1, stderr: expect.stringContaining('was not changed') })
  rmSync(dir, { recursive: true })
})

test('prints a key with its addresses (command key), and the usage for an unknown command [VE03]', () => {
  const { stdout } = run('key')
  const key = Buffer.from(/BITCOIN_KEY=([0-9a-f]{64})/.exec(stdout)![1]!, 'hex')
  expect(stdout).toContain(bitcoinAddress(bitcoinSigner(key).publicKey, 'mainnet'))
  for (const args of [['unknown'], ['switch', 'dogecoin'], ['rotate']]) {
    expect(run(...args)).toMatchObject({ status: 64, stderr: expect.stringContaining('Usage:') })
  }
})
