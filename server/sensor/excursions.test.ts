import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordset } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { omit } from '#shared/core/omit.ts'
import { sideOf, type ValueLimits } from '#shared/sensor/limits.ts'
import { excursionsOf, isCounted } from './excursions.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

/** Times in minutes. */
type MinuteReading = { minute: number; value: number }
type MinuteExcursion = { side: 'above' | 'below'; from: number; to: number; peak: number; isOpen: boolean }
type Rule = { minutes: number; totalMinutes: number | null }
type Log = { readings: readonly MinuteReading[]; limits: ValueLimits; rule?: Rule }

/** The excursions of logs, and the minutes out of range of each log; only the counted ones if `condition` says so. */
async function excursionsIn(logs: readonly Log[], condition: SQL = sql`true`) {
  const points = logs.flatMap(({ readings, limits, rule }, id) =>
    readings.map(({ minute, value }) => ({ id, minute, value, ...limits, ...rule })),
  )
  const columns = 'id int, minute int, value float8, "limit" float8, minimum float8, minutes int, "totalMinutes" int'
  const { rows } = await world.services.db.system((tx) =>
    tx.execute<MinuteExcursion & { id: number; total: number }>(sql`
      with listed as (select * from ${recordset(points, columns)}),
      rule as (select distinct id, minutes, "totalMinutes" from listed),
      ${excursionsOf(sql`
        select id, to_timestamp(minute * 60) as first_at, to_timestamp(minute * 60) as last_at, 1 as n, value as min, value as max,
          "limit", minimum
        from listed`)}
      select id, side, extract(epoch from begun)::int / 60 as "from", extract(epoch from ended)::int / 60 as "to", peak,
        is_open as "isOpen", seconds::int / 60 as total
      from excursion join rule using (id) where ${condition} order by id, begun`),
  )
  const found = Map.groupBy(rows, ({ id }) => id)
  return logs.map((_, id) => ({
    excursions: (found.get(id) ?? []).map((excursion) => omit(excursion, 'id', 'total')),
    minutes: found.get(id)?.[0]?.total ?? 0,
  }))
}

const series = (values: readonly number[]): MinuteReading[] => values.map((value, minute) => ({ value, minute }))

test('starts an excursion at the first reading at the limit, and ends it at the first one below it [LO03]', async () => {
  const [log] = await excursionsIn([{ readings: series([7, 8, 9, 8.5, 7.9, 8]), limits: { limit: 8, minimum: null } }])
  expect(log!.excursions).toEqual([
    { side: 'above', from: 1, to: 4, peak: 9, isOpen: false },
    { side: 'above', from: 5, to: 5, peak: 8, isOpen: true },
  ])
})

test('ends an excursion when a value is out of range on the other side, and allows the minimum [LO03]', async () => {
  const [log] = await excursionsIn([{ readings: series([1.9, 1, 9, 2, 1]), limits: { limit: 8, minimum: 2 } }])
  expect(log!.excursions).toEqual([
    { side: 'below', from: 0, to: 2, peak: 1, isOpen: false },
    { side: 'above', from: 2, to: 3, peak: 9, isOpen: false },
    { side: 'below', from: 4, to: 4, peak: 1, isOpen: true },
  ])
})

const someReadings = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 9 }), value: fc.integer({ min: 0, max: 9 }) }), { maxLength: 60 })
  .map((steps) => {
    let minute = 0
    return steps.map(({ gap, value }): MinuteReading => {
      minute += gap
      return { value, minute }
    })
  })

/** A limit above the minimum, either of them or none. */
const someLimits = fc
  .record({
    low: fc.integer({ min: 0, max: 8 }),
    width: fc.integer({ min: 1, max: 6 }),
    kind: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ low, width, kind }) => ({ limit: kind & 1 ? low + width : null, minimum: kind & 2 ? low : null }))

/** Many at once, because a statement costs more than a log. */
const someLogs = fc.array(fc.record({ readings: someReadings, limits: someLimits }), { minLength: 60, maxLength: 60 })

/** Every pair of readings with only values of one side between them, and no such value around them. */
function bruteForce({ readings, limits: { limit, minimum } }: Log): MinuteExcursion[] {
  const isOut = {
    above: ({ value }: MinuteReading) => limit !== null && value >= limit,
    below: ({ value }: MinuteReading) => minimum !== null && value < minimum,
  }
  const found: MinuteExcursion[] = []
  for (const side of ['above', 'below'] as const) {
    for (let first = 0; first < readings.length; first++) {
      for (let last = first; last < readings.length; last++) {
        const within = readings.slice(first, last + 1)
        const around = [readings[first - 1], readings[last + 1]]
        if (!within.every(isOut[side]) || around.some((one) => one && isOut[side](one))) continue
        const values = within.map(({ value }) => value)
        const peak = side === 'above' ? Math.max(...values) : Math.min(...values)
        const next = readings[last + 1]
        found.push({
          side,
          from: readings[first]!.minute,
          to: (next ?? readings[last]!).minute,
          peak,
          isOpen: !next,
        })
      }
    }
  }
  return found.toSorted((one, other) => one.from - other.from)
}

/** The minutes in which the last known value is out of range. */
function minutesOut({ readings, limits }: Log): number {
  let minutes = 0
  for (let minute = 0; minute < (readings.at(-1)?.minute ?? 0); minute++) {
    const known = readings.findLast((reading) => reading.minute <= minute)
    if (known && sideOf(known.value, limits)) minutes++
  }
  return minutes
}

test('excursions and their time equal those of a brute force search for any readings and limits [LO03]', async () => {
  await fc.assert(
    fc.asyncProperty(someLogs, async (logs) => {
      expect(await excursionsIn(logs)).toEqual(
        logs.map((log) => ({ excursions: bruteForce(log), minutes: minutesOut(log) })),
      )
    }),
    { numRuns: 8 },
  )
})

const counted = isCounted({ minutes: sql`minutes`, totalMinutes: sql`"totalMinutes"` })

/** A log with excursions of these lengths in minutes, one after the other. */
const lasting = (lengths: readonly number[], rule: Rule): Log => {
  let minute = 0
  const readings = lengths.flatMap((length) => {
    const [from, to] = [minute, minute + length]
    minute = to + 1
    return [
      { minute: from, value: 9 },
      { minute: to, value: 1 },
    ]
  })
  return { readings, limits: { limit: 8, minimum: null }, rule }
}

test.each([
  ['each reading counts', { minutes: 0, totalMinutes: null }, [1, 2, 3]],
  ['only long ones count', { minutes: 2, totalMinutes: null }, [2, 3]],
  ['together they reach the cumulative duration', { minutes: 3, totalMinutes: 6 }, [1, 2, 3]],
  ['together they do not reach it', { minutes: 3, totalMinutes: 7 }, [3]],
])('counts excursions by the rule when %s [SE01]', async (_, rule, lengths) => {
  const [log] = await excursionsIn([lasting([1, 2, 3], rule)], counted)
  expect(log!.excursions.map(({ from, to }) => to - from)).toEqual(lengths)
})

test('counts all excursions or those of the least length, for any lengths and rules [SE01]', async () => {
  const rules = fc.record({
    minutes: fc.integer({ min: 0, max: 30 }),
    totalMinutes: fc.option(fc.integer({ min: 1, max: 90 })),
  })
  const scenes = fc.record({ lengths: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }), rule: rules })
  await fc.assert(
    fc.asyncProperty(fc.array(scenes, { minLength: 60, maxLength: 60 }), async (list) => {
      const found = await excursionsIn(
        list.map(({ lengths, rule }) => lasting(lengths, rule)),
        counted,
      )
      const expected = list.map(({ lengths, rule }) => {
        const total = lengths.reduce((sum, minutes) => sum + minutes, 0)
        const isEnough = rule.totalMinutes !== null && total >= rule.totalMinutes
        return lengths.filter((minutes) => isEnough || minutes >= rule.minutes)
      })
      expect(found.map(({ excursions }) => excursions.map(({ from, to }) => to - from))).toEqual(expected)
    }),
    { numRuns: 5 },
  )
})
