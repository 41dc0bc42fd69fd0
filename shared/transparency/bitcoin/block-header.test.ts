// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest'
import { hexOf } from '#shared/core/bytes.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import { type BlockHeader, headersIn, headerWithRoot } from './block-header.ts'
import { explorerAt, nodeAt } from './block-source.ts'
import { askSource, checkHeaders, compareBlock } from './check-block.ts'

/** Headers of the main network: block 0 and block 100,000, whose ids everybody can look up. */
const genesis =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c'
const later =
  '0100000050120119172a610421a6c3011dd330d9df07b63616c2cc1f1cd00200000000006657a9252aacd5c0b2940996ecff952228c3067cc38d4885efb5a4ac4247e9f337221b4d4c86041b0f2b5710'
const laterHash = '000000000003ba27aa200b1cecaad478d2b00432346c3f1f3986da1afd33e506'

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const rootOf = (header: string) => bytesOf(header).slice(36, 68)
const now = Date.UTC(2026, 10, 27) / 1000

/** A header with a target that anybody meets within some attempts. */
function minedHeader(
  root: Uint8Array,
  { time, bits = 0x207fffff, version = 0x20000000 }: Partial<Record<'time' | 'bits' | 'version', number>>,
) {
  const header = Buffer.alloc(80)
  header.writeInt32LE(version, 0)
  header.set(root, 36)
  header.writeUInt32LE(time ?? now, 68)
  header.writeUInt32LE(bits, 72)
  for (let nonce = 0; sha256Of(sha256Of(header))[31]! > 0x7e; nonce++) header.writeUInt32LE(nonce, 76)
  return new Uint8Array(header)
}
const readingOf = (...blocks: [height: number, root: Uint8Array][]) => ({
  fault: null,
  attestations: blocks.map(([height, message]) => ({ height, message })),
})

test('reads id, time and target of real headers that meet their target [VE03]', () => {
  expect(headerWithRoot(bytesOf(genesis), rootOf(genesis))).toEqual({
    hash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    time: Date.UTC(2009, 0, 3, 18, 15, 5) / 1000,
    version: 1,
    target: 0xffffn << 208n,
  })
  expect(headerWithRoot(bytesOf(later), rootOf(later))).toMatchObject({
    hash: laterHash,
    time: Date.UTC(2010, 11, 29, 11, 57, 43) / 1000,
  })
})

test('rejects a header with another root, invalid proof of work, negative target or other length [VE03]', () => {
  expect(headerWithRoot(bytesOf(genesis), rootOf(later))).toBeUndefined()
  // The nonce is the only field that a forger can choose freely.
  const forged = bytesOf(genesis)
  forged[76]! ^= 1
  expect(headerWithRoot(forged, rootOf(genesis))).toBeUndefined()
  expect(headerWithRoot(bytesOf(genesis).slice(1), rootOf(genesis))).toBeUndefined()
  expect(headerWithRoot(minedHeader(rootOf(genesis), { bits: 0x20ffffff }), rootOf(genesis))).toBeUndefined()
})

test('confirms a block only when its id was compared with one that the reader trusts [VE03]', () => {
  const reading = readingOf([100_000, rootOf(later)])
  const headers = [bytesOf(genesis), bytesOf(later)]
  const open = checkHeaders(reading, headers, undefined, now)
  expect(open).toMatchObject({ outcome: 'uncompared', height: 100_000, header: { hash: laterHash } })
  const found = open as { height: number; header: BlockHeader }
  expect(compareBlock(found, { hash: laterHash, source: 'my node' }, now)).toMatchObject({
    outcome: 'confirmed',
    source: 'my node',
  })
  expect(compareBlock(found, { hash: '0'.repeat(64), source: 'my node' }, now)).toMatchObject({ outcome: 'different' })
  expect(checkHeaders(reading, [bytesOf(genesis)], { hash: laterHash, source: '' }, now)).toEqual({ outcome: 'none' })
})

const root = rootOf(later)
test.each([
  ['with the easy target of regtest', 100_000, { time: 1_293_623_863 }, 'limit'],
  ['of the year 2010 with the target of regtest', 900_000, { time: Date.UTC(2010, 0, 1) / 1000 }, 'limit'],
  ['with the target of signet', 250_000, { bits: 0x1e0377ae }, 'limit'],
] as const)('never confirms a header %s, even if the reader compares its id [VE03]', (_, height, fields, refusal) => {
  const header = minedHeader(root, fields)
  const hash = hexOf(sha256Of(sha256Of(header)).toReversed())
  const check = checkHeaders(readingOf([height, root]), [header], { hash, source: 'a page' }, now)
  // A target below 2^255 takes too many attempts for a test: the header is then refused before its target is compared.
  expect(check).toMatchObject(check.outcome === 'none' ? { outcome: 'none' } : { outcome: 'refused', refusal })
})

const real: BlockHeader = {
  hash: laterHash,
  time: Date.UTC(2024, 11, 5) / 1000,
  version: 0x20000000,
  target: 1n << 176n,
}
test.each([
  ['less work than the main network had at this height', 873_000, { target: 0xffffn << 208n }, 'work'],
  ['a time before the network', 5, { time: 1_000_000_000, target: 0xffffn << 208n }, 'time'],
  ['a time years before blocks of this height', 873_000, { time: Date.UTC(2022, 0, 1) / 1000 }, 'time'],
  ['a time years after blocks of this height', 300_000, {}, 'time'],
  ['a height that the chain has not reached at this time', 1_200_000, {}, 'time'],
  ['a version that blocks of this height do not have', 873_000, { version: 1 }, 'version'],
  ['a time after the clock of the device', 990_000, { time: now + 200_000 }, 'future'],
] as const)('refuses a header with %s [VE03]', (_, height, fields, refusal) => {
  expect(compareBlock({ height, header: { ...real, ...fields } }, undefined, now)).toMatchObject({
    outcome: 'refused',
    refusal,
  })
})

test('accepts headers as blocks of their heights have them [VE03]', () => {
  const blocks = [
    [873_000, real],
    [0, headerWithRoot(bytesOf(genesis), rootOf(genesis))!],
    [
      358_391,
      { ...real, time: Date.UTC(2015, 4, 28, 15) / 1000, version: 3, target: (0xffffn << 208n) / 47_643_398_017n },
    ],
  ] as const
  for (const [height, header] of blocks) {
    expect(compareBlock({ height, header }, undefined, now)).toMatchObject({ outcome: 'uncompared' })
  }
})

test('finds headers in lines of hex, in one line, and in bytes [VE03]', () => {
  const both = [bytesOf(genesis), bytesOf(later)]
  const text = (words: string) => new TextEncoder().encode(words)
  expect(headersIn(text(`${genesis}\n${later.toUpperCase()}\n`))).toEqual(both)
  expect(headersIn(text(genesis + later))).toEqual(both)
  expect(headersIn(new Uint8Array([...both[0]!, ...both[1]!]))).toEqual(both)
  expect(headersIn(text('nothing'))).toEqual([])
})

test('reads a block from an explorer, and rejects a response that is not a header [VE03]', async () => {
  let header = later
  vi.stubGlobal('fetch', async (url: string) => new Response(url.endsWith('/header') ? header : laterHash))
  onTestFinished(() => void vi.unstubAllGlobals())
  const ask = explorerAt('http://explorer.test')
  expect(await ask(100_000)).toEqual({ hash: laterHash, header: bytesOf(later) })
  for (header of [later.slice(2), 'x'.repeat(160), '']) await expect(ask(100_000)).rejects.toThrow('no header')
})

test('reads a block from a node with user and password [VE03]', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: object; body: string }) => {
    const { method, params } = JSON.parse(body)
    asked.push([url, headers, method, params])
    return Response.json({ result: method === 'getblockhash' ? laterHash : later })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await nodeAt('http://me:a%20b@node.test:8332')(100_000)).toEqual({ hash: laterHash, header: bytesOf(later) })
  expect(asked[0]).toMatchObject([
    'http://node.test:8332/',
    { authorization: `Basic ${btoa('me:a b')}` },
    'getblockhash',
    [100_000],
  ])
})

test('counts the best block of a file with several, and asks a source for few [VE03]', async () => {
  const others: [number, Uint8Array][] = Array.from({ length: 50 }, (_, i) => [100_001 + i, new Uint8Array(32)])
  const reading = readingOf([7, new Uint8Array(32)], [100_000, rootOf(later)], ...others)
  const asked: number[] = []
  const ask = async (height: number) => {
    asked.push(height)
    if (height !== 100_000) throw new Error('no block')
    return { hash: laterHash, header: bytesOf(later) }
  }
  expect(await askSource(reading, { ask, source: 'explorer', now })).toMatchObject({
    outcome: 'confirmed',
    height: 100_000,
  })
  expect(asked).toEqual([7, 100_000])
  asked.length = 0
  expect(await askSource(readingOf(...others), { ask, source: 'explorer', now })).toEqual({ outcome: 'unreachable' })
  expect(asked).toHaveLength(8)
})

test('does not confirm the header of an explorer that names another block at the height [VE03]', async () => {
  const ask = async () => ({ hash: '0'.repeat(64), header: bytesOf(later) })
  const check = await askSource(readingOf([100_000, rootOf(later)]), { ask, source: 'explorer', now })
  expect(check).toMatchObject({ outcome: 'different', trusted: '0'.repeat(64) })
})
