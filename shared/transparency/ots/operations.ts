import { ripemd160, sha1 } from '@noble/hashes/legacy'
import { keccak_256 } from '@noble/hashes/sha3'
import { hexOf, joinBytes } from '#shared/core/bytes.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import type { ByteReader } from './byte-reader.ts'

/** The limit of the reference library for an argument and for a message. */
const maxMessage = 4096

/** Hash functions by their tag. A file begins with the tag of the one that made its digest. */
export const hashes: ReadonlyMap<number, (message: Uint8Array) => Uint8Array> = new Map([
  [0x02, sha1],
  [0x03, ripemd160],
  [0x08, sha256Of],
  [0x67, keccak_256],
])
const changes: ReadonlyMap<number, (message: Uint8Array) => Uint8Array> = new Map([
  ...hashes,
  [0xf2, (message: Uint8Array) => message.toReversed()],
  [0xf3, (message: Uint8Array) => new TextEncoder().encode(hexOf(message))],
])
const joins: ReadonlyMap<number, (message: Uint8Array, argument: Uint8Array) => Uint8Array> = new Map([
  [0xf0, joinBytes],
  [0xf1, (message: Uint8Array, argument: Uint8Array) => joinBytes(argument, message)],
])

/** The result of the operation with this tag; undefined if the format has no such operation, or not for this message. */
export function resultOf(tag: number, message: Uint8Array, reader: ByteReader): Uint8Array | undefined {
  const join = joins.get(tag)
  const argument = join && reader.sized(maxMessage)
  if (argument?.length === 0) return undefined
  const result = argument ? join!(message, argument) : changes.get(tag)?.(message)
  return result && result.length <= maxMessage ? result : undefined
}
