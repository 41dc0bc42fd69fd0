import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categories, warnedShares } from '#shared/verdict/settings.ts'
import { addVisit, emptyVisitLog, type Visit } from '#shared/verdict/visits/visit-log.ts'
import coefficients from './coefficients.json' with { type: 'json' }
import { type Features, visitFeatures } from './features.ts'
import { reasonsOf, scoreOf, termNames } from './score.ts'

const dayMinutes = 1440
const start = 20_000 * dayMinutes + 600
const kualaLumpur = { lat: 3.14, lng: 101.69 }
const berlin = { lat: 52.52, lng: 13.4 }

const visit = (change: Partial<Visit>): Visit => ({
  minute: start,
  visitor: 1,
  kind: 1,
  version: 10,
  country: 'MY',
  place: kualaLumpur,
  network: 1,
  ...change,
})
const featuresOfVisits = (visits: Visit[]): Features => visitFeatures(visits.reduce(addVisit, emptyVisitLog).visits)

describe('the features of a history', () => {
  it('tell an owner who returns from buyers who come once', () => {
    const owner = featuresOfVisits([0, 5, 9].map((day) => visit({ minute: start + day * dayMinutes, visitor: day })))
    expect(owner).toEqual({ kinds: 1, networks: 1, newPhones: 1, recentPhones: 1, recentNetworks: 1 })
    const buyers = featuresOfVisits(
      [0, 35, 44].map((day) => visit({ minute: start + day * dayMinutes, visitor: day, kind: day, network: day })),
    )
    expect(buyers).toEqual({ kinds: 3, networks: 3, newPhones: 3, recentPhones: 2, recentNetworks: 2 })
  })

  it('count at most two new phones a day, and none that was there before', () => {
    const burst = Array.from({ length: 9 }, (_, n) => visit({ minute: start + n, visitor: n, kind: n, network: n }))
    expect(featuresOfVisits(burst)).toMatchObject({ kinds: 9, networks: 9, newPhones: 2, recentPhones: 9 })
    const again = burst
      .slice(0, 3)
      .map((one) => ({ ...one, minute: one.minute + 2 * dayMinutes, visitor: 77 + one.kind }))
    expect(featuresOfVisits([...burst, ...again])).toMatchObject({ newPhones: 2 })
  })

  it('count visits that nobody is known to have seen half', () => {
    const unseen = [0, 1, 2].map((n) =>
      visit({ minute: start + n * dayMinutes, visitor: n, kind: n, network: n, ...(n < 2 && { isUnseen: true }) }),
    )
    expect(featuresOfVisits(unseen)).toMatchObject({ newPhones: 2, recentPhones: 2, kinds: 2, networks: 2 })
    // The retry of a visitor tells that a person saw the page.
    expect(featuresOfVisits([visit({ isUnseen: true }), visit({ minute: start + 1 })]).kinds).toBe(1)
  })

  it('only grow with more visits of their window', () => {
    const anyVisit = fc.record({
      minute: fc.integer({ min: start, max: start + 29 * dayMinutes }),
      visitor: fc.nat(200),
      kind: fc.nat(8),
      version: fc.constant(1),
      country: fc.constant('MY'),
      place: fc.constantFrom(kualaLumpur, berlin),
      network: fc.nat(20),
    })
    fc.assert(
      fc.property(fc.array(anyVisit, { minLength: 1, maxLength: 30 }), (visits) => {
        const { visits: logged } = visits.reduce(addVisit, emptyVisitLog)
        const [before, after] = [visitFeatures(logged.slice(0, -1)), visitFeatures(logged)]
        for (const name of ['kinds', 'networks', 'recentPhones', 'recentNetworks'] as const) {
          expect(after[name]).toBeGreaterThanOrEqual(before[name])
        }
      }),
    )
  })
})

describe('the score', () => {
  it('has no negative weight, so that more of one kind of evidence never lowers it', () => {
    expect(Object.keys(coefficients.weights).toSorted()).toEqual([...termNames].toSorted())
    for (const weight of Object.values(coefficients.weights)) expect(weight).toBeGreaterThanOrEqual(0)
    const count = fc.integer({ min: 0, max: 80 })
    const anyFeatures = fc.record({
      kinds: count,
      networks: count,
      newPhones: count,
      recentPhones: count,
      recentNetworks: count,
    })
    fc.assert(
      fc.property(anyFeatures, fc.constantFrom(...termNames), (features, name) => {
        expect(scoreOf({ ...features, [name]: features[name] + 1 })).toBeGreaterThanOrEqual(scoreOf(features))
      }),
    )
  })

  it('has a threshold for each category and each accepted share of warnings, lower for a larger share', () => {
    for (const category of categories) {
      const thresholds = warnedShares.map((share) => coefficients.thresholds[category][share])
      expect(thresholds).toEqual(thresholds.toSorted((a, b) => b - a))
    }
  })

  it('names at most three reasons, the largest first, and none that adds nothing', () => {
    const features: Features = { kinds: 1, networks: 10, newPhones: 8, recentPhones: 9, recentNetworks: 7 }
    const named = reasonsOf(features)
    expect(named.length).toBeGreaterThan(0)
    expect(named.length).toBeLessThanOrEqual(3)
    expect(named).not.toContain('kinds')
  })
})
