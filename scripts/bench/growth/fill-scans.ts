import type pg from 'pg'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { restoreVisitLog } from '#shared/verdict/visits/restore-visit-log.ts'
import type { Visit, VisitLog } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog, encodeVisits, VISIT_BYTES } from '#shared/verdict/visits/visit-log-codec.ts'
import { copyInto } from './copy-rows.ts'
import type { BenchMerchant } from './fill-catalogue.ts'
import { batchCodes, batchesOf, type GrowthSize, idOf, plannedOrders } from './layout.ts'

/** The tables that a scan writes. */
export const scanTables = ['scan']

const addressBytes = 16
const minuteMs = 60_000
/** The scans are spread over this time until now. */
const spreadMs = 365 * 86_400_000
/** One scan in this many is of a code that is scanned often. */
const hotEvery = 10
const hotCodes = 1_000
/** Other codes are scanned at most this many times. */
const coldScans = 4
/** As in `scan-store.ts`: visits that are appended before they are merged. */
const maxPendingVisits = 16

const cities = [
  { country: 'MY', region: 'Pahang', city: 'Kuantan', lat: 3.8077, lng: 103.326 },
  { country: 'MY', region: 'Selangor', city: 'Shah Alam', lat: 3.0733, lng: 101.5185 },
  { country: 'SG', region: 'Singapore', city: 'Singapore', lat: 1.3521, lng: 103.8198 },
  { country: 'RU', region: 'Moscow', city: 'Moscow', lat: 55.7558, lng: 37.6173 },
  { country: 'DE', region: 'Berlin', city: 'Berlin', lat: 52.52, lng: 13.405 },
] as const
const systems = ['Android', 'iOS', 'Windows'] as const
const columns = [
  ...[
    'at',
    'merchant_id',
    'sku_id',
    'order_id',
    'address',
    'kind',
    'verdict',
    'country',
    'region',
    'city',
    'lat',
    'lng',
  ],
  ...['os', 'visitor', 'trail', 'visits'],
]

/** What a code keeps of its scans until now. */
type CodeMemory = { trail: VisitLog | null; visits: Visit[] }

/**
 * Writes scans of a year in the order of time: nine of ten are of codes with few scans, the others of 1,000 codes with
 * many.
 */
export async function fillScans(
  client: pg.Client,
  owners: readonly BenchMerchant[],
  addresses: Buffer,
  size: GrowthSize,
): Promise<void> {
  const codes = addresses.length / addressBytes
  const ordersOfBatch = orderFieldsOfBatches(owners, size)
  const random = seededRandom()
  const hot = Array.from({ length: hotCodes }, () => Math.floor(random() * codes))
  const memories = new Map(hot.map((code): [number, CodeMemory] => [code, { trail: null, visits: [] }]))
  const minutes = new Uint32Array(codes * coldScans)
  const counts = new Uint8Array(codes)
  const begun = Date.now() - spreadMs
  const copy = copyInto(client, 'scan', columns)
  for (let n = 0; n < size.scans; n++) {
    const at = begun + (n / size.scans) * spreadMs
    const minute = Math.floor(at / minuteMs)
    let code = n % hotEvery === 0 ? hot[Math.floor(random() * hotCodes)]! : Math.floor(random() * codes)
    let memory = memories.get(code)
    while (!memory && counts[code]! >= coldScans) {
      code = (code + 1) % codes
      memory = memories.get(code)
    }
    const stored = memory ? withVisit(memory, visitOf(code, minute)) : coldVisits(minutes, counts, code, minute)
    const batch = ordersOfBatch[Math.floor(code / batchCodes)]!
    const city = cityOf(code, minute)
    const sent = copy.row((row) => {
      row.instant(at)
      row.bytes(batch.merchant)
      row.bytes(batch.sku)
      row.bytes(batch.order)
      row.bytes(addresses.subarray(code * addressBytes, (code + 1) * addressBytes))
      row.text('VERIFY')
      row.text('genuine')
      row.text(city.country)
      row.text(city.region)
      row.text(city.city)
      row.float8(city.lat)
      row.float8(city.lng)
      row.text(systems[(code + minute) % systems.length]!)
      row.bytes(addresses.subarray(code * addressBytes, (code + 1) * addressBytes))
      if (stored.trail) row.bytes(stored.trail)
      else row.null()
      if (stored.visits) row.bytes(stored.visits)
      else row.null()
    })
    if (sent) await sent
  }
  await copy.end()
}

const cityOf = (code: number, minute: number) => cities[(code + (minute % 7 === 0 ? minute : 0)) % cities.length]!

function visitOf(code: number, minute: number): Visit {
  const { country, lat, lng } = cityOf(code, minute)
  return {
    minute,
    visitor: (Math.imul(code + minute, 2_654_435_761) >>> 0) as number,
    kind: (code * 31 + minute) % 200,
    version: 4_000 + (minute % 40),
    country,
    place: { lat, lng },
    network: (code + minute) % 64,
  }
}

type StoredVisits = { trail: Uint8Array | null; visits: Uint8Array | null }

/** As `scan-store.ts` stores the visits of one code: appended to the last scan, merged when they are many. */
function withVisit(memory: CodeMemory, visit: Visit): StoredVisits {
  if (memory.visits.length < maxPendingVisits) memory.visits.push(visit)
  else {
    const trail = memory.trail && encodeVisitLog(memory.trail)
    memory.trail = restoreVisitLog({ trail, visits: encodeVisits(memory.visits) }, [visit])
    memory.visits = []
  }
  return {
    trail: memory.trail && encodeVisitLog(memory.trail),
    visits: memory.visits.length > 0 ? encodeVisits(memory.visits) : null,
  }
}

/** The same for a code with few scans, of which only the minutes are remembered. */
function coldVisits(minutes: Uint32Array, counts: Uint8Array, code: number, minute: number): StoredVisits {
  minutes[code * coldScans + counts[code]!] = minute
  counts[code]! += 1
  const visits = new Uint8Array(counts[code]! * VISIT_BYTES)
  for (let i = 0; i < counts[code]!; i++)
    visits.set(encodeVisits([visitOf(code, minutes[code * coldScans + i]!)]), i * VISIT_BYTES)
  return { trail: null, visits }
}

function orderFieldsOfBatches(owners: readonly BenchMerchant[], size: GrowthSize) {
  const fields: Record<'merchant' | 'sku' | 'order', Buffer>[] = Array(batchesOf(size))
  for (const { number, merchant, sku, firstBatch, batches } of plannedOrders(size)) {
    const own = {
      merchant: uuidBytes(owners[merchant]!.id),
      sku: uuidBytes(owners[merchant]!.skus[sku]!),
      order: uuidBytes(idOf('order', number)),
    }
    fields.fill(own, firstBatch, firstBatch + batches)
  }
  return fields
}

/** Repeatable numbers from 0 to 1, so that two versions are measured on the same data (mulberry32). */
function seededRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
