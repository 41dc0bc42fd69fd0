/**
 * Writes OpenTimestamps proofs: operations that lead from a digest to one attestation, without branches. Written from the format
 * that the reference library, python-opentimestamps, reads and writes. `shared/transparency/ots/read-ots.ts` reads them.
 */
export const magic = Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294', 'hex')
export const version = 1
/** The reference reader fails at the 256th operation, and limits arguments to this many bytes. */
const maxOperations = 255
const maxArgument = 4096

export const opTags = { sha256: 0x08, append: 0xf0, prepend: 0xf1 } as const
const attestationTags = {
  bitcoin: Buffer.from('0588960d73d71901', 'hex'),
  pending: Buffer.from('83dfe30d2ef90c8e', 'hex'),
} as const
const attestationByte = 0x00

export type Op = { kind: 'append' | 'prepend'; argument: Uint8Array } | { kind: 'sha256' }
export type Attestation = { kind: 'bitcoin'; height: number } | { kind: 'pending'; uri: string }

/** The parts of a proof break a rule of the format. `message` names the rule. */
export class OtsError extends Error {
  override name = 'OtsError'
}

/** A timestamp without header and digest: the response of a calendar, and the form of a proof suffix. */
export function timestampBytes(ops: readonly Op[], attestation: Attestation): Buffer {
  if (ops.length > maxOperations) throw new OtsError(`more than ${maxOperations} operations`)
  const payload = attestation.kind === 'bitcoin' ? varuint(attestation.height) : varbytes(addressBytes(attestation.uri))
  return Buffer.concat([
    ...ops.map(opBytes),
    Buffer.of(attestationByte),
    attestationTags[attestation.kind],
    varbytes(payload),
  ])
}

function opBytes(op: Op): Buffer {
  const tag = Buffer.of(opTags[op.kind])
  if (op.kind === 'sha256') return tag
  const { length } = op.argument
  if (length === 0 || length > maxArgument) throw new OtsError(`argument of ${length} bytes`)
  return Buffer.concat([tag, varbytes(op.argument)])
}

/** Calendar addresses are restricted, so that a proof cannot send a reader's HTTP client to an arbitrary address. */
function addressBytes(uri: string): Buffer {
  if (!/^[A-Za-z0-9\-._/:]{0,1000}$/.test(uri)) {
    throw new OtsError('calendar address has a character that is not allowed, or is too long')
  }
  return Buffer.from(uri, 'latin1')
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
