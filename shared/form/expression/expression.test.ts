import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import { expressionFaultsOf, expressionResults, fixtureMoment, fixtureValues } from './expressions.fixture.ts'
import { isFault, parseExpression } from './parse.ts'
import { safePattern } from './pattern.ts'

const valueNamed = (name: string) => fixtureValues[name] ?? null

test('evaluates each expression of the fixture on the server [FO03]', () => {
  expect(expressionResults.length).toBeGreaterThan(120)
  const results = expressionResults.map(([text]) => {
    const parsed = parseExpression(text)
    return [text, isFault(parsed) ? parsed : evaluate(parsed, valueNamed, fixtureMoment)]
  })
  expect(results).toEqual(expressionResults)
})

test.each([
  ['Asia/Tokyo', '2026-11-28T22:30:00.000Z', '2026-11-29'],
  ['America/Los_Angeles', '2026-11-28T05:00:00.000Z', '2026-11-27'],
  ['Asia/Kathmandu', '2026-11-28T18:14:59.000Z', '2026-11-28'],
  [null, '2026-11-28T22:30:00.000Z', '2026-11-28'],
  ['Nowhere/Unknown', '2026-11-28T22:30:00.000Z', '2026-11-28'],
])('reckons with the days of the zone %s at %s [FO03]', (zone, now, day) => {
  const resultOf = (text: string) => {
    const parsed = parseExpression(text)
    return isFault(parsed) ? parsed : evaluate(parsed, (name) => (name === 'at' ? now : null), { now, zone })
  }
  const texts = ['today()', 'date(at)', `at = '${day}'`, 'today() = at', 'days_between(today(), at)', 'day(at)']
  expect(texts.map(resultOf)).toEqual([day, day, true, true, 0, Number(day.slice(8))])
})

test('names what is wrong with a text that is no expression [FO03]', () => {
  const faults = expressionFaultsOf.map(([text]) => {
    const parsed = parseExpression(text)
    return [text, isFault(parsed) ? parsed.fault : parsed]
  })
  expect(faults).toEqual(expressionFaultsOf)
  expect(parseExpression('weight * * 2')).toEqual({ fault: 'syntax', at: 10 })
})

test('compares with a pattern in bounded time, whatever the text [FO03]', () => {
  const started = performance.now()
  for (const pattern of ['a*a*a*', '.*.*x', '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)a*']) {
    expect(safePattern(pattern)?.test(`${'a'.repeat(99)}!`)).toBe(false)
  }
  expect(performance.now() - started).toBeLessThan(1000)
})
