import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readPrinted } from '#shared/verify/printed.ts'
import { codeKeyOf, orderNumber, printedAddress, printedSecret, tagBytes } from './code.ts'

/** A number for people, drawn at random. */
export const randomNumber = (): string => orderNumber(randomBytes(tagBytes))

/** The bytes behind an address as PostgreSQL writes it, and its printed letters. */
export const addressBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
export const printedCode = (uuid: string): string => printedAddress(addressBytes(uuid))

/** The hex digits of the order's tag: the first 5 bytes of an address as PostgreSQL writes it. */
export const tagOf = (uuid: string): string => uuid.slice(0, 8) + uuid.slice(9, 11)

/** The same of an address among others, 16 bytes each. */
export const tagAt = (addresses: Buffer, at: number): string => addresses.toString('hex', at, at + tagBytes)

/** Whether a printed secret is the one that belongs to a code, compared in constant time. */
export function secretCheck(codeKey: Uint8Array): (address: string, secret: string) => boolean {
  const key = codeKeyOf(codeKey)
  return (address, secret) => {
    const expected = Buffer.from(printedSecret(key, addressBytes(address)))
    const given = Buffer.from(secret)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

/** A code as a list gives it. `secretHolds` is undefined where the list carries no secret. */
export type ListedCode = { address: string; secretHolds: boolean | undefined }

/** Reads printed codes, and tells whether the secret printed with them is theirs. */
export function codeReader(codeKey: Uint8Array): (text: string) => ListedCode | undefined {
  const holdsSecret = secretCheck(codeKey)
  return (text) => {
    const read = readPrinted(text)
    if (!read) return undefined
    const { address, secret } = read
    return { address, secretHolds: secret === undefined ? undefined : holdsSecret(address, secret) }
  }
}
