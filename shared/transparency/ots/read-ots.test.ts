// @vitest-environment node
import { expect, test } from 'vitest'
import { bytesOfHex, joinBytes } from '#shared/core/bytes.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import { maxOtsBytes, readOts } from './read-ots.ts'

const utf8 = new TextEncoder()
const digest = sha256Of(utf8.encode('a statement'))
const magic = bytesOfHex('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294')!
const header = joinBytes(magic, [1, 8], digest)
const bytes = (hex: string) => bytesOfHex(hex)!
const bitcoin = (height: string) => `000588960d73d71901${height}`
/** https://alice.btc.calendar.opentimestamps.org */
const calendar =
  '0083dfe30d2ef90c8e2e2d68747470733a2f2f616c6963652e6274632e63616c656e6461722e6f70656e74696d657374616d70732e6f7267'
const litecoin = '0006869a0d73d71b450103'
const file = (...hex: string[]) => joinBytes(header, bytes(hex.join('')))

test('follows each branch of an upgraded file, and skips attestations of unknown kinds [VE03]', () => {
  const upgraded = file(
    'f00411111111',
    '08',
    'ff',
    calendar,
    'ff',
    litecoin,
    'ff',
    bitcoin('03a0f736'),
    `08${bitcoin('0105')}`,
  )
  const start = sha256Of(joinBytes(digest, bytes('11111111')))
  expect(readOts(upgraded, digest)).toEqual({
    fault: null,
    attestations: [
      { height: 5, message: sha256Of(start) },
      { height: 900_000, message: start },
      { height: null, message: start },
    ],
  })
  expect(readOts(file(litecoin), digest)).toEqual({ fault: null, attestations: [] })
})

const whole = file('08', bitcoin('0105'))
const page = utf8.encode('<!doctype html><title>502 Bad gateway</title>')
const damaged = [
  ['an empty file', new Uint8Array(), 'empty'],
  ['a web page', page, 'message'],
  ['the answer of a calendar in words', utf8.encode('Pending confirmation in Bitcoin blockchain\n'), 'message'],
  ['a picture', bytes('89504e470d0a1a0a0000'), 'magic'],
  ['a file whose line ends were changed', whole.map((byte, i) => (i === 25 ? 0x3f : byte)), 'magic'],
  ['a later version', whole.map((byte, i) => (i === 31 ? 2 : byte)), 'version'],
  ['a digest by SHA-1', joinBytes(magic, [1, 2], digest.subarray(0, 20), bytes(bitcoin('0105'))), 'hash'],
  ['a digest by an unknown function', joinBytes(magic, [1, 9], digest, bytes(bitcoin('0105'))), 'malformed'],
  ['the proof of another file', joinBytes(magic, [1, 8], sha256Of(digest), bytes(bitcoin('0105'))), 'other'],
  ['a file that ends in the header', whole.subarray(0, 20), 'truncated'],
  ['a file that ends in the digest', whole.subarray(0, 50), 'truncated'],
  ['a file that ends in an argument', file('f020222222'), 'truncated'],
  ['a file that ends in an attestation', whole.subarray(0, -1), 'truncated'],
  ['a file that ends after a branch', file('ff', calendar), 'truncated'],
  ['bytes after the end', joinBytes(whole, [0]), 'trailing'],
  ['a web page after the end', joinBytes(whole, page), 'trailing'],
  ['an unknown operation', file('09', bitcoin('0105')), 'malformed'],
  ['two marks of a branch', file('ffff', calendar, bitcoin('0105')), 'malformed'],
  ['an empty argument', file('f000', bitcoin('0105')), 'malformed'],
  ['a height of no bytes', file(bitcoin('00')), 'malformed'],
  ['a height with bytes behind it', file(bitcoin('020500')), 'malformed'],
  ['256 operations', file('08'.repeat(256), bitcoin('0105')), 'deep'],
  ['a message above 4,096 bytes', file('f3'.repeat(8), bitcoin('0105')), 'malformed'],
  ['a file larger than the limit', joinBytes(whole, new Uint8Array(maxOtsBytes)), 'oversized'],
] as const

test.each(damaged)('gives its own reason for %s [VE03]', (_, content, fault) => {
  expect(readOts(content, digest)).toEqual({ fault, attestations: [] })
})

test('reads the largest file with the most branches in bounded time and memory [VE03]', () => {
  const branch = bytes(`ff${'f0015a'}${litecoin}`)
  const count = Math.floor((maxOtsBytes - whole.length) / branch.length)
  const branched = joinBytes(header, ...Array<Uint8Array>(count).fill(branch), bytes(bitcoin('0105')))
  expect(readOts(branched, digest)).toEqual({ fault: null, attestations: [{ height: 5, message: digest }] })
})
