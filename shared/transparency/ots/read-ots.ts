import { bytesOfHex, isEqualBytes } from '#shared/core/bytes.ts'
import { isMessage } from '#shared/transparency/archive/saved-message.ts'
import { ByteReader } from './byte-reader.ts'
import { hashes, resultOf } from './operations.ts'
import { type OtsFault, OtsFaultError } from './ots-fault.ts'

/**
 * Reads OpenTimestamps files as the reference library does: all branches, all operations, and attestations of unknown kinds,
 * which are skipped. Files that Assay writes have no branches; `ots upgrade` adds them.
 */
export type OtsReading = {
  /** The reason why the file cannot be followed; null if it can. */
  fault: OtsFault | null
  /** Where its branches lead: blocks by height, then those that wait for one. Empty with a fault. */
  attestations: readonly OtsAttestation[]
}
export type OtsAttestation = {
  /** Height of a Bitcoin block; null while a calendar waits for one. */
  height: number | null
  /** The bytes that the branch leads to: for a block, the Merkle root of its header in internal byte order. */
  message: Uint8Array
}

const magic = bytesOfHex('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294')!
const version = 1
const sha256Tag = 0x08
const [branch, attestation] = [0xff, 0x00]
const bitcoinTag = bytesOfHex('0588960d73d71901')!
const pendingTag = bytesOfHex('83dfe30d2ef90c8e')!
const calendarUrlPattern = /^[A-Za-z0-9\-._/:]*$/
/** Limits of the reference library: nested operations, and bytes of an attestation and a URL. */
const [maxOperations, maxAttestation, maxUrl] = [255, 8192, 1000]

/** A limit of our own, which bounds the work of a reader: real files have some kilobytes. */
export const maxOtsBytes = 256 * 1024

/** @param digest SHA-256 of the file that the proof is for */
export function readOts(file: Uint8Array, digest: Uint8Array): OtsReading {
  return reading(() => {
    if (file.length === 0) throw new OtsFaultError('empty')
    if (file.length > maxOtsBytes) throw new OtsFaultError('oversized')
    const start = file.subarray(0, magic.length)
    if (!isEqualBytes(start, magic.subarray(0, start.length))) {
      throw new OtsFaultError(isMessage(file) ? 'message' : 'magic')
    }
    const reader = new ByteReader(file, 'truncated')
    reader.bytes(magic.length)
    if (reader.number() !== version) throw new OtsFaultError('version')
    const tag = reader.byte()
    if (tag !== sha256Tag) throw new OtsFaultError(hashes.has(tag) ? 'hash' : 'malformed')
    if (!isEqualBytes(reader.bytes(digest.length), digest)) throw new OtsFaultError('other')
    return attestationsOf(reader, digest)
  })
}

/** The same for the part behind the digest: the form in which suffixes of proofs are stored and a calendar responds. */
export function readTimestamp(timestamp: Uint8Array, digest: Uint8Array): OtsReading {
  return reading(() => attestationsOf(new ByteReader(timestamp, 'truncated'), digest))
}

function reading(read: () => OtsAttestation[]): OtsReading {
  try {
    return { fault: null, attestations: read() }
  } catch (error) {
    if (error instanceof OtsFaultError) return { fault: error.fault, attestations: [] }
    throw error
  }
}

/** Without recursion: `open` contains the messages at which branches begin that are not read yet. */
function attestationsOf(reader: ByteReader, digest: Uint8Array): OtsAttestation[] {
  const found: OtsAttestation[] = []
  const open: { message: Uint8Array; depth: number }[] = []
  let at: { message: Uint8Array; depth: number } | undefined = { message: digest, depth: 0 }
  while (at) {
    let tag = reader.byte()
    if (tag === branch) {
      open.push(at)
      tag = reader.byte()
    }
    if (tag === attestation) {
      const height = attestedHeight(reader)
      if (height !== undefined) found.push({ height, message: at.message })
      at = open.pop()
    } else {
      const message = resultOf(tag, at.message, reader)
      if (!message) throw new OtsFaultError('malformed')
      if (at.depth === maxOperations) throw new OtsFaultError('deep')
      at = { message, depth: at.depth + 1 }
    }
  }
  if (!reader.isAtEnd) throw new OtsFaultError('trailing')
  return found.toSorted((a, b) => (a.height ?? Number.POSITIVE_INFINITY) - (b.height ?? Number.POSITIVE_INFINITY))
}

/** Null for a calendar that waits for a block; undefined for an attestation of an unknown kind. */
function attestedHeight(reader: ByteReader): number | null | undefined {
  const [tag, payload] = [reader.bytes(bitcoinTag.length), reader.sized(maxAttestation)]
  const isBitcoin = isEqualBytes(tag, bitcoinTag)
  if (!isBitcoin && !isEqualBytes(tag, pendingTag)) return undefined
  const inner = new ByteReader(payload, 'malformed')
  const value = isBitcoin ? inner.number() : inner.sized(maxUrl)
  if (!inner.isAtEnd) throw new OtsFaultError('malformed')
  if (typeof value === 'number') return value
  if (!calendarUrlPattern.test(String.fromCharCode(...value))) throw new OtsFaultError('malformed')
  return null
}
