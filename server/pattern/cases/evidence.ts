import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { shoppersScans } from '#server/pattern/sums/count-scans.ts'
import type { PatternEvidence } from '#shared/pattern/contract.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import type { FoundPattern } from './found-pattern.ts'

const maxPlaces = 100
const maxSerials = 400
/** One statement reads the scans of this time. */
const daysPerStatement = 7
const dayMs = 86_400_000

type Counted = {
  serial: number | null
  address: string | null
  place: number | null
  day: string | null
  looks: number
  first: string
  last: string
}
type Place = { id: number; country: string; city: string; lat: number | null; lng: number | null }

/** Reads the scans of the codes of a case: where, when and which codes. The memory depends on the number of its codes only. */
export async function readEvidence(tx: Tx, found: FoundPattern): Promise<PatternEvidence> {
  const serials = new Map<number, { address: string; looks: number }>()
  const places = new Map<number, number>()
  const days = new Set<string>()
  let [looks, firstAt, lastAt] = [0, '', '']
  for (const window of await windowsOf(tx, found)) {
    const { rows } = await tx.execute<Counted>(looksStatement(found, window))
    for (const { serial, address, place, day, looks: counted, first, last } of rows) {
      if (place !== null) places.set(place, (places.get(place) ?? 0) + counted)
      if (serial !== null && address !== null)
        serials.set(serial, { address, looks: (serials.get(serial)?.looks ?? 0) + counted })
      if (day === null) continue
      days.add(day)
      looks += counted
      if (firstAt === '' || first < firstAt) firstAt = first
      if (last > lastAt) lastAt = last
    }
  }
  return {
    ...{ looks, days: days.size, firstAt: instantOf(firstAt), lastAt: instantOf(lastAt) },
    places: await describePlaces(tx, places),
    serials: [...serials]
      .toSorted(([a, one], [b, other]) => other.looks - one.looks || a - b)
      .slice(0, maxSerials)
      .map(([serial, { address, looks: counted }]) => ({ serial, code: formatAddress(address), looks: counted })),
  }
}

const instantOf = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())

type Window = { from: string; to: string }

async function windowsOf(tx: Tx, { orderId, between }: FoundPattern): Promise<Window[]> {
  if (between) return [between]
  const { rows } = await tx.execute<{ from: number; to: number }>(sql`
    select extract(epoch from greatest(created_at, (select min(at) from scan)))::float8 * 1000 as from,
      extract(epoch from now())::float8 * 1000 as to
    from code_order where id = ${orderId}`)
  const [{ from, to } = { from: 0, to: 0 }] = rows
  const windows: Window[] = []
  for (let at = from; at < to; at += daysPerStatement * dayMs)
    windows.push({ from: new Date(at).toISOString(), to: new Date(at + daysPerStatement * dayMs).toISOString() })
  return windows
}

/** All addresses of an order begin with the prefix of the order. One visitor counts once a day and code. */
const looksStatement = ({ orderId, firstSerial, lastSerial, serials }: FoundPattern, { from, to }: Window) => sql`
  with looks as (
    select c.serial_no, c.address, s.place_id, (s.at at time zone 'UTC')::date as day, s.visitor,
      min(s.at) as first, max(s.at) as last
    from (select encode(prefix, 'hex') as prefix from code_order where id = ${orderId}) o
    join scan s on s.address between rpad(o.prefix, 32, '0')::uuid and rpad(o.prefix, 32, 'f')::uuid
    join code c on c.address = s.address
    where s.at >= ${from}::timestamptz and s.at < ${to}::timestamptz and ${shoppersScans}
      and c.serial_no between ${firstSerial}::int and ${lastSerial}::int
      and (${serials === null} or c.serial_no = any (${`{${serials ?? ''}}`}::int[]))
    group by 1, 2, 3, 4, 5)
  select serial_no as serial, address, place_id as place, day::text, count(*)::int as looks,
    to_char(min(first) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as first,
    to_char(max(last) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last
  from looks group by grouping sets ((serial_no, address), (place_id), (day))`

async function describePlaces(tx: Tx, looks: ReadonlyMap<number, number>): Promise<PatternEvidence['places']> {
  const most = [...looks].toSorted(([, one], [, other]) => other - one).slice(0, maxPlaces)
  const { rows } = await tx.execute<Place>(sql`
    select id, country, city, lat, lng from scan_place where id = any (${`{${most.map(([id]) => id)}}`}::int[])`)
  const byId = new Map(rows.map((place) => [place.id, place]))
  return most.flatMap(([id, counted]) => {
    const { country = '', city = '', lat = null, lng = null } = byId.get(id) ?? {}
    return country === '' ? [] : [{ country, city, lat, lng, looks: counted }]
  })
}
