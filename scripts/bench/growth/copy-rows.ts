import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const microsecondsTo2000 = 946_684_800_000_000n
const uuidType = 2950
/** A buffer of rows is sent when it has this many bytes. */
const pieceBytes = 256 * 1024

/** One row in the binary format of COPY. The columns are added in the order in which `copyInto` names them. */
type RowWriter = {
  null(): void
  int2(value: number): void
  int4(value: number): void
  int8(value: bigint): void
  text(value: string): void
  /** Also a uuid, as its 16 bytes. */
  bytes(value: Uint8Array): void
  /** Milliseconds since 1970. */
  instant(milliseconds: number): void
  /** 16 bytes each. */
  uuids(flat: Uint8Array): void
}

export type Copy = {
  /** Adds a row. Await the result regularly, so that rows do not fill the memory. */
  row(write: (row: RowWriter) => void): void | Promise<void>
  /** Resolves when all rows are stored. */
  end(): Promise<void>
}

/** Writes rows into a table by one COPY. Nothing else may use the client until it ends. */
export function copyInto(client: pg.Client, table: string, columns: readonly string[]): Copy {
  const stream = client.query(copyFrom(`copy ${table} (${columns.join()}) from stdin (format binary)`))
  const stored = finished(stream)
  // A failure is thrown by `end`.
  stored.catch(() => undefined)
  let buffer = Buffer.allocUnsafe(2 * pieceBytes)
  let at = signature.copy(buffer)

  function reserve(bytes: number): void {
    if (at + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, at + bytes))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }
  function field(bytes: number): number {
    reserve(bytes + 4)
    buffer.writeInt32BE(bytes, at)
    const start = at + 4
    at = start + bytes
    return start
  }
  const writer: RowWriter = {
    null() {
      reserve(4)
      at = buffer.writeInt32BE(-1, at)
    },
    int2: (value) => void buffer.writeInt16BE(value, field(2)),
    int4: (value) => void buffer.writeInt32BE(value, field(4)),
    int8: (value) => void buffer.writeBigInt64BE(BigInt.asIntN(64, value), field(8)),
    text(value) {
      const bytes = Buffer.byteLength(value)
      const start = field(bytes)
      buffer.write(value, start)
    },
    bytes(value) {
      const start = field(value.length)
      buffer.set(value, start)
    },
    instant(milliseconds) {
      const start = field(8)
      buffer.writeBigInt64BE(BigInt(Math.round(milliseconds * 1000)) - microsecondsTo2000, start)
    },
    uuids(flat) {
      const count = flat.length / 16
      const array = field(20 + count * 20)
      for (const [i, head] of [1, 0, uuidType, count, 1].entries()) buffer.writeInt32BE(head, array + 4 * i)
      for (let i = 0; i < count; i++) {
        buffer.writeInt32BE(16, array + 20 + i * 20)
        buffer.set(flat.subarray(i * 16, i * 16 + 16), array + 24 + i * 20)
      }
    },
  }

  function send(): void | Promise<void> {
    const full = buffer.subarray(0, at)
    buffer = Buffer.allocUnsafe(2 * pieceBytes)
    at = 0
    if (!stream.write(full)) return Promise.race([once(stream, 'drain').then(() => undefined), stored])
  }
  return {
    row(write) {
      reserve(2)
      at = buffer.writeInt16BE(columns.length, at)
      write(writer)
      return at >= pieceBytes ? send() : undefined
    },
    async end() {
      reserve(2)
      at = buffer.writeInt16BE(-1, at)
      await send()
      stream.end()
      await stored
    },
  }
}
