import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FeeBudgetError } from '#server/anchoring/jobs/blocked.ts'
import { inProcessSigner, SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { connectSigner } from './client.ts'
import { externalSigner } from './external-signer.ts'
import { FeeLedger } from './fee-ledger.ts'

const hourMs = 3_600_000
const budgets = { bitcoin: { day: 1000n, year: 2500n }, catapult: { day: 0n, year: 0n } }

let dir: string
let now: number
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'assay-fees-'))
  now = Date.now()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const open = () => new FeeLedger(budgets, join(dir, 'fees'), () => now)

test('rejects a fee above the daily or yearly budget, and signs again on the next day [VE03]', () => {
  const ledger = open()
  ledger.spend('bitcoin', 'a:0', 900n)
  expect(() => ledger.spend('bitcoin', 'b:0', 101n)).toThrow(FeeBudgetError)
  ledger.spend('bitcoin', 'b:0', 100n)
  ledger.spend('catapult', 'H', 10_000_000n)
  now += 25 * hourMs
  ledger.spend('bitcoin', 'c:0', 1000n)
  now += 25 * hourMs
  expect(() => ledger.spend('bitcoin', 'd:0', 501n)).toThrow('The fees of a year on bitcoin')
  now += 365 * 24 * hourMs
  ledger.spend('bitcoin', 'd:0', 1000n)
})

test('counts only the dearest transaction of one output [VE03]', () => {
  const ledger = open()
  ledger.spend('bitcoin', 'a:0', 300n)
  ledger.spend('bitcoin', 'a:0', 800n)
  ledger.spend('bitcoin', 'a:0', 500n)
  expect(ledger.sums('bitcoin')).toEqual({ day: 800n, year: 800n })
})

test('forgets the fees of more than a year while it runs, as after a restart [VE03]', () => {
  const ledger = open()
  ledger.spend('bitcoin', 'a:0', 900n)
  now += hourMs
  ledger.spend('bitcoin', 'b:0', 100n)
  now += 365 * 24 * hourMs - hourMs
  expect(ledger.sums('bitcoin')).toEqual({ day: 0n, year: 100n })
  ledger.spend('bitcoin', 'a:0', 900n)
  for (const one of [ledger, open()]) expect(one.sums('bitcoin')).toEqual({ day: 900n, year: 1000n })
})

test('counts a replaced transaction from the time of its replacement [VE03]', () => {
  const ledger = open()
  ledger.spend('bitcoin', 'a:0', 300n)
  ledger.spend('bitcoin', 'b:0', 10n)
  now += 23 * hourMs
  ledger.spend('bitcoin', 'a:0', 400n)
  now += 2 * hourMs
  for (const one of [ledger, open()]) expect(one.sums('bitcoin')).toEqual({ day: 400n, year: 410n })
})

test.each(['running', 'restarted'])(
  'counts a fee that was signed with a clock a year ahead for a day only when it is %s [VE03]',
  (state) => {
    const signed = open()
    now += 365 * 24 * hourMs
    signed.spend('bitcoin', 'ahead:0', 700n)
    now -= 365 * 24 * hourMs
    const ledger = state === 'running' ? signed : open()
    expect(ledger.sums('bitcoin')).toMatchObject({ day: 700n })
    expect(() => ledger.spend('bitcoin', 'b:0', 301n)).toThrow(FeeBudgetError)
    now += 25 * hourMs
    for (const one of [ledger, open()]) expect(one.sums('bitcoin')).toEqual({ day: 0n, year: 700n })
    ledger.spend('bitcoin', 'b:0', 1000n)
  },
)

test('remembers the fees after a restart, also after a line that a crash has cut [VE03]', async () => {
  open().spend('bitcoin', 'a:0', 900n)
  await appendFile(join(dir, 'fees'), '{"at":17')
  const ledger = open()
  expect(ledger.sums('bitcoin').day).toBe(900n)
  expect(() => ledger.spend('bitcoin', 'b:0', 101n)).toThrow(FeeBudgetError)
  expect((await readFile(join(dir, 'fees'), 'utf8')).trim().split('\n')).toHaveLength(1)
})

/** A key in another program that follows the interface. */
const program = `#!${process.execPath}
const { secp256k1 } = { secp256k1: require('${join(import.meta.dirname, '../../../node_modules/tiny-secp256k1')}') }
const key = Buffer.alloc(32, 0x55)
const [action, hash] = process.argv.slice(2)
const bytes = action === 'public-key' ? secp256k1.pointFromScalar(key, true) : secp256k1.sign(Buffer.from(hash, 'hex'), key)
process.stdout.write(Buffer.from(bytes).toString('hex') + '\\n')
`
const root = Buffer.alloc(32, 9)
const coin = { txid: 'ab'.repeat(32), vout: 1, value: 100_000n }

test('signs anchors with an external key, and checks its responses [VE03]', async () => {
  const command = join(dir, 'module.cjs')
  await writeFile(command, program, { mode: 0o700 })
  const key = await externalSigner(command)
  const request = { publicKey: key.publicKey, coin, root, feeRate: 2, minimumFee: 0n }
  const signed = await inProcessSigner(key).bitcoin(request)
  expect(signed.fee).toBeGreaterThan(300n)
  await writeFile(command, program.replace('Buffer.from(hash', 'Buffer.alloc(32) || (hash'), { mode: 0o700 })
  await expect(inProcessSigner(key).bitcoin(request)).rejects.toThrow('does not verify')
  await writeFile(command, `#!${process.execPath}\nprocess.stdout.write('none')`, { mode: 0o700 })
  await expect(externalSigner(command)).rejects.toThrow('something else than 33 bytes')
})

test('signs with former keys and an external key, and keeps its budget after a restart [VE03]', async () => {
  const command = join(dir, 'module.cjs')
  await writeFile(command, program, { mode: 0o700 })
  const env = {
    BITCOIN_KEY: '',
    BITCOIN_KEY_COMMAND: command,
    BITCOIN_FORMER_KEYS: '22'.repeat(32),
    BITCOIN_DAY_BUDGET: '400',
    SIGNER_FEES_FILE: join(dir, 'fees'),
  }
  const child = await SignerChild.start(env)
  try {
    const signer = connectSigner(child.socket)
    const { publicKey, formerKeys } = (await signer.describe()).bitcoin
    expect(formerKeys).toHaveLength(1)
    const request = { publicKey: formerKeys[0]!, coin, root, feeRate: 2, minimumFee: 0n }
    const { fee } = await signer.bitcoin(request)
    expect((await signer.describe()).bitcoin.fees).toMatchObject({ day: fee, dayLimit: 400n })
    await child.kill()
    await child.start(env)
    const other = { ...request, publicKey, coin: { ...coin, vout: 2 } }
    await expect(signer.bitcoin(other)).rejects.toThrow('above its budget of 400: not signed.')
    // A replacement of a counted transaction costs only the difference.
    await signer.bitcoin({ ...request, minimumFee: fee + 50n })
  } finally {
    await child.end()
  }
})
