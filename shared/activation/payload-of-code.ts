import { lettersOf } from '#shared/verify/code/base32.ts'
import { formatAddress } from '#shared/verify/code/code.ts'

/**
 * A payload names its code and order, and all codes of a product in a batch share one stored text: it has two empty values at
 * its start, which are filled in when a code is hashed or read. Payloads of version 1 begin otherwise, because the values of
 * their first level are never numbers, and are complete.
 */
const [beforeCode, beforeOrder] = ['{"v":2,"code":"', '","order":"']
export const sharedStart = beforeCode + beforeOrder

/** Follows in a text whose codes have own serials. A payload without one has another key there. */
export const serialSlot = '","serial":""'
const beforeSerial = '","serial":'

/** Whether the own serial of a code has to be read for its payload. */
export const hasSerialSlot = (stored: string): boolean => stored.startsWith(sharedStart + serialSlot)

/** Byte offset of the 26 letters of the code. */
export const codeOffset = beforeCode.length

/**
 * @param address 32 hex digits, or a uuid
 * @param serial the serial that the item had before its code; absent for a code without one, also where others of the batch have one
 *
 * @example
 * const stored = '{"v":2,"code":"","order":"","sku":"TEA-1"}'
 * const payload = JSON.parse(payloadOfCode(stored, '00000000-0000-0000-0000-000000000001'))
 * payload // => { v: 2, code: '00000000000000000000000001', order: '0000-0000', sku: 'TEA-1' }
 */
export function payloadOfCode(stored: string, address: string, serial?: string): string {
  if (!stored.startsWith(sharedStart)) return stored
  const start = beforeCode + formatAddress(address) + beforeOrder + orderOf(address)
  if (!hasSerialSlot(stored)) return start + stored.slice(sharedStart.length)
  const own = serial === undefined ? '"' : beforeSerial + JSON.stringify(serial)
  return start + own + stored.slice(sharedStart.length + serialSlot.length)
}

/** The number of an order is the first 40 bits of the addresses of its codes. */
function orderOf(address: string): string {
  const hex = address.replaceAll('-', '')
  return [0, 5].map((at) => lettersOf(Number.parseInt(hex.slice(at, at + 5), 16), 4)).join('-')
}
