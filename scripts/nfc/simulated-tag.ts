import { createCipheriv, randomBytes } from 'node:crypto'
import { sunMac } from '#server/nfc/crypto/sun.ts'

/** What an encoder writes to a chip, in hex digits: the columns of both CSV files. */
export type Personalisation = {
  uid: string
  ndef_hex: string
  key_1: string
  key_2: string
  file_settings: string
}

const headerBytes = 7
const prefixes: Record<number, string> = { 3: 'http://', 4: 'https://' }

/**
 * An NTAG 424 DNA chip after its personalisation. It knows nothing of Assay but what an encoder has written: where it writes, and with
 * which keys, follows from its file settings.
 */
export class SimulatedTag {
  readonly #file: Buffer
  readonly #settings: Buffer
  readonly #keys: Record<number, Buffer>
  readonly #uid: Buffer
  #counter = 0

  constructor({ uid, ndef_hex, key_1, key_2, file_settings }: Personalisation) {
    this.#uid = Buffer.from(uid, 'hex')
    this.#file = Buffer.from(ndef_hex, 'hex')
    this.#settings = Buffer.from(file_settings, 'hex')
    this.#keys = { 1: Buffer.from(key_1, 'hex'), 2: Buffer.from(key_2, 'hex') }
  }

  /** Reads the tag as a phone does. @returns the URL that the phone opens */
  tap(): string {
    this.#counter += 1
    const [picc, from, mac] = [6, 9, 12].map((at) => this.#settings.readUIntLE(at, 3)) as [number, number, number]
    const keyOf = (number: number) => this.#keys[number] ?? Buffer.alloc(16)
    const keys = this.#settings[5]!
    const data = Buffer.concat([Buffer.of(0xc7), this.#uid, Buffer.alloc(3), randomBytes(5)])
    data.writeUIntLE(this.#counter, 8, 3)
    const cipher = createCipheriv('aes-128-cbc', keyOf(keys >> 4), Buffer.alloc(16)).setAutoPadding(false)
    const read = Buffer.from(this.#file)
    read.write(cipher.update(data).toString('hex').toUpperCase(), picc, 'latin1')
    const tap = { uid: this.#uid, counter: this.#counter }
    const signed = sunMac(keyOf(keys & 0xf), tap, read.toString('latin1', from, mac))
    read.write(signed.toString('hex').toUpperCase(), mac, 'latin1')
    return prefixes[read[6]!] + read.toString('latin1', headerBytes)
  }
}
