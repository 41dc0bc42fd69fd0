import { hash, randomBytes } from 'node:crypto'
import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'
import { type Place, placeReader } from '#server/core/places.ts'

/** Where and with what a code was looked at; each part is absent when it is not known. */
export interface Visit extends Place {
  os?: string | undefined
  visitor: Buffer
}

export type VisitReader = (ip: string, userAgent: string | undefined) => Visit

/** @param file as `placeReader` takes it */
export function visitReader(file: string | undefined): VisitReader {
  const placeOf = placeReader(file)
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
