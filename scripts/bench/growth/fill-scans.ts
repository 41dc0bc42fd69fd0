import type pg from 'pg'
import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { kindLetters, osNumber, verdictLetters } from '#server/scan/table.ts'
import { maxPendingVisits } from '#server/verify/scans/scan-statement.ts'
import { restoreVisitLog } from '#shared/verdict/visits/restore-visit-log.ts'
import type { Visit, VisitLog } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog, encodeVisits } from '#shared/verdict/visits/visit-log-codec.ts'
import { copyInto } from './copy-rows.ts'
import type { BenchMerchant } from './fill-catalogue.ts'
import { batchCodes, batchesOf, type GrowthSize, idOf, plannedOrders } from './layout.ts'

/** The tables that a scan writes. */
export const scanTables = ['scan', 'scan_place', 'code_visits', 'recent_visits']

const addressBytes = 16
const minuteMs = 60_000
/** The scans are spread over this time until now. */
const spreadMs = 365 * 86_400_000
/** One scan in this many is of a code that is scanned often. */
const hotEvery = 10
const hotCodes = 1_000
/** Other codes are scanned at most this many times. */
const coldScans = 4
/**
 * Codes in each run of `recent_visits`, from the current one to the oldest: half of what they hold when all are merged, as on
 * the average day.
 */
const codesOfRuns = [49_000, 97_000] as const

const cities = [
  { country: 'MY', region: 'Pahang', city: 'Kuantan', lat: 3.8077, lng: 103.326 },
  { country: 'MY', region: 'Selangor', city: 'Shah Alam', lat: 3.0733, lng: 101.5185 },
  { country: 'SG', region: 'Singapore', city: 'Singapore', lat: 1.3521, lng: 103.8198 },
  { country: 'RU', region: 'Moscow', city: 'Moscow', lat: 55.7558, lng: 37.6173 },
  { country: 'DE', region: 'Berlin', city: 'Berlin', lat: 52.52, lng: 13.405 },
] as const
const systems = ['Android', 'iOS', 'Windows'] as const
const columns = ['at', 'visitor', 'place_id', 'os', 'kind', 'verdict', 'merchant_id', 'sku_id', 'address']

/** The stored data of the scans of a code. */
type CodeMemory = { visitLog: VisitLog | null; visits: Visit[] }

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
  // Two versions are measured on the same data.
  const random = new SeededRandom(1)
  const hot = Array.from({ length: hotCodes }, () => Math.floor(random.next() * codes))
  const memories = new Map(hot.map((code): [number, CodeMemory] => [code, { visitLog: null, visits: [] }]))
  const minutes = new Uint32Array(codes * coldScans)
  const counts = new Uint8Array(codes)
  /** Codes in the order of their first scans. */
  const visited = new Uint32Array(codes)
  let visitedCodes = 0
  const startedAt = Date.now() - spreadMs
  for (let day = 0; day <= 365; day += 28) {
    await client.query('select ensure_scan_partition($1)', [new Date(startedAt + day * 86_400_000)])
  }
  const { rows: places } = await client.query<{ id: number }>(
    `insert into scan_place (country, region, city, lat, lng)
     select country, region, city, lat, lng from jsonb_to_recordset($1)
       as listed (country text, region text, city text, lat real, lng real) returning id`,
    [JSON.stringify(cities)],
  )
  const copy = copyInto(client, 'scan', columns)
  for (let n = 0; n < size.scans; n++) {
    const at = startedAt + (n / size.scans) * spreadMs
    const minute = Math.floor(at / minuteMs)
    let code = n % hotEvery === 0 ? hot[Math.floor(random.next() * hotCodes)]! : Math.floor(random.next() * codes)
    let memory = memories.get(code)
    while (!memory && counts[code]! >= coldScans) {
      code = (code + 1) % codes
      memory = memories.get(code)
    }
    if (memory ? memory.visits.length === 0 && !memory.visitLog : counts[code] === 0) visited[visitedCodes++] = code
    if (memory) addVisitTo(memory, visitOf(code, minute))
    else minutes[code * coldScans + counts[code]!++] = minute
    const batch = ordersOfBatch[Math.floor(code / batchCodes)]!
    const { visitor, kind, version } = visitOf(code, minute)
    const sent = copy.row((row) => {
      row.instant(at)
      row.int8((BigInt(visitor) << 32n) | BigInt(kind * 0x1_0000 + version))
      row.int4(places[placeOf(code, minute)]!.id)
      row.int2(osNumber(systems[(code + minute) % systems.length]!))
      row.text(kindLetters.VERIFY)
      row.text(verdictLetters.genuine)
      row.bytes(batch.merchant)
      row.bytes(batch.sku)
      row.bytes(addresses.subarray(code * addressBytes, (code + 1) * addressBytes))
    })
    if (sent) await sent
  }
  await copy.end()
  const remembered = copyInto(client, 'code_visits', ['address', 'visit_log', 'visits'])
  for (const code of visited.subarray(0, visitedCodes)) {
    const memory = memories.get(code)
    const sent = remembered.row((row) => {
      row.bytes(addresses.subarray(code * addressBytes, (code + 1) * addressBytes))
      if (memory?.visitLog) row.bytes(encodeVisitLog(memory.visitLog))
      else row.null()
      row.bytes(memory ? encodeVisits(memory.visits) : coldVisits(minutes, counts, code))
    })
    if (sent) await sent
  }
  await remembered.end()
  await fillRuns(client, visited.subarray(0, visitedCodes), addresses)
}

/** Copies the memory of some codes into runs, as a visit does. */
async function fillRuns(client: pg.Client, visited: Uint32Array, addresses: Buffer): Promise<void> {
  await client.query(`update recent_run set run = ${codesOfRuns.length - 1}`)
  let at = visited.length
  for (const [age, wanted] of codesOfRuns.entries()) {
    const codes = visited.subarray(Math.max(0, at - Math.min(wanted, visited.length / 10)), at)
    at -= codes.length
    const listed = Array.from(codes, (code) =>
      addresses.toString('hex', code * addressBytes, (code + 1) * addressBytes),
    )
    await client.query(
      `insert into recent_visits (run, address, visit_log, visits)
       select $1, address, visit_log, visits from unnest($2::uuid[]) with ordinality as listed (address, place)
       join code_visits using (address) order by place`,
      [codesOfRuns.length - 1 - age, listed],
    )
  }
}

const placeOf = (code: number, minute: number) => (code + (minute % 7 === 0 ? minute : 0)) % cities.length

function visitOf(code: number, minute: number): Visit {
  const { country, lat, lng } = cities[placeOf(code, minute)]!
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

/** As `scan-store.ts` stores a visit: appended, after the others were merged when they are many. */
function addVisitTo(memory: CodeMemory, visit: Visit): void {
  if (memory.visits.length >= maxPendingVisits) {
    const visitLog = memory.visitLog && encodeVisitLog(memory.visitLog)
    memory.visitLog = restoreVisitLog({ visit_log: visitLog, visits: encodeVisits(memory.visits) }, [])
    memory.visits = []
  }
  memory.visits.push(visit)
}

/** The visits of a code with few scans, of which only the minutes are remembered. */
const coldVisits = (minutes: Uint32Array, counts: Uint8Array, code: number): Uint8Array =>
  encodeVisits(
    Array.from(minutes.subarray(code * coldScans, code * coldScans + counts[code]!), (minute) => visitOf(code, minute)),
  )

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
