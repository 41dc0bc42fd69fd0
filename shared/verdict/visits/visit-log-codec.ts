import { type LoggedVisit, maxPhones, type Visit, type VisitLog } from './visit-log.ts'

// A visit log: checks u32, since u32, then its visits. A visit, in the log or waiting to be merged into it, has 20 bytes:
//
//   0      4         8      10        12        14    16    18        19
//   minute | visitor | kind | version | country | lat | lng | network | phone (7 bits), unseen (1 bit)
//   u32      u32       u16    u16       2 letters i16   i16   u8        u8
//
// With all visits and those that wait, a row has 1,980 bytes. From 2,032 on, PostgreSQL moves values out of a row.
const head = 8
export const visitBytes = 20
/**
 * Hundredths of a degree: about a kilometre, far finer than IP location. Longitudes are stored in double units, so that
 * they fit.
 */
const latUnit = 100
const lngUnit = 50
const nowhere = -32_768
/** In the place of the phone: a confirmation, which waits and is never in the log. */
const confirmation = maxPhones - 1

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

export function encodeVisits(visits: readonly (Visit | LoggedVisit)[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(visits.length * visitBytes)
  for (let i = 0; i < visits.length; i++) writeVisit(bytes, i * visitBytes, visits[i]!)
  return bytes
}

type DecodedVisit = LoggedVisit & Pick<Visit, 'isConfirmation'>

/** A truncated visit is ignored. The phones of visits that wait to be merged have no meaning. */
export function decodeVisits(bytes: Uint8Array, from = 0): DecodedVisit[] {
  const visits: DecodedVisit[] = []
  for (let at = from; at + visitBytes <= bytes.length; at += visitBytes) visits.push(readVisit(bytes, at))
  return visits
}

function writeVisit(bytes: Uint8Array, at: number, visit: Visit | LoggedVisit): void {
  const { minute, visitor, kind, version, country, place, network, isUnseen } = visit
  const phone = 'phone' in visit ? visit.phone : visit.isConfirmation ? confirmation : 0
  write32(bytes, at, minute)
  write32(bytes, at + 4, visitor)
  write16(bytes, at + 8, kind)
  write16(bytes, at + 10, version)
  bytes[at + 12] = country.charCodeAt(0) || 0
  bytes[at + 13] = country.charCodeAt(1) || 0
  write16(bytes, at + 14, place ? Math.round(place.lat * latUnit) : nowhere)
  write16(bytes, at + 16, place ? Math.round(place.lng * lngUnit) : nowhere)
  bytes[at + 18] = network
  bytes[at + 19] = phone + (isUnseen ? maxPhones : 0)
}

function readVisit(bytes: Uint8Array, at: number): DecodedVisit {
  const lat = signed(read16(bytes, at + 14))
  const first = bytes[at + 12]!
  const last = bytes[at + 19]!
  const visit: DecodedVisit = {
    minute: read32(bytes, at),
    visitor: read32(bytes, at + 4),
    kind: read16(bytes, at + 8),
    version: read16(bytes, at + 10),
    country: first ? String.fromCharCode(first, bytes[at + 13]!) : '',
    place: lat === nowhere ? null : { lat: lat / latUnit, lng: signed(read16(bytes, at + 16)) / lngUnit },
    network: bytes[at + 18]!,
    phone: last % maxPhones,
  }
  if (last >= maxPhones) visit.isUnseen = true
  if (visit.phone === confirmation) visit.isConfirmation = true
  return visit
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
