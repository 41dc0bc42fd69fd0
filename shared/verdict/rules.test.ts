import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assess, collectEvidence, largestScore, type VerdictLevel, verdictLevels } from './rules.ts'
import { defaultSettings, type WarnedShare, warnedShares } from './settings.ts'
import { addVisit, emptyVisitLog, maxVisits, type Visit, type VisitLog } from './visits/visit-log.ts'
import { decodeVisitLog, encodeVisitLog } from './visits/visit-log-codec.ts'

const dayMinutes = 1440
const start = 29_000_000 - (29_000_000 % dayMinutes) + 600
const kualaLumpur = { lat: 3.14, lng: 101.69 }
const berlin = { lat: 52.52, lng: 13.4 }

let serial = 1
/** Each visit is from another network. */
const visit = (change: Partial<Visit> = {}): Visit => ({
  minute: start,
  visitor: serial,
  kind: 1,
  version: 10,
  country: 'MY',
  place: kualaLumpur,
  network: serial++ % 256,
  ...change,
})
const seen = (visits: Visit[], visitLog: VisitLog = emptyVisitLog): VisitLog => visits.reduce(addVisit, visitLog)
const assessWith = (visitLog: VisitLog, item = {}, settings = {}) =>
  assess(
    visitLog,
    item,
    { ...defaultSettings, ...settings },
    Math.max(start, ...visitLog.visits.map(({ minute }) => minute)),
  )
const crowd = (size: number): Visit[] =>
  Array.from({ length: size }, (_, n) => visit({ minute: start + n * dayMinutes, kind: n % 5, version: 99 - n }))

describe('the visit log of a code [VD01]', () => {
  it("counts one shopper's retries once, also over another connection", () => {
    const first = visit()
    const again = { ...first, minute: start + 300 }
    const overMobile = visit({ minute: start + 20, place: { lat: 6, lng: 102 } })
    expect(seen([first, again, overMobile])).toMatchObject({ checks: 1, visits: [{ ...first, phone: 0 }] })
  })

  it('treats the same kind of phone at one place on another day as the same, unless its version is older', () => {
    const day = (n: number, version: number) => visit({ minute: start + n * dayMinutes, version })
    const phones = (visits: Visit[]) => seen(visits).visits.map(({ phone }) => phone)
    expect(phones([day(0, 10), day(1, 10), day(30, 11)])).toEqual([0, 0, 0])
    expect(phones([day(0, 10), day(1, 9)])).toEqual([0, 1])
    expect(phones([day(0, 10), day(1, 11)])).toEqual([0, 1])
    // Two phones of one kind on one day stay two.
    expect(
      phones([
        day(0, 10),
        { ...day(0, 9), minute: start + 300 },
        day(1, 10),
        { ...day(1, 9), minute: start + dayMinutes + 300 },
      ]),
    ).toEqual([0, 1, 0, 1])
  })

  it('keeps each day of a phone that returns', () => {
    const owner = Array.from({ length: 9 }, (_, n) => visit({ minute: start + n * dayMinutes, network: 1 + (n % 2) }))
    expect(seen(owner).visits).toHaveLength(9)
  })

  const anyVisits = fc.array(
    fc
      .record({
        minute: fc.integer({ min: start, max: start + 400 * dayMinutes }),
        visitor: fc.nat(0xffffffff),
        kind: fc.nat(6),
        version: fc.nat(200),
        country: fc.constantFrom('MY', 'DE', 'US', ''),
        place: fc.option(
          fc.record({ lat: fc.integer({ min: -90, max: 90 }), lng: fc.integer({ min: -180, max: 180 }) }),
        ),
        network: fc.nat(63),
        isUnseen: fc.constantFrom(undefined, undefined, true as const),
      })
      // The format has no absent value but absence.
      .map(({ isUnseen, ...rest }): Visit => (isUnseen ? { ...rest, isUnseen } : rest)),
    { maxLength: 120 },
  )

  it('never exceeds its size, never has more visits than checks, and survives encoding unchanged', () => {
    fc.assert(
      fc.property(anyVisits, (visits) => {
        const visitLog = seen(visits)
        expect(visitLog.visits.length).toBeLessThanOrEqual(Math.min(maxVisits, visitLog.checks))
        expect(visitLog.checks).toBeLessThanOrEqual(visits.length)
        expect(decodeVisitLog(encodeVisitLog(visitLog))).toEqual(visitLog)
      }),
    )
  })

  it('does not change with a repeated visit', () => {
    fc.assert(
      fc.property(anyVisits, (visits) => {
        const visitLog = seen(visits)
        for (const known of visitLog.visits) expect(addVisit(visitLog, known)).toEqual(visitLog)
      }),
    )
  })

  it('is never assessed more mildly when more warnings about genuine items are accepted', () => {
    const rank = (level: VerdictLevel) => verdictLevels.indexOf(level)
    const stricter = (warned: WarnedShare) => warnedShares[warnedShares.indexOf(warned) + 1]!
    fc.assert(
      fc.property(anyVisits, fc.constantFrom(...warnedShares.slice(0, -1)), (visits, warned) => {
        const visitLog = seen(visits)
        const [strict, mild] = [
          assessWith(visitLog, {}, { warned: stricter(warned) }),
          assessWith(visitLog, {}, { warned }),
        ]
        expect(rank(strict.level)).toBeGreaterThanOrEqual(rank(mild.level))
      }),
    )
  })
})

describe('the rules [VD02]', () => {
  it('do not fire on a first check, nor when the same shopper returns [VD02]', () => {
    expect(assessWith(seen([visit()]))).toMatchObject({ level: 'first', checks: 1, fired: [] })
    const owner = Array.from({ length: 200 }, (_, n) => visit({ minute: start + n * dayMinutes }))
    expect(assessWith(seen(owner))).toMatchObject({ level: 'recognised', checks: 200, fired: [] })
  })

  it('visitors: fires for buyers of many copies, and not for a few people who return', () => {
    const { level, fired } = assessWith(seen(crowd(20)))
    expect(level).not.toBe('recognised')
    expect(fired).toMatchObject([{ rule: 'visitors', checks: 20, people: 20, countries: 1, days: 20 }])
    const family = Array.from({ length: 60 }, (_, n) =>
      visit({ minute: start + n * dayMinutes, kind: n % 3, network: n % 2 }),
    )
    expect(assessWith(seen(family))).toMatchObject({ level: 'recognised', fired: [] })
  })

  it('visitors: fires only when the visits are of three days', () => {
    const within = (days: number) =>
      crowd(40).map((one, n) => ({ ...one, minute: start + (n % days) * dayMinutes + n }))
    expect(assessWith(seen(within(2))).fired).toEqual([])
    expect(assessWith(seen(within(3))).fired).toMatchObject([{ rule: 'visitors' }])
  })

  it('visitors: ignores visits that are a year old, or earlier than the shipment', () => {
    const visitLog = seen(crowd(20))
    const later = start + (20 + 365) * dayMinutes
    expect(assess(visitLog, {}, defaultSettings, later).fired).toEqual([])
    const shippedAt = new Date((start + 18 * dayMinutes) * 60_000)
    expect(assessWith(visitLog, { shippedAt }).fired).toEqual([])
  })

  it('visitors: keeps the facts of a warning until there are a tenth more visits', () => {
    const at = (size: number) => start + size * dayMinutes
    const evidence = collectEvidence(seen(crowd(20)), {}, defaultSettings, at(20))
    const warned = { visitors: { ...evidence.visitors!, minute: at(20) } }
    const people = (size: number) => {
      const { fired, checks } = assess(seen(crowd(size)), { warned }, defaultSettings, at(size))
      return [checks, fired.find((one) => one.rule === 'visitors')?.people]
    }
    expect(people(21)).toEqual([21, 20])
    expect(people(22)).toEqual([22, 22])
  })

  it('visitors: takes the threshold of the SKU instead of that of its category', () => {
    const visitLog = seen(crowd(20))
    expect(assessWith(visitLog, { threshold: 1000 }).fired).toEqual([])
    expect(assessWith(seen(crowd(3)), { threshold: -1000 }).fired).toMatchObject([{ rule: 'visitors' }])
  })

  it('travel: counts pairs of different phones on three days, never one phone that jumps', () => {
    const pair = (day: number, kind: number) => [
      visit({ minute: start + day * dayMinutes, kind }),
      visit({ minute: start + day * dayMinutes + 60, kind: kind + 1, country: 'DE', place: berlin }),
    ]
    const quiet = { threshold: 1000 }
    expect(assessWith(seen([...pair(0, 1), ...pair(3, 5), ...pair(5, 1)]), quiet).fired).toEqual([])
    const oneDay = [1, 3, 5].flatMap((kind) => pair(0, kind))
    const owner = [2, 4].map((day) => visit({ minute: start + day * dayMinutes }))
    expect(assessWith(seen([...oneDay, ...owner]), quiet).fired).toEqual([])
    const [said] = assessWith(seen([...pair(0, 1), ...pair(3, 5), ...pair(5, 9)]), quiet).fired
    expect(said).toMatchObject({ rule: 'travel', from: 'MY', to: 'DE', minutes: 60 })
    const vpn = [0, 1, 2, 3].map((n) =>
      visit({ minute: start + n * 250, ...(n % 2 && { country: 'DE', place: berlin }) }),
    )
    expect(assessWith(seen(vpn)).fired).toEqual([])
  })

  it('travel: ignores distances that an error of location or a flight explains', () => {
    const near = (km: number, minutes: number) =>
      [0, 1, 2].flatMap((day) => [
        visit({ kind: 10 + day, minute: start + day * dayMinutes }),
        visit({
          kind: 20 + day,
          minute: start + day * dayMinutes + minutes,
          place: { lat: 3.14 + km / 111.2, lng: 101.69 },
        }),
      ])
    expect(assessWith(seen(near(1150, 1))).fired).toEqual([])
    expect(assessWith(seen(near(1300, 1))).fired).toHaveLength(1)
    expect(assessWith(seen(near(3000, 130))).fired).toEqual([])
  })

  it('market: fires for shoppers outside of the markets when markets are set', () => {
    const abroad = seen(
      [1, 2, 3].map((kind) => visit({ kind, minute: start + kind * dayMinutes, country: 'DE', place: berlin })),
    )
    expect(assessWith(abroad).fired).toEqual([])
    expect(assessWith(abroad, {}, { markets: ['DE'] }).fired).toEqual([])
    expect(assessWith(abroad, {}, { markets: ['MY'] }).fired).toEqual([
      { rule: 'market', countries: ['DE'], people: 3 },
    ])
  })

  it('repeats the statements of the brand when an item is consumed or expired', () => {
    const at = new Date((start - 40 * dayMinutes) * 60_000)
    expect(assessWith(seen([visit()]), { consumedAt: at })).toMatchObject({
      level: 'caution',
      fired: [{ rule: 'consumed' }],
    })
    expect(assessWith(seen([visit()]), { activatedAt: at }, { shelfDays: 41 }).fired).toEqual([])
    expect(assessWith(seen([visit()]), { activatedAt: at }, { shelfDays: 39 }).fired).toMatchObject([
      { rule: 'expired' },
    ])
    expect(assessWith(seen([visit()]), { copied: true }).level).toBe('suspected_copy')
  })
})

describe('the largest score of a history', () => {
  it('is that of its busiest time, also when visits of an owner follow it', () => {
    const busy = crowd(12)
    const largest = largestScore(seen(busy).visits)!
    const later = [200, 260, 320].map((day) => visit({ minute: start + day * dayMinutes, version: 200 }))
    expect(largestScore(seen([...busy, ...later]).visits)).toBeGreaterThanOrEqual(largest)
    expect(largestScore(seen([...later]).visits)).toBeLessThan(largest)
  })

  it('is missing before visits on three days', () => {
    expect(largestScore(seen(crowd(2)).visits)).toBeUndefined()
    expect(largestScore([])).toBeUndefined()
  })
})
