import { type OtsFault, OtsFaultError } from './ots-fault.ts'

/** Reads the parts of an OpenTimestamps file one after the other. */
export class ByteReader {
  readonly #source: Uint8Array
  readonly #endFault: OtsFault
  #at = 0

  /** @param endFault what it means that the bytes end too early */
  constructor(source: Uint8Array, endFault: OtsFault) {
    this.#source = source
    this.#endFault = endFault
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length
  }

  bytes(length: number): Uint8Array {
    if (length > this.#source.length - this.#at) throw new OtsFaultError(this.#endFault)
    this.#at += length
    return this.#source.subarray(this.#at - length, this.#at)
  }

  byte(): number {
    return this.bytes(1)[0]!
  }

  /** Unsigned LEB128. */
  number(): number {
    let value = 0
    for (let scale = 1; scale < 2 ** 49; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    throw new OtsFaultError('malformed')
  }

  /** Bytes behind their length. */
  sized(maxLength: number): Uint8Array {
    const length = this.number()
    if (length > maxLength) throw new OtsFaultError('malformed')
    return this.bytes(length)
  }
}
