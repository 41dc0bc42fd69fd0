import { hash } from 'node:crypto'
import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'
import { type GeoLocation, openGeoLookup } from '#server/core/network/geo-lookup.ts'

/** Where and with what a code was looked at; each part is absent when it is not known. */
export interface ScanContext extends GeoLocation {
  os?: string | undefined
  /** Hex digits: 12 bytes of a daily hash, 2 of the kind of browser, 2 of its version. */
  visitor: string
}

/** @param salt that of the day: see salt.ts */
export type ScanContextReader = (ip: string, userAgent: string | undefined, salt: string) => ScanContext

/** @param file as `openGeoLookup` takes it */
export function scanContextReader(file: string | undefined): ScanContextReader {
  const placeOf = openGeoLookup(file)
  const browsers = new LRUCache<string, Browser>({ max: 2000 })

  return (ip, userAgent = '', salt) => {
    let browser = browsers.get(userAgent)
    if (!browser) {
      browser = browserOf(userAgent)
      browsers.set(userAgent, browser)
    }
    const person = hash('sha256', `${salt}${ip}\n${userAgent}`, 'hex').slice(0, 24)
    return { ...placeOf(ip), os: browser.os, visitor: person + browser.tag }
  }
}

interface Browser {
  os: string | undefined
  /** Hex digits: two bytes of its name without any version, and two of its version. Everybody who has the same has these. */
  tag: string
}

function browserOf(userAgent: string): Browser {
  const { os, browser } = userAgent === '' ? { os: {}, browser: {} } : Bowser.parse(userAgent)
  const tag = Buffer.alloc(4)
  hash('sha256', userAgent.replace(/[\d._]+/g, ''), 'buffer').copy(tag, 0, 0, 2)
  const [major = 0, minor = 0] = (browser.version ?? os.version ?? '')
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0)
  tag.writeUInt16BE(Math.min(0xffff, major * 32 + Math.min(31, minor)), 2)
  return { os: os.name || undefined, tag: tag.toString('hex') }
}
