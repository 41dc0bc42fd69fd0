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
  const systems = new LRUCache<string, string>({ max: 2000 })
  const salt = dailySalt()

  return (ip, userAgent = '') => {
    let os = systems.get(userAgent)
    if (os === undefined) {
      os = userAgent === '' ? '' : (Bowser.parse(userAgent).os.name ?? '')
      systems.set(userAgent, os)
    }
    const visitor = hash('sha256', Buffer.concat([salt(), Buffer.from(`${ip}\n${userAgent}`)]), 'buffer').subarray(
      0,
      16,
    )
    return { ...placeOf(ip), os: os || undefined, visitor }
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
