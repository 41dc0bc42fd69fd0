import { crc32 } from 'node:zlib'

/**
 * The values that a tag measures, in °C: the temperature at night, the rise until noon, the rise at a loading dock, and the
 * limit.
 */
const kinds = {
  chilled: { night: 3, rise: 2.6, dock: 6, limit: 8 },
  ambient: { night: 15.5, rise: 5, dock: 9, limit: 25 },
} as const
export type TagKind = keyof typeof kinds
export const isTagKind = (word: unknown): word is TagKind => typeof word === 'string' && Object.hasOwn(kinds, word)

export const limitOf = (kind: TagKind): number => kinds[kind].limit

const daySeconds = 86_400
const dockSeconds = 50 * 60

/**
 * The temperature of a tag at a time (epoch seconds): it rises until noon (UTC), and on every third day or so the goods stand at a
 * warm loading dock for 50 minutes. It depends on the id and the time only, so that a reading has the same value in every response.
 */
export function temperatureAt(tag: string, kind: TagKind, time: number): number {
  const { night, rise, dock } = kinds[kind]
  const [day, second] = [Math.floor(time / daySeconds), time % daySeconds]
  const warm = (rise * (1 - Math.cos((second / daySeconds) * 2 * Math.PI))) / 2
  const draw = crc32(`${tag}:${day}`)
  const atDock = second - (8 + (draw % 9)) * 3600
  const isAtDock = draw % 3 === 0 && atDock >= 0 && atDock < dockSeconds
  const noise = crc32(`${tag}@${time}`) / 2 ** 32 - 0.5
  return Math.round((night + warm + (isAtDock ? dock : 0) + noise * 0.6) * 10) / 10
}
