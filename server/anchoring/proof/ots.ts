import { hash } from 'node:crypto'

/**
 * OpenTimestamps proofs: a tree of operations that leads from a digest to attestations. Written from the format that
 * the reference library, python-opentimestamps, reads and writes.
 */
export const MAGIC = Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294', 'hex')
export const VERSION = 1
/** Readers limit messages, results and arguments to this many bytes. */
export const MAX_MESSAGE = 4096
export const MAX_PAYLOAD = 8192
/** The reference reader fails at the 256th nested operation. */
export const MAX_DEPTH = 255

export const OP_TAGS = {
  sha1: 0x02,
  ripemd160: 0x03,
  sha256: 0x08,
  append: 0xf0,
  prepend: 0xf1,
  reverse: 0xf2,
  hexlify: 0xf3,
} as const
export const ATTESTATION_TAGS = {
  bitcoin: Buffer.from('0588960d73d71901', 'hex'),
  pending: Buffer.from('83dfe30d2ef90c8e', 'hex'),
} as const
export const ATTESTATION = 0x00
/** Precedes every branch of a node except the last. */
export const FORK = 0xff

type BinaryOp = { kind: 'append' | 'prepend'; argument: Uint8Array }
type UnaryOp = { kind: 'sha1' | 'ripemd160' | 'sha256' | 'reverse' | 'hexlify' }
export type Op = BinaryOp | UnaryOp

export type Attestation =
  | { kind: 'bitcoin'; height: number }
  | { kind: 'pending'; uri: string }
  | { kind: 'unknown'; tag: Uint8Array; payload: Uint8Array }

export interface Timestamp {
  message: Uint8Array
  attestations: Attestation[]
  branches: { op: Op; timestamp: Timestamp }[]
}

/** The bytes or the tree break a rule of the format. `message` names the rule. */
export class OtsError extends Error {
  override name = 'OtsError'
}

export function applyOp(op: Op, message: Uint8Array): Buffer {
  const limit = op.kind === 'hexlify' ? MAX_MESSAGE / 2 : MAX_MESSAGE
  if (message.length === 0 || message.length > limit) throw new OtsError(`message of ${message.length} bytes`)
  const result = compute(op, message)
  if (result.length > MAX_MESSAGE) throw new OtsError(`result of ${result.length} bytes`)
  return result
}

function compute(op: Op, message: Uint8Array): Buffer {
  switch (op.kind) {
    case 'append':
      return Buffer.concat([message, op.argument])
    case 'prepend':
      return Buffer.concat([op.argument, message])
    case 'reverse':
      return Buffer.from(message).reverse()
    case 'hexlify':
      return Buffer.from(Buffer.from(message).toString('hex'), 'latin1')
    default:
      return hash(op.kind, message, 'buffer')
  }
}

/** A proof without forks: the operations in order, and one attestation on their result. */
export function linearTimestamp(message: Uint8Array, ops: Op[], attestation: Attestation): Timestamp {
  const root: Timestamp = { message, attestations: [], branches: [] }
  let tip = root
  for (const op of ops) {
    const timestamp: Timestamp = { message: applyOp(op, tip.message), attestations: [], branches: [] }
    tip.branches.push({ op, timestamp })
    tip = timestamp
  }
  tip.attestations.push(attestation)
  return root
}

/** Every attestation with its message. For Bitcoin the message is the header's merkle root in internal byte order. */
export function* attestationsOf(timestamp: Timestamp): Generator<{ message: Uint8Array; attestation: Attestation }> {
  for (const attestation of timestamp.attestations) yield { message: timestamp.message, attestation }
  for (const branch of timestamp.branches) yield* attestationsOf(branch.timestamp)
}

const URI = /^[A-Za-z0-9\-._/:]{0,1000}$/

/** Calendar addresses are restricted, so that a proof cannot send a reader's HTTP client to an arbitrary address. */
export function checkUri(uri: string): string {
  if (!URI.test(uri)) throw new OtsError('calendar address has a character that is not allowed, or is too long')
  return uri
}
