import { bytesOfHex, isEqualBytes, joinBytes } from '#shared/core/bytes.ts'
import { sha256Of } from './crypto.ts'

/**
 * Follows an OpenTimestamps file from a digest to its attestation. It reads only the files that Assay writes: append, prepend
 * and SHA-256, without branches. The reference library finds the same
 * attestation in each file that this function accepts.
 */
export interface OtsAttestation {
  /** Height of a Bitcoin block; null while the file waits for one. */
  height: number | null
  /** The bytes that the file leads to: for a block, the Merkle root of its header in internal byte order. */
  message: Uint8Array
}

const header = bytesOfHex('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108')!
const [append, prepend, hash, attestation] = [0xf0, 0xf1, 0x08, 0x00]
const bitcoinTag = bytesOfHex('0588960d73d71901')!
const pendingTag = bytesOfHex('83dfe30d2ef90c8e')!
const calendarUrlPattern = /^[A-Za-z0-9\-._/:]*$/
/** Limits of the reference library: nested operations, and bytes of a message, an attestation and a URL. */
const [maxOperations, maxMessage, maxAttestation, maxUrl] = [255, 4096, 8192, 1000]

/** Returns undefined if Assay did not write the file, or if it does not begin with this digest. */
export function followOts(file: Uint8Array, digest: Uint8Array): OtsAttestation | undefined {
  const start = joinBytes(header, digest)
  const begins = digest.length === 32 && isEqualBytes(file.subarray(0, start.length), start)
  return begins ? followTimestamp(file.subarray(start.length), digest) : undefined
}

/** The same for the part behind the digest: the form in which suffixes of proofs are stored and a calendar responds. */
export function followTimestamp(timestamp: Uint8Array, digest: Uint8Array): OtsAttestation | undefined {
  const reader = readerOf(timestamp)
  let message = digest
  for (let operations = 0; operations <= maxOperations; operations++) {
    const tag = reader.bytes(1)?.[0]
    if (tag === attestation) return attestationOf(reader, message)
    const argument = tag === append || tag === prepend ? reader.sized(maxMessage) : undefined
    if (tag === hash) message = sha256Of(message)
    else if (!argument?.length) return undefined
    else message = tag === append ? joinBytes(message, argument) : joinBytes(argument, message)
    if (message.length > maxMessage) return undefined
  }
  return undefined
}

function attestationOf(reader: Reader, message: Uint8Array): OtsAttestation | undefined {
  const [tag, payload] = [reader.bytes(8), reader.sized(maxAttestation)]
  if (!tag || !payload || !reader.isAtEnd()) return undefined
  const inner = readerOf(payload)
  if (isEqualBytes(tag, bitcoinTag)) {
    const height = inner.number()
    return height !== undefined && inner.isAtEnd() ? { height, message } : undefined
  }
  const url = isEqualBytes(tag, pendingTag) ? inner.sized(maxUrl) : undefined
  const isPending = url && inner.isAtEnd() && calendarUrlPattern.test(String.fromCharCode(...url))
  return isPending ? { height: null, message } : undefined
}

type Reader = ReturnType<typeof readerOf>

/** Its functions return undefined where the bytes end too early. */
function readerOf(source: Uint8Array) {
  let at = 0
  const bytes = (length: number): Uint8Array | undefined => {
    at += length
    return at <= source.length ? source.subarray(at - length, at) : undefined
  }
  /** Unsigned LEB128. */
  const number = (): number | undefined => {
    let value = 0
    for (let scale = 1; scale < 2 ** 49; scale *= 128) {
      const byte = bytes(1)?.[0]
      if (byte === undefined) return undefined
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    return undefined
  }
  /** Bytes behind their length. */
  const sized = (maxLength: number): Uint8Array | undefined => {
    const length = number()
    return length === undefined || length > maxLength ? undefined : bytes(length)
  }
  return { bytes, number, sized, isAtEnd: () => at === source.length }
}
