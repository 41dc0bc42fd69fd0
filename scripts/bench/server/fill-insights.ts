import type pg from 'pg'
import { copyInto } from '#scripts/bench/growth/copy-rows.ts'
import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { kindLetters, verdictLetters } from '#server/scan/table.ts'

const filled = { merchants: 200, skusOfMerchant: 10, places: 5_000 }
/** The part of all scans that belongs to the demo merchant. */
const largestShare = 0.14
const yearMs = 365 * 86_400_000
const redirectEvery = 5
const unknownEvery = 100
const systems = 9

export type FilledMerchant = { id: string; skus: string[] }

/**
 * Writes scans of a year, in the order of time, over merchants, products and places. Each merchant has most scans in few
 * places: the n-th of its places has the n-th part of the scans of the first one.
 */
export async function fillInsights(client: pg.Client, scans: number): Promise<FilledMerchant[]> {
  const merchants = await fillMerchants(client)
  const startedAt = Date.now() - yearMs
  for (let day = 0; day <= 365; day += 28)
    await client.query('select ensure_scan_partition($1)', [new Date(startedAt + day * 86_400_000)])
  const { rows: places } = await client.query<{ id: number }>(
    `insert into scan_place (country, region, city, lat, lng)
     select chr(65 + n % 26) || chr(65 + n / 26 % 26), '', 'Bench ' || n, n % 140 - 70, n % 359 - 179
     from generate_series(1, $1) n returning id`,
    [filled.places],
  )
  const rank = ranks(filled.places)
  const owners = merchants.map(({ id, skus }) => ({ id: uuidBytes(id), skus: skus.map(uuidBytes) }))
  const random = new SeededRandom(7)
  const address = Buffer.alloc(16)
  const columns = ['at', 'visitor', 'place_id', 'os', 'kind', 'verdict', 'merchant_id', 'sku_id', 'address']
  const copy = copyInto(client, 'scan', columns)
  for (let n = 0; n < scans; n++) {
    const own = random.next() < largestShare ? 0 : 1 + Math.floor(random.next() * (owners.length - 1))
    const { id, skus } = owners[own]!
    const place = places[(rank(random.next()) + own * 97) % places.length]!
    for (let word = 0; word < 16; word += 4) address.writeUInt32BE(Math.floor(random.next() * 2 ** 32), word)
    const [sku, os] = [Math.floor(random.next() * skus.length), Math.floor(random.next() * systems)]
    const sent = copy.row((row) => {
      row.instant(startedAt + (n / scans) * yearMs)
      row.int8(BigInt(n))
      row.int4(place.id)
      row.int2(os)
      row.text(n % redirectEvery === 0 ? kindLetters.REDIRECT : kindLetters.VERIFY)
      row.text(n % unknownEvery === 0 ? verdictLetters.unknown : verdictLetters.genuine)
      row.bytes(id)
      row.bytes(skus[sku]!)
      row.bytes(address)
    })
    if (sent) await sent
  }
  await copy.end()
  return merchants
}

/** The demo merchant first, then others, each with its products. */
async function fillMerchants(client: pg.Client): Promise<FilledMerchant[]> {
  await client.query(
    `insert into merchant (code, name, country) select 'insights-' || n, 'Insights ' || n, 'my' from generate_series(2, $1) n`,
    [filled.merchants],
  )
  await client.query(
    `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country,
       status, details)
     select id, 'Bench', 'I-1', 'Bench', 'Bench', 'my', 'Approved', '{}' from merchant where is_demo or code like 'insights-%'`,
  )
  const { rows } = await client.query<FilledMerchant>(
    `with added as (
       insert into sku (merchant_id, trademark_id, name, sku, details)
       select t.merchant_id, t.id, 'Product ' || n, 'I-' || n, '{"sku_details": {}, "sku_details_order": []}'
       from trademark t, generate_series(1, $1) n where t.registration_no = 'I-1' returning merchant_id, id)
     select m.id, array_agg(a.id) as skus from added a join merchant m on m.id = a.merchant_id
     group by m.id order by m.is_demo desc, m.code`,
    [filled.skusOfMerchant],
  )
  return rows
}

/** The ranks from 0 on, of which each has a part of 1 / (rank + 1). */
function ranks(count: number): (random: number) => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  return (random) => {
    const wanted = random * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
