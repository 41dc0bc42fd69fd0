import { distanceKm } from '#shared/verdict/visits/geo.ts'
import { dayOf, type LoggedVisit } from '#shared/verdict/visits/visit-log.ts'

/** What a history of visits says about the number of items behind a code. Each feature is at least 0. */
export type Features = {
  /** Different days (UTC) with visits. */
  days: number
  /** Visitors, each counted once a day. */
  visitorDays: number
  /** Phones, at least: see `LoggedVisit.phone`. */
  phones: number
  /** Kinds of phone. */
  kinds: number
  /** Groups of networks. */
  networks: number
  /** Countries. */
  countries: number
  /** Places more than 100 km apart, at least. */
  places: number
  /** Days on which two kinds of phone were more than 1,200 km apart, as far as IP location can tell. */
  farDays: number
  /** Changes between two places that are more than 100 km apart, in the order of time. One item moves, copies stay. */
  moves: number
  /** Share of the visits that a phone made that had been there before (0 to 1). Owners return, buyers of copies come once. */
  returns: number
  /** Share of the visits from the commonest network, above what as many visits from different networks have (0 to 1). */
  mainNetwork: number
  /** The same for the places. */
  mainPlace: number
  /** Days from the first visit to the last. */
  span: number
}
export type FeatureName = keyof Features

/** Two visits further apart are from two places. */
const placeKm = 100
/** The largest usual error of IP location. */
const errorKm = 1200
/** A visit of which nothing says that a person saw the page. */
const unseenWeight = 0.5

/** @param visits that count, in any order */
export function featuresOf(visits: readonly LoggedVisit[]): Features {
  const inTime = visits.toSorted((a, b) => a.minute - b.minute)
  const places = placesOf(inTime)
  const weightOf = ({ isUnseen }: LoggedVisit) => (isUnseen ? unseenWeight : 1)
  const total = inTime.reduce((sum, visit) => sum + weightOf(visit), 0)
  const sum = (key: (visit: LoggedVisit, i: number) => unknown) => distinctWeight(inTime, key, weightOf)
  const phones = sum(({ phone }) => phone)
  return {
    days: sum(({ minute }) => dayOf(minute)),
    visitorDays: total,
    phones,
    kinds: sum(({ kind }) => kind),
    networks: sum(({ network }) => network),
    countries: new Set(inTime.map(({ country }) => country).filter(Boolean)).size,
    places: new Set(places).size,
    farDays: farDays(inTime),
    moves: places.filter((place, i) => i > 0 && place !== places[i - 1]).length,
    returns: total > 0 ? 1 - phones / total : 0,
    mainNetwork: mainShare(inTime.map(({ network }) => network)),
    mainPlace: mainShare(places),
    span: inTime.length > 0 ? dayOf(inTime.at(-1)!.minute) - dayOf(inTime[0]!.minute) : 0,
  }
}

/** The sum, over the different keys, of the largest weight of a visit with that key. */
function distinctWeight(
  visits: readonly LoggedVisit[],
  keyOf: (visit: LoggedVisit, i: number) => unknown,
  weightOf: (visit: LoggedVisit) => number,
): number {
  const weights = new Map<unknown, number>()
  for (const [i, visit] of visits.entries()) {
    const key = keyOf(visit, i)
    weights.set(key, Math.max(weights.get(key) ?? 0, weightOf(visit)))
  }
  return [...weights.values()].reduce((total, weight) => total + weight, 0)
}

/** The number of the place of each visit: that of the first visit within 100 km; -1 where the place is not known. */
function placesOf(visits: readonly LoggedVisit[]): number[] {
  const centres: NonNullable<LoggedVisit['place']>[] = []
  return visits.map(({ place }) => {
    if (!place) return -1
    const known = centres.findIndex((centre) => distanceKm(centre, place) <= placeKm)
    return known >= 0 ? known : centres.push(place) - 1
  })
}

function farDays(visits: readonly LoggedVisit[]): number {
  const days = [...Map.groupBy(visits, ({ minute }) => dayOf(minute)).values()]
  return days.filter((today) => today.some((one, i) => today.slice(i + 1).some((other) => isFar(one, other)))).length
}

const isFar = (one: LoggedVisit, other: LoggedVisit): boolean =>
  one.kind !== other.kind && one.place !== null && other.place !== null && distanceKm(one.place, other.place) > errorKm

/** How much the commonest key has more than an equal share, from 0 (none) to 1 (all visits). */
function mainShare(keys: readonly number[]): number {
  if (keys.length < 2) return keys.length
  const sizes = new Map<number, number>()
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1)
  return (Math.max(...sizes.values()) - 1) / (keys.length - 1)
}
