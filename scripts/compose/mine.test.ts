import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'
import { Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { inProcessSigner, signerAddress } from '#server/anchoring/test/signer-fixture.ts'
import { mineIfNeeded } from './mine.ts'

let regtest: Regtest
beforeAll(async () => {
  regtest = await Regtest.start()
})
afterAll(() => regtest.close())

const rpc = () => createBitcoinRpc({ url: regtest.running.url, user: regtestUser, password: regtestPassword })
const height = () => regtest.call<number>('getblockcount')

test('mines once to fund the signer, then only while a transaction waits or has few confirmations', async () => {
  const before = await height()
  await mineIfNeeded(rpc(), inProcessSigner())
  const { unspents } = await regtest.call<{ unspents: unknown[] }>('scantxoutset', 'start', [`addr(${signerAddress})`])
  expect([await height(), unspents.length]).toEqual([before + 110, 110])
  await mineIfNeeded(rpc(), inProcessSigner())
  expect(await height()).toBe(before + 110)

  const [coin] = await regtest.utxos()
  await regtest.send(await regtest.anchor(coin!, 1))
  for (let i = 0; i < 10; i++) await mineIfNeeded(rpc(), inProcessSigner())
  expect(await height()).toBe(before + 110 + 6)
})

test('mines no block on another network', async () => {
  const mainnet = { ...rpc(), call: async <T>() => ({ chain: 'main', blocks: 900_000 }) as T }
  await expect(mineIfNeeded(mainnet, inProcessSigner())).rejects.toThrow('only regtest can be mined')
})
