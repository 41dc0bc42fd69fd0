import { expect, test } from 'vitest'
import { Unavailable } from './probe.ts'
import { countsOf, judged, tableOf } from './rows.ts'
import type { Target } from './target.ts'

const target = {} as Target

test('a probe passes, fails, is skipped with its reason, breaks down or is ended, and each is a row of the table', async () => {
  const good = { figure: '0 of 9 calls failed', bound: '0', passed: true }
  const rows = [
    ...(await judged('sound', async () => [good, { ...good, passed: false }], target, 'quick')),
    ...(await judged('without', () => Promise.reject(new Unavailable('needs wrk')), target, 'quick')),
    ...(await judged('broken', () => Promise.reject(new Error('no answer')), target, 'quick')),
    ...(await judged('endless', () => new Promise(() => {}), target, 'quick', 10)),
  ]
  expect(countsOf(rows)).toEqual({ passed: 1, failed: 3, skipped: 1 })
  const [heading, ...lines] = tableOf(rows)
  expect(heading).toMatch(/^probe +figure +bound +outcome$/)
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['sound', '0 of 9 calls failed', '0', 'passed'],
    ['sound', '0 of 9 calls failed', '0', 'failed'],
    ['without', 'needs wrk', 'skipped'],
    ['broken', 'broke down: Error: no answer', 'failed'],
    ['endless', 'broke down: Error: not at its end after 0.01 s', 'failed'],
  ])
})
