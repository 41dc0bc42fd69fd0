import { bytesOfHex, isEqualBytes, joinBytes } from '#shared/core/bytes.ts'
import { sha256Of } from './crypto.ts'

/**
 * Follows an OpenTimestamps file from a digest to its attestations. It reads only what our files contain: append, prepend
 * and SHA-256, without branches. The reference tools read the same files.
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
const mostSteps = 255

/** Undefined if the file is not one of ours, or does not begin with this digest. */
export function followOts(file: Uint8Array, digest: Uint8Array): OtsAttestation | undefined {
  const start = header.length + 32
  if (file.length < start || !isEqualBytes(file.subarray(0, header.length), header)) return undefined
  if (!isEqualBytes(file.subarray(header.length, start), digest)) return undefined
  let [at, message] = [start, digest]
  const number = () => {
    let value = 0
    for (let scale = 1; at < file.length && scale < 2 ** 49; scale *= 128) {
      const byte = file[at++]!
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    return Number.NaN
  }
  const bytes = (): Uint8Array | undefined => {
    const length = number()
    at += length
    return at <= file.length && length <= 4096 ? file.subarray(at - length, at) : undefined
  }
  for (let step = 0; step < mostSteps; step++) {
    const tag = file[at++]
    if (tag === attestation) return attestationAt(file, at, message)
    const argument = tag === append || tag === prepend ? bytes() : undefined
    if (tag === hash) message = sha256Of(message)
    else if (!argument) return undefined
    else message = tag === append ? joinBytes(message, argument) : joinBytes(argument, message)
    if (message.length > 8192) return undefined
  }
  return undefined
}

function attestationAt(file: Uint8Array, at: number, message: Uint8Array): OtsAttestation | undefined {
  if (!isEqualBytes(file.subarray(at, at + 8), bitcoinTag)) return { height: null, message }
  const payload = file.subarray(at + 9, at + 9 + (file[at + 8] ?? 0))
  const height = payload.reduce((sum, byte, i) => sum + (byte & 127) * 128 ** i, 0)
  return payload.length > 0 && payload.length < 6 ? { height, message } : undefined
}
