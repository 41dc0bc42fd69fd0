// @vitest-environment node
import { Zip, ZipDeflate, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { joinBytes } from '#shared/core/bytes.ts'
import { readZip, type ZipFault, ZipFaultError } from './read-zip.ts'

const rules = { names: ['a', 'b', 'c'], maxArchiveBytes: 4_000_000, maxFileBytes: 100_000 }
const utf8 = new TextEncoder()
const [a, b] = [utf8.encode('first '.repeat(20)), utf8.encode('second')]
const zip = zipSync({ a, b: [b, { level: 0 }] })

function faultOf(archive: Uint8Array): ZipFault | null {
  try {
    readZip(archive, rules)
    return null
  } catch (error) {
    if (error instanceof ZipFaultError) return error.fault
    throw error
  }
}
/** The archive with other bytes at a place. */
function changed(at: number, ...bytes: number[]): Uint8Array {
  const copy = zip.slice()
  copy.set(bytes, at < 0 ? copy.length + at : at)
  return copy
}
const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
const central = view.getUint32(zip.length - 6, true)
/** The same file twice: an entry of the directory is repeated. */
function repeated(entries: number, countOf = entries): Uint8Array {
  const one = zipSync({ a })
  const start = new DataView(one.buffer, one.byteOffset, one.byteLength).getUint32(one.length - 6, true)
  const entry = one.subarray(start, one.length - 22)
  const archive = joinBytes(one.subarray(0, start), ...Array<Uint8Array>(entries).fill(entry), one.subarray(-22))
  const end = new DataView(archive.buffer, archive.length - 22)
  end.setUint16(8, countOf, true)
  end.setUint16(10, countOf, true)
  end.setUint32(12, entry.length * entries, true)
  return archive
}

test('reads stored and packed files of an archive', () => {
  expect(Object.fromEntries(readZip(zip, rules))).toEqual({ a, b })
})

test('reads an archive whose sizes are behind the data, as some programs write it', () => {
  const parts: Uint8Array[] = []
  const stream = new Zip((_, part) => parts.push(part))
  const file = new ZipDeflate('a')
  stream.add(file)
  file.push(a, true)
  stream.end()
  const archive = joinBytes(...parts)
  expect(Object.fromEntries(readZip(archive, rules))).toEqual({ a })
})

const bomb = zipSync({ a: new Uint8Array(50_000_000) })
/** 50 MB that claim to be 90 kB, in both headers. */
const lyingBomb = bomb.slice()
for (const at of [22, bomb.length - 22 - 47 + 24]) new DataView(lyingBomb.buffer).setUint32(at, 90_000, true)

test.each<[string, ZipFault, Uint8Array]>([
  ['an empty file', 'empty', new Uint8Array()],
  ['a web page', 'message', utf8.encode('<!doctype html><title>502 Bad gateway</title>')],
  ['a picture', 'notZip', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0)],
  ['an archive that is cut in its data', 'truncated', zip.subarray(0, 40)],
  ['an archive that is cut in its directory', 'truncated', zip.subarray(0, -30)],
  ['an archive that is cut in its last bytes', 'truncated', zip.subarray(0, -1)],
  ['bytes after its end', 'trailing', joinBytes(zip, [0])],
  ['another archive after its end', 'trailing', joinBytes(zip, zip)],
  ['bytes before its files', 'trailing', joinBytes([0], zip)],
  ['a comment', 'trailing', joinBytes(changed(-2, 1, 0), [65])],
  ['65,000 files that overlap', 'crowded', repeated(65_000)],
  ['one file twice', 'duplicate', repeated(2)],
  ['more files in its directory than it counts', 'trailing', repeated(2, 1)],
  ['two files with one name', 'duplicate', changedName()],
  ['a file of another name', 'unknown', zipSync({ a, 'a.txt': b })],
  ['a file of another folder', 'unknown', zipSync({ a, 'x/b': b })],
  ['a file above the limit', 'oversized', zipSync({ a: new Uint8Array(100_001) })],
  ['an archive above the limit', 'oversized', new Uint8Array(4_000_001)],
  ['a file that unpacks to more than it states', 'damaged', lyingBomb],
  ['a file with another checksum', 'damaged', changed(central - 1, 0)],
  ['a file that overlaps another one', 'damaged', changed(zip.length - 22 - 5, 0, 0, 0, 0)],
  ['another name before its data than in the directory', 'damaged', changed(30, 0x63)],
  ['an unknown way of packing', 'damaged', changed(central + 10, 12)],
])('gives its own reason for %s', (_, fault, archive) => {
  expect(faultOf(archive)).toBe(fault)
})

/** Both files are called `a`. */
function changedName(): Uint8Array {
  const copy = zip.slice()
  for (const [at, byte] of copy.entries()) if (byte === 0x62 && copy[at - 1] === 0) copy[at] = 0x61
  return copy
}
