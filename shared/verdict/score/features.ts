import { dayOf, type LoggedVisit } from '#shared/verdict/visits/visit-log.ts'

/**
 * What a history of visits says about the number of items behind a code. Every feature only grows with more visits in its window.
 * So a copier cannot hide copies by own visits: shares, such as that of the commonest network, could be moved so.
 */
export type Features = {
  /** Kinds of phone within 90 days. */
  kinds: number
  /** Groups of networks within 90 days, at most three for each phone: at home, mobile, elsewhere. */
  networks: number
  /** Phones that were first seen within 90 days, at most two of them on one day: buyers of copies come on different days. */
  newPhones: number
  /** Phones, at least, within 30 days: see `LoggedVisit.phone`. */
  recentPhones: number
  /** Groups of networks within 30 days, at most three for each phone. */
  recentNetworks: number
}
export type FeatureName = keyof Features

const dayMinutes = 1440
const windowMinutes = 90 * dayMinutes
const recentMinutes = 30 * dayMinutes
/** A chat in which a link is posted, or an attack, brings many phones on one day. */
const newPhonesPerDay = 2
/** One person with a phone on the way, or behind a VPN, comes from many networks. */
const networksPerPhone = 3
/** The weight of a visit of which nothing says that a person saw the page. */
const unseenWeight = 0.5

/** @param visits that count, in any order. The windows end at the newest one. */
export function visitFeatures(visits: readonly LoggedVisit[]): Features {
  const last = visits.reduce((latest, { minute }) => Math.max(latest, minute), 0)
  const window = visits.filter(({ minute }) => minute > last - windowMinutes)
  const recent = window.filter(({ minute }) => minute > last - recentMinutes)
  return {
    kinds: distinctWeight(window, ({ kind }) => kind),
    networks: networksOf(window),
    newPhones: newPhones(window),
    recentPhones: phonesOf(recent),
    recentNetworks: networksOf(recent),
  }
}

const weightOf = ({ isUnseen }: LoggedVisit): number => (isUnseen ? unseenWeight : 1)

/** The sum, over the different keys, of the largest weight of a visit with that key. */
function distinctWeight(visits: readonly LoggedVisit[], keyOf: (visit: LoggedVisit) => number): number {
  const weights = new Map<number, number>()
  for (const visit of visits) {
    const key = keyOf(visit)
    weights.set(key, Math.max(weights.get(key) ?? 0, weightOf(visit)))
  }
  let total = 0
  for (const weight of weights.values()) total += weight
  return total
}

const phonesOf = (visits: readonly LoggedVisit[]): number => distinctWeight(visits, ({ phone }) => phone)

const networksOf = (visits: readonly LoggedVisit[]): number =>
  Math.min(
    networksPerPhone * phonesOf(visits),
    distinctWeight(visits, ({ network }) => network),
  )

function newPhones(visits: readonly LoggedVisit[]): number {
  const firsts = new Map<number, LoggedVisit>()
  for (const visit of visits) {
    const known = firsts.get(visit.phone)
    if (!known || visit.minute < known.minute) firsts.set(visit.phone, visit)
  }
  const byDay = new Map<number, number>()
  for (const visit of firsts.values()) {
    const day = dayOf(visit.minute)
    byDay.set(day, Math.min(newPhonesPerDay, (byDay.get(day) ?? 0) + weightOf(visit)))
  }
  let total = 0
  for (const phones of byDay.values()) total += phones
  return total
}
