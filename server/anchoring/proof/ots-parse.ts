import {
  ATTESTATION,
  ATTESTATION_TAGS,
  type Attestation,
  applyOp,
  checkUri,
  FORK,
  MAGIC,
  MAX_DEPTH,
  MAX_MESSAGE,
  MAX_PAYLOAD,
  OP_TAGS,
  type Op,
  OtsError,
  type Timestamp,
  VERSION,
} from './ots.ts'

const FILE_DIGESTS = { sha1: 20, ripemd160: 20, sha256: 32 } as const
type FileHash = keyof typeof FILE_DIGESTS
export interface Detached {
  fileHash: FileHash
  digest: Buffer
  timestamp: Timestamp
}

/** Reads a .ots file and recomputes the message of every node. Throws OtsError on any violation of the format. */
export function parseDetached(bytes: Uint8Array): Detached {
  const reader = new Reader(bytes)
  if (!reader.take(MAGIC.length).equals(MAGIC)) throw new OtsError('not an OpenTimestamps proof')
  if (reader.varuint() !== VERSION) throw new OtsError('unknown version')
  const tag = reader.byte()
  const fileHash = (Object.keys(FILE_DIGESTS) as FileHash[]).find((kind) => OP_TAGS[kind] === tag)
  if (!fileHash) throw new OtsError(`unknown file hash 0x${tag.toString(16)}`)
  const digest = reader.take(FILE_DIGESTS[fileHash])
  const timestamp = readTimestamp(reader, digest, 0)
  reader.end()
  return { fileHash, digest, timestamp }
}

/** Reads a timestamp without header, for a message that the caller knows. */
export function parseTimestamp(bytes: Uint8Array, message: Uint8Array): Timestamp {
  const reader = new Reader(bytes)
  const timestamp = readTimestamp(reader, message, 0)
  reader.end()
  return timestamp
}

function readTimestamp(reader: Reader, message: Uint8Array, depth: number): Timestamp {
  if (depth > MAX_DEPTH) throw new OtsError(`more than ${MAX_DEPTH} nested operations`)
  const timestamp: Timestamp = { message, attestations: [], branches: [] }
  for (let last = false; !last; ) {
    let tag = reader.byte()
    last = tag !== FORK
    if (!last) tag = reader.byte()
    if (tag === ATTESTATION) {
      timestamp.attestations.push(readAttestation(reader))
    } else {
      const op = readOp(reader, tag)
      timestamp.branches.push({ op, timestamp: readTimestamp(reader, applyOp(op, message), depth + 1) })
    }
  }
  return timestamp
}

function readOp(reader: Reader, tag: number): Op {
  const kind = (Object.keys(OP_TAGS) as Op['kind'][]).find((name) => OP_TAGS[name] === tag)
  if (!kind) throw new OtsError(`unknown operation 0x${tag.toString(16)}`)
  if (kind !== 'append' && kind !== 'prepend') return { kind }
  const argument = reader.varbytes(MAX_MESSAGE)
  if (argument.length === 0) throw new OtsError('empty argument')
  return { kind, argument }
}

function readAttestation(reader: Reader): Attestation {
  const tag = reader.take(8)
  const payload = reader.varbytes(MAX_PAYLOAD)
  if (tag.equals(ATTESTATION_TAGS.bitcoin)) {
    return readPayload(payload, (inner) => ({ kind: 'bitcoin', height: inner.varuint() }))
  }
  if (tag.equals(ATTESTATION_TAGS.pending)) {
    return readPayload(payload, (inner) => ({
      kind: 'pending',
      uri: checkUri(inner.varbytes(1000).toString('latin1')),
    }))
  }
  return { kind: 'unknown', tag, payload }
}

function readPayload(payload: Uint8Array, read: (inner: Reader) => Attestation): Attestation {
  const inner = new Reader(payload)
  const attestation = read(inner)
  inner.end()
  return attestation
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes)
  }

  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new OtsError('truncated')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  byte(): number {
    return this.take(1).readUInt8()
  }

  varuint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (!Number.isSafeInteger(value) || scale > Number.MAX_SAFE_INTEGER) throw new OtsError('integer too large')
      if (byte < 0x80) return value
    }
  }

  varbytes(max: number): Buffer {
    const length = this.varuint()
    if (length > max) throw new OtsError(`field of ${length} bytes`)
    return this.take(length)
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new OtsError('trailing bytes')
  }
}
