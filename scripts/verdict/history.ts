import type { Visit } from '#shared/verdict/visits/visit-log.ts'
import type { Look } from './worlds/world.ts'

const dayMinutes = 1440
/** Number of groups into which networks are hashed. */
const groups = 64

/** The visits that a server makes of looks: hashes that change with the day or the code. In the order of time. */
export function visitsOf(looks: readonly Look[], code: string): { visit: Visit; look: Look }[] {
  return looks
    .toSorted((a, b) => a.minute - b.minute)
    .map((look) => {
      const { minute, address, network, country, place, browser, version, shown } = look
      const visit = {
        minute,
        visitor: hash32(`${Math.floor(minute / dayMinutes)} ${address} ${browser} ${version}`),
        kind: hash32(browser) & 0xffff,
        version,
        country,
        place,
        network: hash32(`${code} ${network}`) % groups,
        isUnseen: !shown,
      }
      return { visit, look }
    })
}

/** FNV-1a with a final mix: fast, and sufficient for a simulation. */
function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
