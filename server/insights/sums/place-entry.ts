import { slotsPerDay } from '#server/insights/zone-clock.ts'

/** Rows into which the places of a product and month are divided. */
export const placeBuckets = 16
export const bucketOf = (placeId: number): number => placeId % placeBuckets

/**
 * One scan in `scan_place_month.scans`, 8 bytes, the highest bit first: 32 bits of the place, 4 unused, 20 of the slot since
 * the begin of the month, one each for suspicious and redirect, 6 of the operating system.
 */
const entryBytes = 8
export const entryBits = { slot: 8, suspicious: 7, redirect: 6 } as const

export type PlaceEntry = {
  placeId: number
  slot: number
  isSuspicious: boolean
  isRedirect: boolean
  os: number
}

/** Calls `see` for each scan of `scans`. @param month its first day, in days since 1970 */
export function eachEntry(scans: Buffer, month: number, see: (entry: PlaceEntry) => void): void {
  const firstSlot = month * slotsPerDay
  // One object for all entries: a year has a million.
  const entry: PlaceEntry = { placeId: 0, slot: 0, isSuspicious: false, isRedirect: false, os: 0 }
  for (let at = 0; at < scans.length; at += entryBytes) {
    const word = scans.readUInt32BE(at + 4)
    entry.placeId = scans.readUInt32BE(at)
    entry.slot = firstSlot + (word >>> entryBits.slot)
    entry.isSuspicious = ((word >>> entryBits.suspicious) & 1) === 1
    entry.isRedirect = ((word >>> entryBits.redirect) & 1) === 1
    entry.os = word & 63
    see(entry)
  }
}
