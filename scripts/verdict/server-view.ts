import type { Visit } from '#shared/verdict/visits/visit-log.ts'
import { locate, networkOf } from './network.ts'
import { dayMinutes, type SimulatedScan } from './shoppers.ts'

/** Number of groups into which networks are hashed. */
const groups = 64

/** The server's stored data of a scan: hashes that change with the day or the code, and the location of the address. */
export function scanToVisit({ minute, address, browser, version }: SimulatedScan, code: string): Visit {
  const { country, lat, lng } = locate(address)
  const visitor = hash32(`${Math.floor(minute / dayMinutes)} ${address} ${browser} ${version}`)
  const network = hash32(`${code} ${networkOf(address)}`) % groups
  return { minute, visitor, kind: hash32(browser) & 0xffff, version, country, place: { lat, lng }, network }
}

/** FNV-1a with a final mix: fast, and sufficient for a simulation. */
function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
