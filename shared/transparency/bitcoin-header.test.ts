// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest'
import { blockWithRoot, fetchHeader, headersIn } from './bitcoin-header.ts'

/** Headers of the main network: block 0 and block 100,000, whose ids everybody can look up. */
const genesis =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c'
const later =
  '0100000050120119172a610421a6c3011dd330d9df07b63616c2cc1f1cd00200000000006657a9252aacd5c0b2940996ecff952228c3067cc38d4885efb5a4ac4247e9f337221b4d4c86041b0f2b5710'

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const rootOf = (header: string) => bytesOf(header).slice(36, 68)

test('VE03 reads id and time of real headers that meet their target', () => {
  expect(blockWithRoot(bytesOf(genesis), rootOf(genesis))).toEqual({
    hash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    time: Date.UTC(2009, 0, 3, 18, 15, 5) / 1000,
  })
  expect(blockWithRoot(bytesOf(later), rootOf(later))).toEqual({
    hash: '000000000003ba27aa200b1cecaad478d2b00432346c3f1f3986da1afd33e506',
    time: Date.UTC(2010, 11, 29, 11, 57, 43) / 1000,
  })
})

test('VE03 rejects a header with another root, with an invalid proof of work, or of another length', () => {
  expect(blockWithRoot(bytesOf(genesis), rootOf(later))).toBeUndefined()
  // The nonce is the only field that a forger can choose freely.
  const forged = bytesOf(genesis)
  forged[76]! ^= 1
  expect(blockWithRoot(forged, rootOf(genesis))).toBeUndefined()
  expect(blockWithRoot(bytesOf(genesis).slice(1), rootOf(genesis))).toBeUndefined()
})

test('VE03 finds headers in lines of hex, in one line, and in bytes', () => {
  const both = [bytesOf(genesis), bytesOf(later)]
  const text = (words: string) => new TextEncoder().encode(words)
  expect(headersIn(text(`${genesis}\n${later.toUpperCase()}\n`))).toEqual(both)
  expect(headersIn(text(genesis + later))).toEqual(both)
  expect(headersIn(new Uint8Array([...both[0]!, ...both[1]!]))).toEqual(both)
  expect(headersIn(text('nothing'))).toEqual([])
})

test('VE03 reads a header from an explorer, and rejects a response that is not a header', async () => {
  let header = later
  vi.stubGlobal('fetch', async (url: string) => new Response(url.endsWith('/header') ? header : 'a'.repeat(64)))
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await fetchHeader('http://explorer.test', 1)).toEqual(bytesOf(later))
  for (header of [later.slice(2), 'x'.repeat(160), '']) {
    await expect(fetchHeader('http://explorer.test', 1)).rejects.toThrow('no header')
  }
})
