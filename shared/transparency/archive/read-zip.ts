import { Inflate } from 'fflate'
import { isEqualBytes } from '#shared/core/bytes.ts'
import { isMessage } from './saved-message.ts'

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of files in a zip archive. */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = table[(value ^ byte) & 255]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

/** The reason why an archive is not read. */
export type ZipFault =
  | 'empty'
  /** A web page, or another text that a server sent instead of the file. */
  | 'message'
  | 'oversized'
  | 'notZip'
  /** It ends too early. */
  | 'truncated'
  /** Bytes that belong to none of its files. */
  | 'trailing'
  /** More files than a proof has. */
  | 'crowded'
  /** Two files with one name. */
  | 'duplicate'
  /** A file with a name that no proof has. */
  | 'unknown'
  /** Files that overlap, have another size or checksum than stated, or are stored in an unusual way. */
  | 'damaged'

export class ZipFaultError extends Error {
  override name = 'ZipFaultError'
  readonly fault: ZipFault
  /** The file concerned. */
  readonly file: string | undefined

  constructor(fault: ZipFault, file?: string) {
    super(fault)
    this.fault = fault
    this.file = file
  }
}

type ZipRules = {
  names: readonly string[]
  maxArchiveBytes: number
  maxFileBytes: number
}

type Entry = {
  name: Uint8Array
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

const [endLength, centralLength, localLength] = [22, 46, 30]
const [endSign, centralSign, localSign, descriptorSign] = [0x06054b50, 0x02014b50, 0x04034b50, 0x08074b50]
const [encrypted, describedLater] = [0x0001, 0x0008]
const [stored, deflated] = [0, 8]
/** Bytes of packed data that are unpacked at once: they give at most 4 MB. */
const chunkBytes = 4096

/**
 * The files of an untrusted archive, by name. It must consist of its files and nothing else: each file once, one after the
 * other, with the stated sizes and checksums. Throws ZipFaultError. The work is bounded by the rules, whatever the archive says.
 */
export function readZip(zip: Uint8Array, rules: ZipRules): Map<string, Uint8Array> {
  if (zip.length === 0) throw new ZipFaultError('empty')
  if (zip.length > rules.maxArchiveBytes) throw new ZipFaultError('oversized')
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = endOf(zip, view)
  if (view.getUint32(end + 4) !== 0) throw new ZipFaultError('damaged')
  const [count, length, start] = [10, 12, 16].map((at, i) =>
    i === 0 ? view.getUint16(end + at, true) : view.getUint32(end + at, true),
  ) as [number, number, number]
  if (count > rules.names.length) throw new ZipFaultError('crowded')
  if (view.getUint16(end + 8, true) !== count) throw new ZipFaultError('damaged')
  if (start + length !== end) throw new ZipFaultError(start + length < end ? 'trailing' : 'truncated')
  const entries = centralEntries(zip.subarray(start, end), count)
  const named = nameEntries(entries, rules)
  const files = new Map<string, Uint8Array>()
  let at = 0
  for (const [name, entry] of named.toSorted(([, a], [, b]) => a.offset - b.offset)) {
    if (entry.offset !== at) throw new ZipFaultError(entry.offset > at ? 'trailing' : 'damaged', name)
    const data = localData(zip.subarray(0, start), view, entry, name)
    files.set(name, unpacked(data, entry, name))
    at = afterDescriptor(zip.subarray(0, start), view, entry, data.byteOffset - zip.byteOffset + data.length)
  }
  if (at !== start) throw new ZipFaultError('trailing')
  return files
}

/** The place of the record at the end, behind which nothing follows. */
function endOf(zip: Uint8Array, view: DataView): number {
  const isEnd = (at: number) => at >= 0 && view.getUint32(at, true) === endSign
  const end = zip.length - endLength
  if (isEnd(end) && view.getUint16(end + 20, true) === 0) return end
  if (zip.length < 4 || view.getUint32(0, true) !== localSign) {
    throw new ZipFaultError(isMessage(zip) ? 'message' : 'notZip')
  }
  for (let at = end - 1; at >= Math.max(0, end - 0xffff); at--) if (isEnd(at)) throw new ZipFaultError('trailing')
  throw new ZipFaultError(isEnd(end) ? 'trailing' : 'truncated')
}

function centralEntries(directory: Uint8Array, count: number): Entry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength)
  const entries: Entry[] = []
  let at = 0
  for (let place = 0; place < count; place++) {
    if (at + centralLength > directory.length || view.getUint32(at, true) !== centralSign) {
      throw new ZipFaultError('damaged')
    }
    const short = (offset: number) => view.getUint16(at + offset, true)
    const long = (offset: number) => view.getUint32(at + offset, true)
    const next = at + centralLength + short(28) + short(30) + short(32)
    // A comment, or a part on another disk.
    if (next > directory.length || short(32) !== 0 || short(34) !== 0) throw new ZipFaultError('damaged')
    entries.push({
      name: directory.subarray(at + centralLength, at + centralLength + short(28)),
      flags: short(8),
      method: short(10),
      crc: long(16),
      packed: long(20),
      size: long(24),
      offset: long(42),
    })
    at = next
  }
  if (at !== directory.length) throw new ZipFaultError('trailing')
  return entries
}

/** All names are checked before anything is unpacked. */
function nameEntries(entries: readonly Entry[], { names, maxFileBytes }: ZipRules): [string, Entry][] {
  const named = entries.map((entry): [string, Entry] => [new TextDecoder().decode(entry.name), entry])
  for (const [place, [name, { size, packed, flags, method }]] of named.entries()) {
    if (!names.includes(name)) throw new ZipFaultError('unknown', name)
    if (named.findIndex(([other]) => other === name) !== place) throw new ZipFaultError('duplicate', name)
    if (size > maxFileBytes || packed > maxFileBytes) throw new ZipFaultError('oversized', name)
    if (flags & encrypted || ![stored, deflated].includes(method)) throw new ZipFaultError('damaged', name)
  }
  return named
}

/** The packed bytes of a file, behind its own header, which must state the same. */
function localData(area: Uint8Array, view: DataView, entry: Entry, name: string): Uint8Array {
  const { offset, packed } = entry
  if (offset + localLength > area.length || view.getUint32(offset, true) !== localSign) {
    throw new ZipFaultError('damaged', name)
  }
  const [nameLength, extraLength] = [view.getUint16(offset + 26, true), view.getUint16(offset + 28, true)]
  const start = offset + localLength + nameLength + extraLength
  const stated = [14, 18, 22].map((at) => view.getUint32(offset + at, true))
  const isLater = (entry.flags & describedLater) !== 0
  const expected = [entry.crc, packed, entry.size]
  const isSame =
    view.getUint16(offset + 6, true) === entry.flags &&
    view.getUint16(offset + 8, true) === entry.method &&
    isEqualBytes(area.subarray(offset + localLength, offset + localLength + nameLength), entry.name) &&
    stated.every((value, i) => value === expected[i] || (isLater && value === 0))
  if (!isSame || start + packed > area.length) throw new ZipFaultError('damaged', name)
  return area.subarray(start, start + packed)
}

/** The place behind a file: some programs write checksum and sizes behind the data. */
function afterDescriptor(area: Uint8Array, view: DataView, { flags, crc, packed, size }: Entry, end: number): number {
  if ((flags & describedLater) === 0) return end
  const start = end + 4 <= area.length && view.getUint32(end, true) === descriptorSign ? end + 4 : end
  const fits = start + 12 <= area.length
  const isSame = fits && [crc, packed, size].every((value, i) => view.getUint32(start + 4 * i, true) === value)
  if (!isSame) throw new ZipFaultError('damaged')
  return start + 12
}

function unpacked(data: Uint8Array, { method, size, crc }: Entry, name: string): Uint8Array {
  const file = method === stored ? data : inflated(data, size)
  if (file?.length !== size || crc32(file) !== crc) throw new ZipFaultError('damaged', name)
  return file
}

/** Undefined if the data cannot be unpacked, or to more than `size` bytes: it stops there. */
function inflated(data: Uint8Array, size: number): Uint8Array | undefined {
  const file = new Uint8Array(size)
  let at = 0
  const stream = new Inflate((chunk) => {
    if (at + chunk.length > size) throw new RangeError('more bytes than stated')
    file.set(chunk, at)
    at += chunk.length
  })
  try {
    for (let start = 0; start === 0 || start < data.length; start += chunkBytes) {
      stream.push(data.subarray(start, start + chunkBytes), start + chunkBytes >= data.length)
    }
  } catch {
    return undefined
  }
  return at === size ? file : undefined
}
