import { randomFillSync } from 'node:crypto'
import { twoPassOrder } from '#server/core/db/two-passes.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { ownBytes, prefixBytes } from './code.ts'

type CodesOfOrder = {
  merchantId: string
  orderId: string
  prefix: Uint8Array
  firstSerial: number
  count: number
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** Signature, flags, and the length of a header extension, which is absent. */
const headBytes = signature.length + 8
const endBytes = 2
const keyBytes = 8
const unsortedBytes = ownBytes - keyBytes

/**
 * New codes as binary rows of PostgreSQL's COPY into `code`: (address, merchant_id, order_id, serial_no). Addresses are
 * sorted by their first 8 random bytes, as the serial numbers are: rows near each other in the file are near in the index. They
 * are written in two passes. A collision of the 88
 * random bits would violate the unique index, roll the chunk back, and be retried with new random bits.
 */
export function codeRows({ merchantId, orderId, prefix, firstSerial, count }: CodesOfOrder): Buffer {
  const row = Buffer.concat([
    Buffer.of(0, 4),
    field(Buffer.concat([prefix, Buffer.alloc(ownBytes)])),
    field(uuidBytes(merchantId)),
    field(uuidBytes(orderId)),
    field(Buffer.alloc(4)),
  ])
  const ownAt = 2 + 4 + prefixBytes
  const serialAt = row.length - 4
  const keys = sortedKeys(count)
  const unsorted = randomFillSync(Buffer.allocUnsafe(count * unsortedBytes))
  const rows = Buffer.alloc(headBytes + count * row.length + endBytes, 0)
  rows.set(signature)
  rows.fill(row, headBytes, rows.length - endBytes)
  let at = headBytes
  for (const i of twoPassOrder(count)) {
    const ownStart = at + ownAt
    for (let byte = 0; byte < keyBytes; byte++) rows[ownStart + byte] = keys[i * keyBytes + byte]!
    for (let byte = 0; byte < unsortedBytes; byte++)
      rows[ownStart + keyBytes + byte] = unsorted[i * unsortedBytes + byte]!
    rows.writeInt32BE(firstSerial + i, at + serialAt)
    at += row.length
  }
  rows.writeInt16BE(-1, at)
  return rows
}

/** Random 8-byte numbers, big-endian, in ascending order. */
function sortedKeys(count: number): Buffer {
  const numbers = randomFillSync(new BigUint64Array(count)).sort()
  return Buffer.from(numbers.buffer).swap64()
}

function field(value: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(value.length)
  return Buffer.concat([length, value])
}

if (prefixBytes + ownBytes !== 16) throw new Error('An address has 16 bytes')
