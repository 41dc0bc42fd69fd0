import { hash } from 'node:crypto'
import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'
import { type Place, placeReader } from '#server/core/places.ts'

/** Where and with what a code was looked at; each part is absent when it is not known. */
export interface Visit extends Place {
  os?: string | undefined
  visitor: Buffer
}

/** @param salt that of the day: see salt.ts */
export type VisitReader = (ip: string, userAgent: string | undefined, salt: Uint8Array) => Visit

/** @param file as `placeReader` takes it */
export function visitReader(file: string | undefined): VisitReader {
  const placeOf = placeReader(file)
  const browsers = new LRUCache<string, Browser>({ max: 2000 })

  return (ip, userAgent = '', salt) => {
    let browser = browsers.get(userAgent)
    if (!browser) {
      browser = browserOf(userAgent)
      browsers.set(userAgent, browser)
    }
    const person = hash('sha256', Buffer.concat([salt, Buffer.from(`${ip}\n${userAgent}`)]), 'buffer').subarray(0, 12)
    const visitor = Buffer.concat([person, browser.tag])
    return { ...placeOf(ip), os: browser.os, visitor }
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
