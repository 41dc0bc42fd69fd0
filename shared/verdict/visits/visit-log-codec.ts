import type { Visit, VisitLog, Visitor } from './visit-log.ts'

// The format of a visit log: checks: u32, since: u32, then its visits. A visit is 22 bytes: minute u32, visitor u32, kind u16,
// version u16, country 2 letters, lat i16, lng i16, network u8, minutes from its latest visit from there to minute u24.
const head = 8
export const visitBytes = 22
const maxMinutes = 0xff_ffff
/**
 * Hundredths of a degree: about a kilometre, far finer than IP location. Longitudes are stored in double units, so that
 * they fit.
 */
const latUnit = 100
const lngUnit = 50
const nowhere = -32_768

// Shifts and no DataView: small arrays then stay in the engine's object heap, which is several times faster.

export function encodeVisitLog({ checks, since, visits }: VisitLog): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head + visits.length * visitBytes)
  write32(bytes, 0, checks)
  write32(bytes, 4, since)
  bytes.set(encodeVisits(visits), head)
  return bytes
}

export const decodeVisitLog = (bytes: Uint8Array): VisitLog => ({
  checks: read32(bytes, 0),
  since: read32(bytes, 4),
  visits: decodeVisits(bytes, head),
})

export function encodeVisits(visits: readonly (Visit | Visitor)[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(visits.length * visitBytes)
  for (let i = 0; i < visits.length; i++) writeVisit(bytes, i * visitBytes, visits[i]!)
  return bytes
}

/** A truncated visit is ignored. */
export function decodeVisits(bytes: Uint8Array, from = 0): Visitor[] {
  const visits: Visitor[] = []
  for (let at = from; at + visitBytes <= bytes.length; at += visitBytes) visits.push(readVisit(bytes, at))
  return visits
}

function writeVisit(bytes: Uint8Array, at: number, visit: Visit | Visitor): void {
  const { minute, visitor, kind, version, country, place, network } = visit
  const networkMinute = 'networkMinute' in visit ? visit.networkMinute : minute
  write32(bytes, at, minute)
  write32(bytes, at + 4, visitor)
  write16(bytes, at + 8, kind)
  write16(bytes, at + 10, version)
  bytes[at + 12] = country.charCodeAt(0) || 0
  bytes[at + 13] = country.charCodeAt(1) || 0
  write16(bytes, at + 14, place ? Math.round(place.lat * latUnit) : nowhere)
  write16(bytes, at + 16, place ? Math.round(place.lng * lngUnit) : nowhere)
  bytes[at + 18] = network
  const before = Math.min(maxMinutes, minute - networkMinute)
  bytes[at + 19] = before >> 16
  write16(bytes, at + 20, before)
}

function readVisit(bytes: Uint8Array, at: number): Visitor {
  const lat = signed(read16(bytes, at + 14))
  const first = bytes[at + 12]!
  const minute = read32(bytes, at)
  return {
    minute,
    visitor: read32(bytes, at + 4),
    kind: read16(bytes, at + 8),
    version: read16(bytes, at + 10),
    country: first ? String.fromCharCode(first, bytes[at + 13]!) : '',
    place: lat === nowhere ? null : { lat: lat / latUnit, lng: signed(read16(bytes, at + 16)) / lngUnit },
    network: bytes[at + 18]!,
    networkMinute: minute - (bytes[at + 19]! * 0x10000 + read16(bytes, at + 20)),
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
