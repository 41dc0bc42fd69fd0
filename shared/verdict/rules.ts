import { z } from 'zod'
import { distanceKm } from './place.ts'
import type { VerdictSettings } from './settings.ts'
import type { Trail, Visit } from './trail.ts'

export const ruleNames = ['visitors', 'travel', 'market', 'consumed', 'expired'] as const
export type RuleName = (typeof ruleNames)[number]

const Moment = z.iso.datetime()
const People = { checks: z.number(), people: z.number(), countries: z.number(), days: z.number() }

/** A rule that fired, with the facts its sentence is made of. */
export const Fired = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('visitors'), ...People }),
  z.object({ rule: z.literal('travel'), from: z.string(), to: z.string(), km: z.number(), minutes: z.number() }),
  z.object({ rule: z.literal('market'), countries: z.array(z.string()), people: z.number() }),
  z.object({ rule: z.literal('consumed'), at: Moment }),
  z.object({ rule: z.literal('expired'), at: Moment }),
])
export type Fired = z.infer<typeof Fired>

export const levels = ['first', 'recognised', 'caution', 'suspected_copy'] as const
/** How sure one may be of the item, not of its code. */
export type Level = (typeof levels)[number]

export type Assessment = { level: Level; checks: number; countries: number; fired: Fired[] }

/** What else is known of the item. */
export type Item = {
  activatedAt?: Date | undefined
  consumedAt?: Date | undefined
  /** The brand found copies of this very code. */
  copied?: boolean | undefined
}

const DAY = 1440
/** What IP location errs by, at both ends together: a mobile network's address is often that of its capital. */
const ERROR_KM = 1200
/** An airliner, with the way to and from it left out. */
const SPEED_KM_H = 900
/** No two places are further apart. */
const ANTIPODE_KM = 20_040
/** A family has phones of two kinds or so, and a traveller of one. */
const KINDS = 3

/** @param trail with the present visit in it @param now minutes since 1970 */
export function assess(trail: Trail, item: Item, settings: VerdictSettings, now: number): Assessment {
  const recent = trail.visits.filter(({ minute }) => minute > now - settings.days * DAY)
  const countries = countriesOf(trail.visits).length
  const fired = [
    ...people(recent, trail.checks, settings),
    ...travel(recent, settings),
    ...market(recent, settings),
    ...consumed(item, now),
    ...expired(item, settings, now),
  ]
  return { level: levelOf(trail, item, settings, fired, recent), checks: trail.checks, countries, fired }
}

/** Twice the threshold, or two independent signs of more than one item, is more than a reason for care. */
function levelOf(trail: Trail, item: Item, { visitors }: VerdictSettings, fired: Fired[], recent: Visit[]): Level {
  const signs = fired.filter(({ rule }) => rule === 'visitors' || rule === 'travel' || rule === 'consumed')
  if (item.copied || signs.length >= 2 || shoppers(recent) >= 2 * visitors) return 'suspected_copy'
  if (fired.length > 0) return 'caution'
  return trail.checks > 1 ? 'recognised' : 'first'
}

function people(recent: Visit[], checks: number, { visitors, days }: VerdictSettings): Fired[] {
  if (shoppers(recent) < visitors) return []
  return [{ rule: 'visitors', checks, people: recent.length, countries: countriesOf(recent).length, days }]
}

/**
 * Most phones say one of two things of themselves, and of those some were taken for one. The more rare kinds there are, the
 * more common ones stand behind them.
 */
function shoppers(recent: Visit[]): number {
  const kinds = new Set(recent.map(({ kind }) => kind)).size
  return kinds < KINDS ? 0 : recent.length + Math.floor((kinds - KINDS) / 2)
}

/** A pair needs two kinds of phone: one phone that leaps has switched on a VPN. No phone stands in two pairs. */
function travel(recent: Visit[], { jumps }: VerdictSettings): Fired[] {
  const left = recent.filter(({ place }) => place).sort((a, b) => a.minute - b.minute)
  const pairs: Fired[] = []
  for (let i = 0; i < left.length; i++) {
    const from = left[i]!
    const match = jumpFrom(left, i)
    if (match < 0) continue
    const [to] = left.splice(match, 1)
    const km = Math.round(distanceKm(from.place!, to!.place!))
    pairs.push({ rule: 'travel', from: from.country, to: to!.country, km, minutes: to!.minute - from.minute })
  }
  return pairs.length >= jumps ? [pairs.at(-1)!] : []
}

/** @param visits in the order of time */
function jumpFrom(visits: Visit[], start: number): number {
  const from = visits[start]!
  for (let i = start + 1; i < visits.length; i++) {
    const to = visits[i]!
    const possible = ERROR_KM + (SPEED_KM_H * (to.minute - from.minute)) / 60
    if (possible > ANTIPODE_KM) return -1
    if (to.kind !== from.kind && distanceKm(from.place!, to.place!) > possible) return i
  }
  return -1
}

function market(recent: Visit[], { markets, strangers }: VerdictSettings): Fired[] {
  if (markets.length === 0) return []
  const outside = recent.filter(({ country }) => country !== '' && !markets.includes(country))
  if (outside.length < strangers) return []
  return [{ rule: 'market', countries: countriesOf(outside), people: outside.length }]
}

function consumed({ consumedAt }: Item, now: number): Fired[] {
  // A minute that has begun counts.
  if (!consumedAt || consumedAt.getTime() / 60_000 >= now + 1) return []
  return [{ rule: 'consumed', at: consumedAt.toISOString() }]
}

function expired({ activatedAt }: Item, { shelfDays }: VerdictSettings, now: number): Fired[] {
  if (!activatedAt || shelfDays === null) return []
  const at = new Date(activatedAt.getTime() + shelfDays * DAY * 60_000)
  return at.getTime() / 60_000 > now ? [] : [{ rule: 'expired', at: at.toISOString() }]
}

function countriesOf(visits: Visit[]): string[] {
  return [...new Set(visits.map(({ country }) => country).filter(Boolean))].sort()
}
