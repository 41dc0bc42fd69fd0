import { LRUCache } from 'lru-cache'
import type { Database } from '#server/core/db/database.ts'
import type { GeoLocation } from '#server/core/network/geo-lookup.ts'

/** The number that stands for an unknown place. It has no row. */
const nowhere = 0
/** Places that a process remembers. Each needs some 200 bytes. */
const maxKnown = 50_000

const findOrAddPlace = {
  name: 'scan_place',
  text: `with found as (
           select id from scan_place where city = $3 and region = $2 and country = $1
             and coalesce(lat, 'NaN') = coalesce($4::real, 'NaN') and coalesce(lng, 'NaN') = coalesce($5::real, 'NaN')
         ), added as (
           insert into scan_place (country, region, city, lat, lng) select $1, $2, $3, $4::real, $5::real
           where not exists (select from found) on conflict do nothing returning id
         )
         select id from found union all select id from added`,
}

/**
 * Returns a function that gives a place its number in `scan_place`. The number is returned at once when this process
 * knows the place, otherwise as a promise.
 */
export function createPlaceIdLookup(
  db: Pick<Database, 'publicPool'>,
): (place: GeoLocation) => number | Promise<number> {
  const known = new LRUCache<string, number | Promise<number>>({ max: maxKnown })

  async function findOrAdd({ country = '', region = '', city = '', lat, lng }: GeoLocation): Promise<number> {
    const values = [country, region, city, lat ?? null, lng ?? null]
    // No row is returned when another process has added the place since the statement began.
    for (;;) {
      const { rows } = await db.publicPool.query<{ id: number }>({ ...findOrAddPlace, values })
      if (rows[0]) return rows[0].id
    }
  }

  return (place) => {
    const { country, region, city, lat, lng } = place
    if (!country && !region && !city && lat === undefined && lng === undefined) return nowhere
    const key = `${country}\n${region}\n${city}\n${lat}\n${lng}`
    const id = known.get(key)
    if (id !== undefined) return id
    const adding = findOrAdd(place)
    known.set(key, adding)
    adding.then(
      (added) => known.set(key, added),
      () => known.delete(key),
    )
    return adding
  }
}
