import type { Client, Database } from '#server/core/db/database.ts'
import { osNames } from '#shared/scan/os-names.ts'
import { kindLetters, verdictLetters } from './scan-columns.ts'

/** Pages of the old table in one transaction: 512 kB, some 2,000 scans. Scans of their codes wait for its commit. */
const PAGES = 64

/** Rows of the pages from $1 to $2. Rows were only added, so their order in the table is that of their times. */
const page = (place: string) => `format('(%s,0)', ${place}::bigint)::tid`
const BATCH = `scan_old old where old.ctid >= ${page('$1')} and old.ctid < ${page('$2')} and old.address is not null`

const ofPlace = ['country', 'region', 'city'].map((name) => `place.${name} = coalesce(old.${name}, '')`).join(' and ')
const ofPoint = ['lat', 'lng']
  .map((name) => `coalesce(place.${name}, 'NaN') = coalesce(old.${name}::real, 'NaN')`)
  .join(' and ')
const PLACES = `insert into scan_place (country, region, city, lat, lng)
  select distinct coalesce(old.country, ''), coalesce(old.region, ''), coalesce(old.city, ''), old.lat::real, old.lng::real
  from ${BATCH} and num_nonnulls(old.country, old.region, old.city, old.lat, old.lng) > 0
    and not exists (select from scan_place place where ${ofPlace} and ${ofPoint})
  on conflict do nothing`

const wordsToLetters = (column: string, letters: Record<string, string>) =>
  `(case ${column} ${Object.entries(letters)
    .map(([word, letter]) => `when '${word}' then '${letter}'`)
    .join(' ')} end)::"char"`
const SCANS = `insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
  select old.at,
    case when length(old.visitor) = 16 then ('x' || encode(substring(old.visitor for 4) || substring(old.visitor from 13 for 4),
      'hex'))::bit(64)::bigint else 0 end,
    coalesce(place.id, 0), coalesce(array_position('{${osNames.join()}}'::text[], old.os), 0)::smallint,
    ${wordsToLetters('old.kind', kindLetters)}, ${wordsToLetters('old.verdict', verdictLetters)},
    old.merchant_id, old.sku_id, old.address
  from (select * from ${BATCH}) old left join scan_place place on ${ofPlace} and ${ofPoint}
  order by old.at`
const MEMORY = `insert into code_visits (address, trail, visits)
  select old.address, old.trail, coalesce(old.visits, '') from ${BATCH}
    and (old.trail is not null or old.visits is not null)
    and not exists (select from scan_old later where later.address = old.address and later.at > old.at)
  order by old.address
  on conflict (address) do nothing`

/**
 * Moves the scans of earlier versions from the table `scan_old` into `scan` and `code_visits`, and drops the table
 * afterwards. Each batch is one transaction that also stores how far it went, so it continues there after a crash, and
 * moves no row twice. Scans continue meanwhile: see old-memory.ts.
 */
export async function moveOldScans(
  db: Pick<Database, 'owner'>,
  { signal, heartbeat }: { signal: AbortSignal; heartbeat(): Promise<void> },
): Promise<void> {
  while (!signal.aborted) {
    const isDone = await db.owner((client, discard) =>
      moveBatch(client).catch((error) => {
        discard()
        throw error
      }),
    )
    if (isDone) return
    await heartbeat()
  }
}

/** Returns whether nothing is left to move. */
async function moveBatch(client: Client): Promise<boolean> {
  const { rows: tables } = await client.query(`select to_regclass('scan_old') is null as gone`)
  if (tables[0].gone) return true
  await client.query('begin')
  // One worker at a time.
  const { rows } = await client.query<{ first: string; end: string; pages: string }>(
    `select next_page as first, next_page + ${PAGES} as end, pg_relation_size('scan_old') / 8192 as pages
     from scan_old_progress for update`,
  )
  const { first, end, pages } = rows[0]!
  if (Number(first) >= Number(pages)) {
    // A statement that waits for a lock makes the scans after it wait, too.
    await client.query(`set local lock_timeout = '5s'`)
    await client.query('drop table scan_old, scan_old_progress')
    await client.query('commit')
    return true
  }
  const range = [first, end]
  // The owner creates partitions, but sees no rows: their policies bind it.
  await client.query('set local role app_system')
  const months = await client.query(`select distinct date_trunc('month', old.at, 'UTC') as month from ${BATCH}`, range)
  await client.query('set local role none')
  for (const { month } of months.rows) await client.query('select ensure_scan_partition($1)', [month])
  await client.query('set local role app_system')
  for (const text of [PLACES, SCANS, MEMORY]) await client.query(text, range)
  await client.query('set local role none')
  await client.query('update scan_old_progress set next_page = $1', [end])
  await client.query('commit')
  return false
}
