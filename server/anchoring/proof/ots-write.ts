import {
  ATTESTATION,
  ATTESTATION_TAGS,
  type Attestation,
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

/** A complete .ots file for a SHA-256 digest. */
export function serializeDetached(digest: Uint8Array, timestamp: Timestamp): Buffer {
  if (digest.length !== 32) throw new OtsError('a SHA-256 digest has 32 bytes')
  if (Buffer.compare(digest, timestamp.message) !== 0) throw new OtsError('the timestamp starts at another digest')
  return Buffer.concat([MAGIC, varuint(VERSION), Buffer.of(OP_TAGS.sha256), digest, serializeTimestamp(timestamp)])
}

/** The timestamp without header and digest: the response of a calendar, and the form of a proof suffix. */
export function serializeTimestamp(timestamp: Timestamp): Buffer {
  return Buffer.concat(chunks(timestamp, 0))
}

function chunks(timestamp: Timestamp, depth: number): Buffer[] {
  if (depth > MAX_DEPTH) throw new OtsError(`more than ${MAX_DEPTH} nested operations`)
  const attestations = timestamp.attestations.toSorted(compareAttestations)
  const branches = timestamp.branches.toSorted((a, b) => compareOps(a.op, b.op))
  const items = [
    ...attestations.map((attestation) => [Buffer.of(ATTESTATION), attestationBytes(attestation)]),
    ...branches.map(({ op, timestamp }) => [opBytes(op), ...chunks(timestamp, depth + 1)]),
  ]
  if (items.length === 0) throw new OtsError('a timestamp ends in at least one attestation')
  return items.flatMap((item, i) => (i < items.length - 1 ? [Buffer.of(FORK), ...item] : item))
}

function opBytes(op: Op): Buffer {
  const tag = Buffer.of(OP_TAGS[op.kind])
  if (!('argument' in op)) return tag
  if (op.argument.length === 0 || op.argument.length > MAX_MESSAGE) {
    throw new OtsError(`argument of ${op.argument.length} bytes`)
  }
  return Buffer.concat([tag, varbytes(op.argument)])
}

function compareOps(a: Op, b: Op): number {
  const byTag = OP_TAGS[a.kind] - OP_TAGS[b.kind]
  return byTag === 0 && 'argument' in a && 'argument' in b ? Buffer.compare(a.argument, b.argument) : byTag
}

function attestationBytes(attestation: Attestation): Buffer {
  const payload = payloadBytes(attestation)
  if (payload.length > MAX_PAYLOAD) throw new OtsError(`attestation of ${payload.length} bytes`)
  return Buffer.concat([tagOf(attestation), varbytes(payload)])
}

function tagOf(attestation: Attestation): Uint8Array {
  if (attestation.kind !== 'unknown') return ATTESTATION_TAGS[attestation.kind]
  if (attestation.tag.length !== 8) throw new OtsError('an attestation tag has 8 bytes')
  return attestation.tag
}

function payloadBytes(attestation: Attestation): Uint8Array {
  switch (attestation.kind) {
    case 'bitcoin':
      return varuint(attestation.height)
    case 'pending':
      return varbytes(Buffer.from(checkUri(attestation.uri), 'latin1'))
    case 'unknown':
      return attestation.payload
  }
}

/**
 * Sorts by tag, then by value: heights as numbers and addresses as text. This is the order of the reference library.
 */
function compareAttestations(a: Attestation, b: Attestation): number {
  const byTag = Buffer.compare(tagOf(a), tagOf(b))
  if (byTag !== 0) return byTag
  if (a.kind === 'bitcoin' && b.kind === 'bitcoin') return a.height - b.height
  if (a.kind === 'pending' && b.kind === 'pending') return a.uri < b.uri ? -1 : Number(a.uri > b.uri)
  return Buffer.compare(payloadBytes(a), payloadBytes(b))
}

/** Unsigned LEB128. */
export function varuint(value: number): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) throw new OtsError(`${value} is not an unsigned integer`)
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) | 0x80)
  }
}

function varbytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([varuint(bytes.length), bytes])
}
