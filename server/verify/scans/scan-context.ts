import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type GeoLocation, type GeoSettings, openGeoLookup } from '#server/core/network/geo-lookup.ts'
import { readUserAgent } from '#server/core/network/user-agent.ts'

/** The location and the browser of a scan. Unknown parts are absent. */
export type ScanContext = GeoLocation & {
  os?: string | undefined
  /** Hex digits: 12 bytes of a daily hash, 2 bytes of the browser's kind, 2 bytes of its version. */
  visitor: string
}

/** @param salt of the day: see daily-salt.ts */
type ScanContextReader = (ip: string, userAgent: string | undefined, salt: string) => ScanContext

export function createScanContextReader(settings: GeoSettings): ScanContextReader {
  const placeOf = openGeoLookup(settings)
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

type Browser = {
  os: string | undefined
  /**
   * Hex digits: two bytes of the kind of phone, and two bytes of the version of its browser. Equal for all users of the
   * same browser on the same model.
   */
  tag: string
}

export function browserOf(userAgent: string): Browser {
  const { browser, version, os, model } = readUserAgent(userAgent)
  // An unknown program has its own name, without numbers, which may be versions. Its system may be letters of this name.
  const kind = browser ? `${browser}\n${os}\n${model}` : userAgent.replace(/[\d._]+/g, '')
  const tag = Buffer.alloc(4)
  hash('sha256', kind, 'buffer').copy(tag, 0, 0, 2)
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  tag.writeUInt16BE(Math.min(0xffff, major * 32 + Math.min(31, minor)), 2)
  return { os: os || undefined, tag: tag.toString('hex') }
}
