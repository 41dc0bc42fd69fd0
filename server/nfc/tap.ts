import { formatAddress } from '#shared/verify/code/code.ts'
import { macInput, tagKeys } from './crypto/ndef.ts'
import { isSunMac, type TapData } from './crypto/sun.ts'
import type { ChipKeys } from './tag-keys.ts'

/** What a tag wrote into the URL that it opened. */
export type GivenTap = { picc: Buffer; mac: Buffer }

/** Undefined for anything but the digits that a tag writes. */
export function readTap(e: string | undefined, c: string | undefined): GivenTap | undefined {
  if (!e || !c || !/^[0-9a-f]{32}$/i.test(e) || !/^[0-9a-f]{16}$/i.test(c)) return undefined
  return { picc: Buffer.from(e, 'hex'), mac: Buffer.from(c, 'hex') }
}

/** Whether the chip has signed the URL of this code. */
export function provesCode(keys: ChipKeys, { picc, mac }: GivenTap, read: TapData, address: string): boolean {
  return isSunMac(mac, keys.keyOf(read.uid, tagKeys.file), read, macInput(formatAddress(address), picc))
}
