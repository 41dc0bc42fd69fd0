import type { Trail, Visit } from './trail.ts'

// A trail is checks: u32, since: u32, then its visits. A visit is 18 bytes: minute u32, visitor u32, kind u16, version u16,
// country 2 letters, lat i16, lng i16.
const HEAD = 8
export const VISIT_BYTES = 18
/** Hundredths of a degree: about a kilometre, far finer than an address is located. Longitudes fit as halves. */
const LAT_UNIT = 100
const LNG_UNIT = 50
const NOWHERE = -32_768

// Shifts instead of a DataView: small arrays then stay where the engine keeps its objects, which is several times faster.

export function trailBytes({ checks, since, visits }: Trail): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD + visits.length * VISIT_BYTES)
  write32(bytes, 0, checks)
  write32(bytes, 4, since)
  bytes.set(visitBytes(visits), HEAD)
  return bytes
}

export const readTrail = (bytes: Uint8Array): Trail => ({
  checks: read32(bytes, 0),
  since: read32(bytes, 4),
  visits: readVisits(bytes, HEAD),
})

export function visitBytes(visits: readonly Visit[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(visits.length * VISIT_BYTES)
  for (let i = 0; i < visits.length; i++) writeVisit(bytes, i * VISIT_BYTES, visits[i]!)
  return bytes
}

export function readVisits(bytes: Uint8Array, from = 0): Visit[] {
  const visits: Visit[] = []
  for (let at = from; at + VISIT_BYTES <= bytes.length; at += VISIT_BYTES) visits.push(readVisit(bytes, at))
  return visits
}

function writeVisit(bytes: Uint8Array, at: number, { minute, visitor, kind, version, country, place }: Visit): void {
  write32(bytes, at, minute)
  write32(bytes, at + 4, visitor)
  write16(bytes, at + 8, kind)
  write16(bytes, at + 10, version)
  bytes[at + 12] = country.charCodeAt(0) || 0
  bytes[at + 13] = country.charCodeAt(1) || 0
  write16(bytes, at + 14, place ? Math.round(place.lat * LAT_UNIT) : NOWHERE)
  write16(bytes, at + 16, place ? Math.round(place.lng * LNG_UNIT) : NOWHERE)
}

function readVisit(bytes: Uint8Array, at: number): Visit {
  const lat = signed(read16(bytes, at + 14))
  const first = bytes[at + 12]!
  return {
    minute: read32(bytes, at),
    visitor: read32(bytes, at + 4),
    kind: read16(bytes, at + 8),
    version: read16(bytes, at + 10),
    country: first ? String.fromCharCode(first, bytes[at + 13]!) : '',
    place: lat === NOWHERE ? null : { lat: lat / LAT_UNIT, lng: signed(read16(bytes, at + 16)) / LNG_UNIT },
  }
}

function write16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 8
  bytes[at + 1] = value
}

function write32(bytes: Uint8Array, at: number, value: number): void {
  write16(bytes, at, value >>> 16)
  write16(bytes, at + 2, value)
}

const read16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!
const read32 = (bytes: Uint8Array, at: number): number => read16(bytes, at) * 0x10000 + read16(bytes, at + 2)
const signed = (value: number): number => (value << 16) >> 16
