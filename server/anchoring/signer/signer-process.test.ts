import { chmod, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { dirname } from 'node:path'
import { address, networks, Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { PublicKey } from 'symbol-sdk'
import { models, SymbolTransactionFactory } from 'symbol-sdk/symbol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bitcoinAddress } from '#server/anchoring/bitcoin/key.ts'
import { facadeOf } from '#server/anchoring/catapult/sign.ts'
import { FeeCapError, JobBlockedError } from '#server/anchoring/jobs/blocked.ts'
import { SignerChild, signerAddress } from '#server/anchoring/test/signer-fixture.ts'
import { connectSigner, SignerUnavailableError } from './client.ts'
import { BitcoinRequest, CatapultRequest, paths } from './protocol.ts'
import { KeyChangedError } from './signer-interface.ts'

const root = Buffer.alloc(32, 9)
const utxo = { txid: 'ab'.repeat(32), vout: 1, value: 100_000n }
const network = { generationHash: '57'.repeat(32), identifier: 0x98, epochSeconds: 1_600_000_000 }
const foreignAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let child: SignerChild
let bitcoin: BitcoinRequest
let catapult: CatapultRequest

beforeAll(async () => {
  child = await SignerChild.start({ BITCOIN_MAX_FEE_RATE: '50', CATAPULT_MAX_FEE: '50000' })
  const keys = await connectSigner(child.socket).describe()
  bitcoin = { publicKey: keys.bitcoin.publicKey, coin: utxo, root, feeRate: 10, minimumFee: 0n }
  catapult = { publicKey: keys.catapult.publicKey, network, root, feeMultiplier: 100 }
})
afterAll(() => child?.end())

type SignerResponse = { status: number; body: Record<string, unknown> }

/** Sends any request to the socket, without our client. */
function send(path: string, body?: unknown, method = 'POST'): Promise<SignerResponse> {
  return new Promise((resolve, reject) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = text === undefined ? {} : { 'content-type': 'application/json' }
    const outgoing = request({ socketPath: child.socket, path, method, headers, agent: false }, (response) => {
      let answered = ''
      response.on('data', (chunk) => {
        answered += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(answered || '{}') }))
    })
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}
const rawBitcoin = () => z.encode(BitcoinRequest, bitcoin) as Record<string, unknown>
const rawCatapult = () => z.encode(CatapultRequest, catapult) as Record<string, unknown>

/** Throws unless the transaction spends one output, contains a root and returns the rest, with a limited fee. */
function expectHarmless({ hex }: { hex: string }): void {
  const tx = Transaction.fromHex(hex)
  expect(tx.ins).toHaveLength(1)
  expect(tx.outs).toHaveLength(2)
  const [change, data] = tx.outs as [Transaction['outs'][0], Transaction['outs'][0]]
  expect(address.fromOutputScript(change.script, networks.regtest)).toBe(signerAddress)
  expect([data.value, data.script.length, data.script[0], data.script[1]]).toEqual([0n, 34, 0x6a, 32])
}
describe('the signer [VE03]', () => {
  it('returns its public keys, and signs an anchor whose change goes back to its own address', async () => {
    const signer = connectSigner(child.socket)
    expect(bitcoinAddress(bitcoin.publicKey, 'regtest')).toBe(signerAddress)
    expectHarmless(await signer.bitcoin(bitcoin))
    const transfer = await signer.catapult(catapult)
    const transaction = SymbolTransactionFactory.deserialize(Buffer.from(transfer.payload, 'hex'))
    expect(transaction).toBeInstanceOf(models.TransferTransactionV1)
    const { mosaics, recipientAddress, signerPublicKey } = transaction as models.TransferTransactionV1
    expect(mosaics).toEqual([])
    const own = facadeOf(network).network.publicKeyToAddress(new PublicKey(signerPublicKey.bytes))
    expect(Buffer.from(recipientAddress.bytes)).toEqual(Buffer.from(own.bytes))
    expect(transfer.fee).toBeLessThanOrEqual(50_000n)
  })

  it('rejects another output, another recipient and plain bytes to sign', async () => {
    const requests: [string, object][] = [
      [paths.bitcoin, { ...rawBitcoin(), outputs: [{ address: foreignAddress, value: '90000' }] }],
      [paths.bitcoin, { ...rawBitcoin(), to: foreignAddress }],
      [paths.bitcoin, { ...rawBitcoin(), root: 'ab'.repeat(33) }],
      [paths.bitcoin, { ...rawBitcoin(), coin: [z.encode(BitcoinRequest, bitcoin).coin] }],
      [paths.catapult, { ...rawCatapult(), recipient: 'TAAAAA' }],
      [paths.catapult, { ...rawCatapult(), mosaics: [{ id: '1', amount: '5' }] }],
      [paths.catapult, { ...rawCatapult(), message: 'anything' }],
    ]
    for (const [path, body] of requests) {
      expect(await send(path, body)).toEqual({ status: 400, body: { refused: 'request', reason: expect.any(String) } })
    }
    for (const path of ['/sign', '/bitcoin/sign', '/', '/key']) {
      expect((await send(path, { message: 'ab'.repeat(32) })).status).toBe(404)
    }
    expect((await send(paths.bitcoin, '{')).status).toBe(400)
    expect((await send(paths.bitcoin, { ...rawBitcoin(), root: 'a'.repeat(20_000) })).status).toBe(413)
  })

  it('moves no money elsewhere, for any request', async () => {
    const anything = fc.record(
      {
        publicKey: fc.oneof(fc.constant(rawBitcoin().publicKey), fc.string()),
        coin: fc.record({
          txid: fc.oneof(fc.constant(utxo.txid), fc.string()),
          vout: fc.oneof(fc.nat(5), fc.integer(), fc.double()),
          value: fc.oneof(fc.bigInt({ min: -5n, max: 21n * 10n ** 14n }).map(String), fc.string()),
        }),
        root: fc.oneof(fc.constant('09'.repeat(32)), fc.string()),
        feeRate: fc.oneof(fc.double(), fc.integer()),
        minimumFee: fc.oneof(fc.bigInt({ min: -5n, max: 30_000n }).map(String), fc.string()),
      },
      { requiredKeys: ['publicKey', 'coin', 'root'] },
    )
    let signed = 0
    const property = fc.asyncProperty(anything, async (body) => {
      const answer = await send(paths.bitcoin, body)
      expect([200, 400, 409]).toContain(answer.status)
      if (answer.status !== 200) return
      signed++
      expectHarmless(answer.body as { hex: string })
      expect(Number(answer.body.fee)).toBeLessThanOrEqual(50 * 154)
    })
    await fc.assert(property, { numRuns: 200, examples: [[rawBitcoin() as never]] })
    expect(signed).toBeGreaterThan(0)
  })

  it('rejects a fee above its limits, a transaction without change, and a request for another key', async () => {
    const signer = connectSigner(child.socket)
    await expect(signer.bitcoin({ ...bitcoin, feeRate: 50.5 })).rejects.toThrow(FeeCapError)
    await expect(signer.bitcoin({ ...bitcoin, minimumFee: 20_000n })).rejects.toThrow(FeeCapError)
    await expect(signer.bitcoin({ ...bitcoin, coin: { ...utxo, value: 600n } })).rejects.toThrow(JobBlockedError)
    await expect(signer.catapult({ ...catapult, feeMultiplier: 1_000_000 })).rejects.toThrow(FeeCapError)
    const publicKey = Buffer.concat([Buffer.of(3), Buffer.alloc(32, 1)])
    await expect(signer.bitcoin({ ...bitcoin, publicKey })).rejects.toThrow(KeyChangedError)
  })

  it('listens at a socket that other users cannot access', async () => {
    expect((await stat(child.socket)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(child.socket))).mode & 0o777).toBe(0o700)
  })
})

describe('the socket of the signer [VE03]', () => {
  const within = async (run: (signer: SignerChild) => Promise<void>) => {
    const signer = await SignerChild.absent()
    try {
      await run(signer)
    } finally {
      await signer.end()
    }
  }

  it('is open to the group if its folder is, and is not created if all users may enter the folder', () =>
    within(async (signer) => {
      await chmod(dirname(signer.socket), 0o750)
      await signer.start()
      expect((await stat(signer.socket)).mode & 0o777).toBe(0o660)
      await signer.kill()
      await chmod(dirname(signer.socket), 0o755)
      await expect(signer.start()).rejects.toThrow('All users may enter')
    }))

  it('replaces the socket of a killed signer, but not of a running one', () =>
    within(async (signer) => {
      await signer.start()
      await signer.kill()
      await signer.start()
      const earlier = signer.process
      await expect(signer.start()).rejects.toThrow('A signer already listens')
      expect(earlier.exitCode).toBeNull()
      earlier.kill('SIGKILL')
    }))

  it('is not created if another file exists at its path', () =>
    within(async (signer) => {
      await writeFile(signer.socket, 'kept')
      await expect(signer.start()).rejects.toThrow('is not a socket')
    }))

  it('is found again by the same client after a restart of the signer', () =>
    within(async (signer) => {
      const client = connectSigner(signer.socket, 300)
      const unavailable = (why: string) => expect(client.describe()).rejects.toThrow(`does not respond (${why})`)
      await unavailable('ENOENT')
      await unavailable('it failed a moment ago')
      await signer.start()
      const answers = async () => (await client.describe().catch(() => undefined)) !== undefined
      await expect.poll(answers).toBe(true)
      signer.process.kill('SIGSTOP')
      await expect(client.describe()).rejects.toThrow(SignerUnavailableError)
      signer.process.kill('SIGCONT')
      await expect.poll(answers).toBe(true)
    }))
})

describe('the configuration of the signer [VE03]', () => {
  it('names every invalid variable without its value', async () => {
    const signer = await SignerChild.absent()
    const wrong = { SIGNER_SOCKET: '', BITCOIN_KEY: 'not-hex', CATAPULT_KEY: `ca7a${'0'.repeat(59)}` }
    await expect(signer.start(wrong)).rejects.toThrow(/SIGNER_SOCKET.*BITCOIN_KEY.*CATAPULT_KEY/s)
    expect(signer.stderr).not.toMatch(/not-hex|ca7a/)
    await signer.end()
  })
})
