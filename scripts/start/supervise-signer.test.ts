import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bitcoinSigner } from '#server/anchoring/bitcoin/key.ts'
import { connectSigner } from '#server/anchoring/signer/client.ts'
import { type SupervisedSigner, superviseSigner } from './supervise-signer.ts'

const secrets = { bitcoinKey: '5e'.repeat(32), catapultKey: '6f'.repeat(32), logKey: '70'.repeat(32) }
const publicKeyOf = (key: string) => Buffer.from(bitcoinSigner(Buffer.from(key, 'hex')).publicKey).toString('hex')

let dir: string
let kept: SupervisedSigner | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'assay-kept-'))
})
afterEach(async () => {
  await kept?.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('gives the keys only to the signer, and removes them from the environment of other children [VE03]', async () => {
  const given = '7a'.repeat(32)
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    BITCOIN_KEY: given,
    CATAPULT_KEY: '',
    LOG_KEY: '',
    CATAPULT_MAX_FEE: '77',
  }
  kept = superviseSigner(dir, secrets, env)
  expect(env).toEqual({ PATH: process.env.PATH })
  const { bitcoin, catapult } = await kept.keys
  expect([bitcoin.publicKey, catapult.maxFee]).toEqual([publicKeyOf(given), '77'])
  expect(kept.socket).toBe(join(dir, 'signer', 'socket'))
  expect(readdirSync(join(dir, 'signer'))).toEqual(['socket'])
  const outside = superviseSigner(dir, secrets, { SIGNER_SOCKET: kept.socket })
  expect((await outside.keys).bitcoin).toEqual(bitcoin)
})

test('uses a temporary folder when the path of the socket is too long', async () => {
  kept = superviseSigner(join(dir, 'long'.repeat(30)), secrets, { PATH: process.env.PATH })
  expect((await kept.keys).bitcoin.publicKey).toBe(publicKeyOf(secrets.bitcoinKey))
  expect(Buffer.byteLength(kept.socket)).toBeLessThan(100)
  const { bitcoin } = await connectSigner(kept.socket).describe()
  expect(Buffer.from(bitcoin.publicKey).toString('hex')).toBe(publicKeyOf(secrets.bitcoinKey))
})
