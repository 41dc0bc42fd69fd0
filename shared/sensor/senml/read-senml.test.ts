import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxReadings } from '#shared/sensor/contract.ts'
import { maxSenmlBytes, readSenml, type TagContent, type TagSeries } from './read-senml.ts'
import { resolveRecords } from './record.ts'

const now = Date.parse('2026-05-03T08:00:00Z')
const read = (records: unknown, at = now) => readSenml(JSON.stringify(records), at)
const content = (records: unknown, at = now) => {
  const result = read(records, at)
  if ('error' in result) throw new Error(JSON.stringify(result))
  return result
}
const short = ({ readings }: TagSeries) => readings.map(({ at, value }) => [new Date(at).toISOString(), value])
const device = 'urn:dev:ow:10e2073a01080063'

describe('the examples of RFC 8428 [SE01]', () => {
  test('5.1.1: one temperature, measured now', () => {
    expect(content([{ n: device, u: 'Cel', v: 23.1 }])).toEqual({
      series: [{ name: device, unit: '°C', readings: [{ at: now, value: 23.1 }], min: 23.1, max: 23.1 }],
      leftOut: [],
      isRelative: true,
    })
  })

  test('5.1.2: version 5, and times before the base time', () => {
    const records = [
      { bn: 'urn:dev:ow:10e2073a0108006:', bt: 1.276020076001e9, bu: 'A', bver: 5, n: 'voltage', u: 'V', v: 120.1 },
      ...[-5, -4, -3, -2, -1].map((t) => ({ n: 'current', t, v: 1.7 + t / 10 })),
      { n: 'current', v: 1.7 },
    ]
    const resolved = resolveRecords(records)
    if ('error' in resolved) throw new Error(resolved.error)
    const name = 'urn:dev:ow:10e2073a0108006:current'
    expect(resolved[1]).toEqual({ record: 2, name, unit: 'A', time: 1276020071.001, value: 1.2 })
    expect(resolved.at(-1)).toMatchObject({ record: 7, time: 1276020076.001, value: 1.7 })
    const { series, leftOut } = content(records)
    expect([series, leftOut.length, leftOut[0]!.reason]).toEqual([[], 7, 'unit'])
  })

  test('5.1.3 and 5.1.4: humidity among positions and a battery', () => {
    const given = [
      { bn: device, bt: 1.320067464e9, bu: '%RH', v: 20 },
      { u: 'lon', v: 24.30621 },
      { u: 'lat', v: 60.07965 },
      { t: 60, v: 20.3 },
      { u: 'lon', t: 60, v: 24.30622 },
      { u: 'lat', t: 60, v: 60.07965 },
      { t: 120, v: 20.7 },
      { u: 'lon', t: 120, v: 24.30623 },
      { u: 'lat', t: 120, v: 60.07966 },
      { u: '%EL', t: 150, v: 98 },
      { t: 180, v: 21.2 },
      { u: 'lon', t: 180, v: 24.30628 },
      { u: 'lat', t: 180, v: 60.07967 },
    ]
    const { series, leftOut, isRelative } = content(given)
    expect(series.map(short)).toEqual([
      [
        ['2011-10-31T13:24:24.000Z', 20],
        ['2011-10-31T13:25:24.000Z', 20.3],
        ['2011-10-31T13:26:24.000Z', 20.7],
        ['2011-10-31T13:27:24.000Z', 21.2],
      ],
    ])
    expect(series[0]).toMatchObject({ name: device, unit: '%RH', min: 20, max: 21.2 })
    expect(leftOut.map(({ record, unit }) => `${record} ${unit}`)).toContain('10 %EL')
    expect([leftOut.length, isRelative]).toEqual([9, false])
    // The resolved form of the RFC has the same meaning.
    const resolved = resolveRecords(given)
    if ('error' in resolved) throw new Error(resolved.error)
    const again = resolved.map(({ name: n, unit: u, time: t, value: v }) => ({ n, u, t, v }))
    expect(content(again)).toEqual(content(given))
  })

  test('5.1.5: a text, a truth value and data beside a number', () => {
    const { series, leftOut } = content([
      { bn: `${device}:`, n: 'temp', u: 'Cel', v: 23.1 },
      { n: 'label', vs: 'Machine Room' },
      { n: 'open', vb: false },
      { n: 'nfv-reader', vd: 'aGkgCg' },
    ])
    expect(series.map(({ name }) => name)).toEqual([`${device}:temp`])
    expect(leftOut.map(({ record, reason }) => [record, reason])).toEqual([2, 3, 4].map((at) => [at, 'notNumber']))
  })

  test('5.1.6: two devices, whose last record has the base name of the third and the base time of the first', () => {
    const { series } = content([
      { bn: '2001:db8::2/', bt: 1.320078429e9, n: 'temperature', u: 'Cel', v: 25.2 },
      { n: 'humidity', u: '%RH', v: 30 },
      { bn: '2001:db8::1/', n: 'temperature', u: 'Cel', v: 12.3 },
      { n: 'humidity', u: '%RH', v: 67 },
    ])
    const at = '2011-10-31T16:27:09.000Z'
    expect(series.map((one) => [one.name, one.unit, short(one)])).toEqual([
      ['2001:db8::2/temperature', '°C', [[at, 25.2]]],
      ['2001:db8::2/humidity', '%RH', [[at, 30]]],
      ['2001:db8::1/temperature', '°C', [[at, 12.3]]],
      ['2001:db8::1/humidity', '%RH', [[at, 67]]],
    ])
  })

  test('5.1.7: a record of base fields alone is no measurement', () => {
    const { series, leftOut } = content([{ bn: `${device}:` }, { n: 'temp', u: 'Cel', v: 23.1 }])
    expect([series.length, leftOut]).toEqual([1, []])
  })
})

test.each([
  ['Cel', 4.5, '°C', 4.5],
  ['K', 277.65, '°C', 4.5],
  ['%RH', 60, '%RH', 60],
  ['lx', 350, 'lux', 350],
  // Standard gravity.
  ['m/s2', 19.6133, 'g', 2],
])('converts the unit %s [SE01]', (u, v, unit, value) => {
  expect(content([{ n: 'a', u, v }]).series[0]).toMatchObject({ unit, min: value })
})

test.each([
  // The gram, in SenML.
  [{ u: 'g', v: 1 }, 'unit'],
  [{ v: 1 }, 'unit'],
  [{ u: 'Cel', s: 7 }, 'notNumber'],
  [{ u: 'Cel', v: 1001 }, 'range'],
  [{ u: '%RH', v: -1 }, 'range'],
  [{ u: 'Cel', v: 4, t: 301 }, 'future'],
  [{ u: 'Cel', v: 4, t: 4e9 }, 'future'],
  [{ u: 'Cel', v: 4, t: 1e300 }, 'future'],
  // The smallest absolute time, 1978-07-04 21:24:16 UTC.
  [{ u: 'Cel', v: 4, t: 2 ** 28 }, 'old'],
  [{ u: 'Cel', v: 4, t: Date.UTC(2000) / 1000 - 1 }, 'old'],
])('leaves out %j and keeps the other readings [SE01]', (record, reason) => {
  const { series, leftOut } = content([
    { n: 'a', u: 'Cel', v: 4 },
    { n: 'a', ...record },
  ])
  expect(leftOut).toMatchObject([{ record: 2, reason }])
  expect(series.map(({ readings }) => readings.length)).toEqual([1])
})

test('adds base values, and keeps the digits of their sums [SE01]', () => {
  const { series } = content([
    { bn: 'a', bu: 'Cel', bt: now / 1000, bv: 0.1, v: 0.2 },
    { bv: 20, v: 0.3, t: -60 },
  ])
  expect(short(series[0]!)).toEqual([
    ['2026-05-03T07:59:00.000Z', 20.3],
    ['2026-05-03T08:00:00.000Z', 0.3],
  ])
})

test.each<[string, object]>([
  ['{"n":', { error: 'notJson' }],
  ['', { error: 'notJson' }],
  ['{"e":[]}', { error: 'notList' }],
  ['null', { error: 'notList' }],
  ['[7]', { error: 'notRecord', record: 1 }],
  ['[{"n":"a","v":1},{"n":"a","v":"1"}]', { error: 'field', record: 2, field: 'v' }],
  ['[{"n":"a","v":1e999}]', { error: 'field', record: 1, field: 'v' }],
  ['[{"n":"a","v":1,"new_":1}]', { error: 'mustUnderstand', record: 1, field: 'new_' }],
  ['[{"bver":11,"n":"a","v":1}]', { error: 'version', record: 1 }],
  ['[{"n":"a","v":1},{"bver":5,"n":"a","v":1}]', { error: 'version', record: 2 }],
  ['[{"v":1}]', { error: 'name', record: 1 }],
  ['[{"n":"-a","v":1}]', { error: 'name', record: 1 }],
  ['[{"n":"a b","v":1}]', { error: 'name', record: 1 }],
  ['[{"n":"a","v":1,"vs":"1"}]', { error: 'values', record: 1 }],
  ['[{"n":"a","t":1}]', { error: 'values', record: 1 }],
])('names what is wrong with %s [SE01]', (text, error) => {
  expect(readSenml(text, now)).toEqual(error)
})

test('ignores unknown fields, and accepts the version with secondary units [SE01]', () => {
  expect(content([{ bver: 26, n: 'a', u: 'Cel', v: 4, ut: 60, maker: 'x' }]).series).toHaveLength(1)
})

test('limits the size and the number of readings [SE01]', () => {
  const many = (n: number) => Array.from({ length: n }, (_, t) => ({ n: 'a', u: 'Cel', t: -t, v: 4 }))
  expect(content(many(maxReadings)).series[0]!.readings).toHaveLength(maxReadings)
  expect(read(many(maxReadings + 1))).toEqual({ error: 'tooMany' })
  expect(readSenml(' '.repeat(maxSenmlBytes + 1), now)).toEqual({ error: 'tooLarge' })
})

const names = ['a', 'b'] as const
const measured = fc.record({
  n: fc.constantFrom(...names),
  second: fc.integer({ min: 0, max: 500 }),
  v: fc.integer({ min: -400, max: 400 }).map((tenths) => tenths / 10),
})

test('reads the same series however a pack is shortened by base fields, in any order of the times [SE01]', () => {
  const start = 1_777_000_000
  const pack = fc.array(fc.tuple(measured, fc.option(fc.integer({ min: -300, max: 300 }), { nil: undefined })))
  fc.assert(
    fc.property(pack, (drawn) => {
      let base = 0
      const shortened = drawn.map(([{ n, second, v }, bt]) => {
        const changed = bt !== undefined || base === 0
        if (changed) base = start + (bt ?? 0)
        return { ...(changed && { bt: base, bn: 'x:', bu: 'Cel' }), n, t: start + second - base, v }
      })
      const expected = names.flatMap((n) => {
        const first = new Map<number, number>()
        for (const [one] of drawn) if (one.n === n && !first.has(one.second)) first.set(one.second, one.v)
        const readings = [...first].sort(([one], [other]) => one - other)
        if (readings.length === 0) return []
        return [{ name: `x:${n}`, readings: readings.map(([s, value]) => ({ at: (start + s) * 1000, value })) }]
      })
      const found: TagContent = content(shortened)
      const byName = found.series.toSorted((one, other) => one.name.localeCompare(other.name))
      expect(byName.map(({ name, readings }) => ({ name, readings }))).toEqual(expected)
    }),
  )
})
