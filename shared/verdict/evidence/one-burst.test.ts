import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assess } from '#shared/verdict/rules.ts'
import { visitFeatures } from '#shared/verdict/score/features.ts'
import { scoreOf } from '#shared/verdict/score/score.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { addVisit, emptyVisitLog, type LoggedVisit, type Visit } from '#shared/verdict/visits/visit-log.ts'
import { leaveOneBurstOut } from './one-burst.ts'

const dayMinutes = 1440
const start = 29_000_000 - (29_000_000 % dayMinutes) + 600
const weigh = (visits: readonly LoggedVisit[]) => scoreOf(visitFeatures(visits))
const visit = (n: number, minute: number): LoggedVisit => ({
  minute,
  visitor: n,
  kind: n,
  version: n,
  country: 'MY',
  place: { lat: ((n * 37) % 120) - 60, lng: ((n * 71) % 340) - 170 },
  network: n % 64,
  phone: n % 128,
})
const levelsOf = (visits: readonly Visit[]) => {
  let log = emptyVisitLog
  return visits.map((next) => {
    log = addVisit(log, next)
    return assess(log, {}, defaultSettings, next.minute).level
  })
}

describe('visits within hours', () => {
  it('raise no warning from any number of networks, also over midnight and after days with visits', () => {
    const owner = [0, 2, 5, 9].map((day) => ({ ...visit(1, start + day * dayMinutes), network: 1 }))
    for (const from of [start + 12 * dayMinutes, start + 12 * dayMinutes + 740]) {
      const attack = Array.from({ length: 200 }, (_, n) => visit(2 + n, from + n))
      expect(new Set(levelsOf([...owner, ...attack]))).toEqual(new Set(['first', 'recognised']))
    }
  })

  it('are left out where that makes the score smallest', () => {
    const days = Array.from({ length: 6 }, (_, n) => visit(n, start + n * 3 * dayMinutes))
    const burst = Array.from({ length: 9 }, (_, n) => visit(20 + n, start + 5000 + n))
    expect(leaveOneBurstOut([...days, ...burst], weigh)).toEqual(days)
  })

  it('of a phone that is new never make the score of other visits smaller', () => {
    const anyVisits = fc.array(
      fc.record({ n: fc.nat(40), minute: fc.nat(29 * dayMinutes) }).map(({ n, minute }) => visit(n, start + minute)),
      { minLength: 1, maxLength: 20 },
    )
    // All within the shortest window of the score.
    const inTime = (visits: LoggedVisit[]) => visits.toSorted((a, b) => a.minute - b.minute)
    fc.assert(
      fc.property(anyVisits, fc.double({ min: 0, max: 1, noNaN: true }), (visits, when) => {
        const [first, last] = [inTime(visits)[0]!.minute, inTime(visits).at(-1)!.minute]
        const added = visit(41, Math.floor(first + when * (last - first)))
        const score = (some: LoggedVisit[]) => weigh(leaveOneBurstOut(some, weigh))
        expect(score(inTime([...visits, added]))).toBeGreaterThanOrEqual(score(inTime(visits)) - 1e-9)
      }),
    )
  })
})
