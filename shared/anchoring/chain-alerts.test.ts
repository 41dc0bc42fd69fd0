import { expect, test } from 'vitest'
import { amountWithoutCurrency, formatAmount } from './amount.ts'
import { chainAlerts } from './chain-alerts.ts'
import { chainProblemText } from './chain-problem-text.ts'
import { ChainReport, chainProblems } from './chain-report.ts'

const now = Date.parse('2026-11-25T12:00:00Z')
const report = (facts: object = {}) =>
  ChainReport.parse({
    network: 'mainnet',
    address: 'bc1q',
    balance: '1',
    height: 9,
    nodes: [],
    fees: null,
    fee: null,
    key: null,
    formerKeys: [],
    offer: null,
    problem: null,
    ...facts,
  })
const kinds = (facts: object, oldestAt?: number) =>
  chainAlerts({ chain: 'bitcoin', report: report(facts), oldestAt, gatherSeconds: 3600 }, now).map(({ kind }) => kind)
const problem = (kind: string, seconds: number) => ({
  problem: { kind, reason: 'words', since: new Date(now - seconds * 1000).toISOString() },
})

test('reports missing funds at once, and a node that does not respond after a minute [VE03]', () => {
  expect(kinds({})).toEqual([])
  expect(kinds(problem('noFunds', 0))).toEqual(['noFunds'])
  expect(kinds(problem('unreachable', 59))).toEqual([])
  expect(kinds(problem('unreachable', 60))).toEqual(['unreachable'])
})

test('reports a budget once at 80 % and once when it is reached, and never one without a limit [VE03]', () => {
  const fees = (day: number, year: number, dayLimit = 1000, yearLimit = 10_000) => ({
    fees: { day: `${day}`, year: `${year}`, dayLimit: `${dayLimit}`, yearLimit: `${yearLimit}` },
  })
  expect(kinds(fees(799, 7999))).toEqual([])
  expect(kinds(fees(800, 0))).toEqual(['budgetSoon'])
  expect(kinds(fees(0, 8000))).toEqual(['budgetSoon'])
  expect(kinds(fees(1000, 0))).toEqual(['budget'])
  expect(kinds({ ...fees(990, 0), ...problem('budget', 0) })).toEqual(['budget'])
  expect(kinds(fees(5000, 5000, 0, 0))).toEqual([])
})

test('reports an anchor that waits longer than its epoch and six hours [VE03]', () => {
  const hours = (count: number) => now - count * 3_600_000
  expect(kinds({}, hours(7))).toEqual([])
  expect(kinds({}, hours(7) - 1000)).toEqual(['anchorOld'])
})

test('reports a node that fails while another one works, and not twice when all fail [VE03]', () => {
  const node = (host: string, problem: string | null) => ({ host, problem, height: 9 })
  expect(kinds({ nodes: [node('a', 'behind'), node('b', null)] })).toEqual(['nodeDown'])
  const all = { nodes: [node('a', 'wrongPassword'), node('b', 'wrongPassword')] }
  expect(kinds({ ...all, ...problem('wrongPassword', 0) })).toEqual(['wrongPassword'])
})

test('has words and an action for each problem in both languages [VE03]', () => {
  for (const text of [chainProblemText.enUS, chainProblemText.ruRU]) {
    for (const kind of chainProblems)
      expect([text[kind].length, text[`${kind}Do`].length].every((length) => length > 10)).toBe(true)
  }
})

test('writes amounts exactly [VE03]', () => {
  expect(formatAmount('bitcoin', '310')).toBe('0.0000031 BTC')
  expect(formatAmount('bitcoin', '2100000000000000')).toBe('21000000 BTC')
  expect(formatAmount('catapult', '1234567')).toBe('1.234567 XYM')
  expect(formatAmount('catapult', '0')).toBe('0 XYM')
  expect(amountWithoutCurrency('bitcoin', '20000')).toBe('0.0002')
})
