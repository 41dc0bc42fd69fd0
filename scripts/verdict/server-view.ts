import type { Visit } from '#shared/verdict/trail.ts'
import { locate } from './network.ts'
import { DAY, type Look } from './people.ts'

/** What the server keeps of a look: hashes that change with the day, and the place of the address. */
export function visitOf({ minute, address, browser, version }: Look): Visit {
  const { country, lat, lng } = locate(address)
  const visitor = hash32(`${Math.floor(minute / DAY)} ${address} ${browser} ${version}`)
  return { minute, visitor, kind: hash32(browser) & 0xffff, version, country, place: { lat, lng } }
}

/** FNV-1a, mixed at the end: as good as any here, and fast. */
function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
