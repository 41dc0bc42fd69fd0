import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

type LogRecord = {
  kind: number
  body: Buffer
}

/** length of body (4, little-endian) ‖ kind (1) ‖ body ‖ CRC-32 of kind and body (4, little-endian) */
const lengthBytes = 4
const overhead = lengthBytes + 1 + 4

/**
 * An append-only file. A partial record after a crash is truncated when the file is opened, with everything after it.
 */
export class AppendOnlyLog {
  readonly #file: number
  #size: number

  private constructor(file: number, size: number) {
    this.#file = file
    this.#size = size
  }

  static open(path: string): { log: AppendOnlyLog; records: LogRecord[] } {
    const file = openSync(path, 'a+', 0o600)
    const bytes = readFileSync(file)
    const records: LogRecord[] = []
    let size = 0
    for (let record = readRecord(bytes, size); record; record = readRecord(bytes, size)) {
      records.push(record)
      size += overhead + record.body.length
    }
    if (size < bytes.length) ftruncateSync(file, size)
    return { log: new AppendOnlyLog(file, size), records }
  }

  get size(): number {
    return this.#size
  }

  /** The record is durable only after sync() has returned. */
  append(kind: number, body: Uint8Array): void {
    const record = Buffer.alloc(overhead + body.length)
    record.writeUInt32LE(body.length)
    record[lengthBytes] = kind
    record.set(body, lengthBytes + 1)
    const checked = record.subarray(lengthBytes, lengthBytes + 1 + body.length)
    record.writeUInt32LE(crc32(checked), lengthBytes + checked.length)
    try {
      for (let written = 0; written < record.length; ) written += writeSync(this.#file, record, written)
    } catch (error) {
      // On a full disk, the partial record must be removed. Otherwise the records after it would be truncated at the next
      // start.
      ftruncateSync(this.#file, this.#size)
      throw error
    }
    this.#size += record.length
  }

  sync(): void {
    fdatasyncSync(this.#file)
  }

  clear(): void {
    ftruncateSync(this.#file, 0)
    this.#size = 0
  }

  close(): void {
    closeSync(this.#file)
  }
}

function readRecord(bytes: Buffer, start: number): LogRecord | undefined {
  if (start + overhead > bytes.length) return undefined
  const end = start + overhead + bytes.readUInt32LE(start)
  if (end > bytes.length) return undefined
  const checked = bytes.subarray(start + lengthBytes, end - 4)
  if (crc32(checked) !== bytes.readUInt32LE(end - 4)) return undefined
  return { kind: checked[0]!, body: checked.subarray(1) }
}
