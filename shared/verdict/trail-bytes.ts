import type { Trail, Visit } from './trail.ts'

// checks: u32, since: u32, then 18 bytes a visit: minute u32, visitor u32, kind u16, version u16,
// country 2 letters, lat i16, lng i16.
const HEAD = 8
const ENTRY = 18
/** Hundredths of a degree: about a kilometre, far finer than an address is located. Longitudes fit as halves. */
const LAT_UNIT = 100
const LNG_UNIT = 50
const NOWHERE = -32_768

export function trailBytes({ checks, since, visits }: Trail): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD + visits.length * ENTRY)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, checks)
  view.setUint32(4, since)
  for (const [i, visit] of visits.entries()) writeVisit(view, HEAD + i * ENTRY, visit)
  return bytes
}

export function readTrail(bytes: Uint8Array): Trail {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const visits = Array.from({ length: (bytes.length - HEAD) / ENTRY }, (_, i) => readVisit(view, HEAD + i * ENTRY))
  return { checks: view.getUint32(0), since: view.getUint32(4), visits }
}

function writeVisit(view: DataView, at: number, visit: Visit): void {
  const { place, country } = visit
  view.setUint32(at, visit.minute)
  view.setUint32(at + 4, visit.visitor)
  view.setUint16(at + 8, visit.kind)
  view.setUint16(at + 10, visit.version)
  view.setUint8(at + 12, country.charCodeAt(0) || 0)
  view.setUint8(at + 13, country.charCodeAt(1) || 0)
  view.setInt16(at + 14, place ? Math.round(place.lat * LAT_UNIT) : NOWHERE)
  view.setInt16(at + 16, place ? Math.round(place.lng * LNG_UNIT) : NOWHERE)
}

function readVisit(view: DataView, at: number): Visit {
  const lat = view.getInt16(at + 14)
  const [first, second] = [view.getUint8(at + 12), view.getUint8(at + 13)]
  return {
    minute: view.getUint32(at),
    visitor: view.getUint32(at + 4),
    kind: view.getUint16(at + 8),
    version: view.getUint16(at + 10),
    country: first ? String.fromCharCode(first, second) : '',
    place: lat === NOWHERE ? null : { lat: lat / LAT_UNIT, lng: view.getInt16(at + 16) / LNG_UNIT },
  }
}
