import { expect, test } from 'vitest'
import { Unavailable } from './probe.ts'
import { countOutcomes, formatTable, runProbe } from './report-rows.ts'
import type { Target } from './target.ts'

const target = {} as Target

test('reports a row for each probe: passed, failed, skipped with its reason, crashed or timed out', async () => {
  const good = { figure: '0 of 9 calls failed', bound: '0', passed: true }
  const rows = [
    ...(await runProbe({ name: 'sound', run: async () => [good, { ...good, passed: false }] }, target, 'quick')),
    ...(await runProbe({ name: 'without', run: () => Promise.reject(new Unavailable('needs wrk')) }, target, 'quick')),
    ...(await runProbe({ name: 'broken', run: () => Promise.reject(new Error('no response')) }, target, 'quick')),
    ...(await runProbe({ name: 'endless', run: () => new Promise(() => {}) }, target, 'quick', 10)),
  ]
  expect(countOutcomes(rows)).toEqual({ passed: 1, failed: 3, skipped: 1 })
  const [heading, ...lines] = formatTable(rows)
  expect(heading).toMatch(/^probe +figure +bound +outcome$/)
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['sound', '0 of 9 calls failed', '0', 'passed'],
    ['sound', '0 of 9 calls failed', '0', 'failed'],
    ['without', 'needs wrk', 'skipped'],
    ['broken', 'crashed: Error: no response', 'failed'],
    ['endless', 'crashed: Error: timed out after 0.01 s', 'failed'],
  ])
})
