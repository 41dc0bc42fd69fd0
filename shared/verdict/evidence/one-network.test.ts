import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assessment, assess, assessEvidence, collectEvidence } from '#shared/verdict/rules.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { addVisit, emptyVisitLog, type Visit, type VisitLog } from '#shared/verdict/visits/visit-log.ts'
import { capMainNetwork, limitPerNetwork } from './network-limits.ts'
import { type ClearedWarnings, type StoredWarnings, updateWarnings } from './stored-warnings.ts'

const dayMinutes = 1440
const start = 29_000_000 - (29_000_000 % dayMinutes) + 600
const places = {
  MY: { lat: 3.14, lng: 101.69 },
  DE: { lat: 52.52, lng: 13.4 },
  US: { lat: 40.71, lng: -74.01 },
} as const
type Country = keyof typeof places

/** A code as the server stores it between scans: its visit log, and the warnings that were shown. */
type Code = { visitLog: VisitLog; warned: StoredWarnings; cleared: ClearedWarnings | null; assessment: Assessment }
const fresh: Code = {
  visitLog: emptyVisitLog,
  warned: {},
  cleared: null,
  assessment: { level: 'first', checks: 0, countries: 0, fired: [] },
}

function scanAgain(code: Code, visit: Visit): Code {
  const visitLog = addVisit(code.visitLog, visit)
  const evidence = collectEvidence(visitLog, code, defaultSettings, visit.minute)
  const assessment = assessEvidence(visitLog, code, { settings: defaultSettings, now: visit.minute }, evidence)
  return {
    ...code,
    visitLog,
    assessment,
    warned: { ...code.warned, ...updateWarnings(code, evidence, visit.minute) },
  }
}
const scanAll = (visits: readonly Visit[], code = fresh): Code => visits.reduce(scanAgain, code)
const inTime = (visits: readonly Visit[]) => visits.toSorted((a, b) => a.minute - b.minute)
const rulesOf = ({ fired }: Assessment): string[] => fired.map(({ rule }) => rule)
const isClean = ({ assessment }: Code) => assessment.fired.length === 0

const from = (country: Country) => ({ country, place: places[country] })
const anyVisit = (days: [number, number], network: fc.Arbitrary<number>, where: fc.Arbitrary<Country>) =>
  fc
    .record({
      minute: fc.integer({ min: start + days[0] * dayMinutes, max: start + days[1] * dayMinutes }),
      visitor: fc.nat(0xffff),
      kind: fc.nat(9),
      version: fc.integer({ min: 1, max: 120 }),
      network,
      country: where,
    })
    .map(({ country, ...visit }): Visit => ({ ...visit, ...from(country) }))
const anywhere = fc.constantFrom<Country>('MY', 'MY', 'MY', 'DE', 'US')
const shoppers = fc.array(anyVisit([0, 300], fc.nat(40), anywhere), { maxLength: 30 })
/** Visits of one network, which is at one place. Shoppers may use the same network. */
const oneNetwork = (maxLength: number) =>
  fc
    .tuple(fc.nat(40), anywhere)
    .chain(([network, country]) =>
      fc.array(anyVisit([300, 700], fc.constant(network), fc.constant(country)), { minLength: 1, maxLength }),
    )

/** Buyers of copies, each in another network. */
const shoppersOf = (size: number): Visit[] =>
  Array.from({ length: size }, (_, n) => ({
    minute: start + n * dayMinutes,
    visitor: n,
    kind: n % 6,
    version: 100 - n,
    network: n,
    ...from('MY'),
  }))

describe('many networks', () => {
  const marked = { consumedAt: new Date((start - dayMinutes) * 60_000) }
  /** Looks from a network and a place of their own each, so many a day. */
  const looks = (size: number, perDay: number): Visit[] =>
    Array.from({ length: size }, (_, n) => ({
      minute: start + Math.floor(n / perDay) * dayMinutes + (n % perDay),
      visitor: n,
      kind: n,
      version: 99,
      network: n,
      ...from((['MY', 'DE', 'US'] as const)[n % 3]!),
    }))

  it.each([{}, marked])('within two days raise no warning for an item with %j', (item) => {
    looks(200, 100).reduce((visitLog, visit) => {
      const next = addVisit(visitLog, visit)
      const { fired } = assess(next, item, defaultSettings, visit.minute)
      expect(fired.filter(({ rule }) => rule !== 'consumed')).toEqual([])
      return next
    }, emptyVisitLog)
  })

  it('on three days raise one', () => {
    const seen = looks(45, 15).reduce(addVisit, emptyVisitLog)
    expect(rulesOf(assess(seen, {}, defaultSettings, start + 3 * dayMinutes))).toContain('visitors')
  })
})

describe('one network', () => {
  it('never makes a code without a warning a suspected copy, over any time, with any browsers', () => {
    let cleanBefore = 0
    fc.assert(
      fc.property(shoppers, oneNetwork(120), (before, attack) => {
        const code = scanAll(inTime(before))
        fc.pre(isClean(code))
        cleanBefore++
        inTime(attack).reduce((state, visit) => {
          const next = scanAgain(state, visit)
          expect(next.assessment.level).not.toBe('suspected_copy')
          return next
        }, code)
      }),
      { numRuns: 400 },
    )
    expect(cleanBefore).toBeGreaterThan(100)
  })

  it('never raises a warning of the visitors rule, for any visits', () => {
    fc.assert(
      fc.property(oneNetwork(200), (attack) => {
        expect(scanAll(inTime(attack)).assessment.fired).toEqual([])
      }),
    )
  })

  it('counts for two visits more than all others together, two within an hour and four within a day', () => {
    const kinds = (day: number) =>
      Array.from({ length: 12 }, (_, kind) => ({
        minute: start + day * dayMinutes + kind,
        visitor: kind,
        kind,
        version: 1,
        network: 7,
        ...from('MY'),
      }))
    const others = shoppersOf(3).map((shopper) => ({ ...shopper, network: shopper.network + 10 }))
    const counted = (visits: Visit[]) =>
      capMainNetwork(limitPerNetwork(visits.reduce(addVisit, emptyVisitLog).visits)).filter(
        ({ network }) => network === 7,
      )
    expect(counted([...others, ...kinds(9)])).toHaveLength(2)
    expect(
      counted([...others, ...kinds(9).map((visit, n) => ({ ...visit, minute: visit.minute + n * 100 }))]),
    ).toHaveLength(4)
    expect(counted([...others, ...[9, 11, 13, 15, 17].flatMap(kinds)])).toHaveLength(5)
  })

  it('counts once for one browser that reports many versions', () => {
    const versions = Array.from({ length: 66 }, (_, n) => ({
      minute: start + 20 * n,
      visitor: n,
      kind: 1,
      version: n,
      network: 7,
      ...from('MY'),
    }))
    expect(scanAll(versions).visitLog).toMatchObject({ checks: 1 })
  })

  it('never makes an item that is marked as used a suspected copy', () => {
    const consumedAt = new Date((start - dayMinutes) * 60_000)
    const far = [from('MY'), from('DE'), from('US')]
    const looks = Array.from({ length: 60 }, (_, n) => ({
      minute: start + n * 300,
      visitor: n,
      kind: n % 9,
      version: 99 - n,
      network: 7,
      ...far[n % 3]!,
    }))
    looks.reduce((visitLog, visit) => {
      const next = addVisit(visitLog, visit)
      expect(assess(next, { consumedAt }, defaultSettings, visit.minute).level).toBe('caution')
      return next
    }, emptyVisitLog)
  })

  it('does not hide copies in one town whose shoppers use many networks', () => {
    expect(scanAll(shoppersOf(20)).assessment.fired).toMatchObject([{ rule: 'visitors' }])
  })
})

describe('a warning', () => {
  const flood = fc.array(anyVisit([20, 700], fc.nat(63), anywhere), { minLength: 100, maxLength: 500 })

  it('stays through any 500 visits in any order', () => {
    fc.assert(
      fc.property(flood, (visits) => {
        expect(rulesOf(scanAll(visits, scanAll(shoppersOf(20))).assessment)).toContain('visitors')
      }),
      { numRuns: 20 },
    )
  })

  it('is found in the visit log alone after 500 visits from one network, which evict no shopper visits', () => {
    const oneFlood = fc
      .tuple(fc.integer({ min: 20, max: 63 }), anywhere)
      .chain(([network, country]) =>
        fc.array(anyVisit([17, 90], fc.constant(network), fc.constant(country)), { minLength: 500, maxLength: 500 }),
      )
    fc.assert(
      fc.property(oneFlood, (visits) => {
        const { visitLog } = inTime(visits).reduce(scanAgain, scanAll(shoppersOf(24)))
        const now = start + 90 * dayMinutes
        expect(rulesOf(assess(visitLog, {}, defaultSettings, now))).toContain('visitors')
      }),
      { numRuns: 8 },
    )
  })

  it('ends when the brand closes it as a mistake, and is shown again only for new visitors', () => {
    const warned = scanAll(shoppersOf(20))
    const minute = start + 25 * dayMinutes
    const cleared = { ...warned, cleared: { visitors: minute } }
    const owner = { ...shoppersOf(1)[0]!, minute: minute + 1, visitor: 999 }
    expect(scanAgain(cleared, owner).assessment.fired).toEqual([])
    const anew = shoppersOf(20).map((shopper, n) => ({
      ...shopper,
      minute: minute + 1 + n * dayMinutes,
      visitor: 100 + n,
    }))
    expect(scanAll(anew.slice(0, 2), cleared).assessment.fired).toEqual([])
    expect(scanAll(anew, cleared).assessment.fired).toMatchObject([{ rule: 'visitors' }])
    // Taken back, the earlier warning applies again.
    expect(scanAgain({ ...cleared, cleared: null }, owner).assessment.fired).toMatchObject([{ rule: 'visitors' }])
  })

  it('depends on the threshold of its SKU', () => {
    const { visitLog, warned } = scanAll(shoppersOf(20))
    const now = start + 25 * dayMinutes
    const none = { ...visitLog, visits: [] }
    expect(assess(none, { warned, threshold: 1000 }, defaultSettings, now).fired).toEqual([])
    expect(assess(none, { warned }, defaultSettings, now).fired).toMatchObject([{ rule: 'visitors' }])
  })
})
