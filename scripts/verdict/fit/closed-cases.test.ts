import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawSample } from '#scripts/verdict/evaluation/sample.ts'
import { worlds } from '#scripts/verdict/worlds/all.ts'
import type { ClosedCase } from '#shared/verdict/calibration/closed-cases.ts'
import { compareWithCases, examplesOfCases, readClosedCases } from './closed-cases.ts'

const caseOf = (reason: ClosedCase['reason'], many: number): ClosedCase => ({
  ...{ category: 'one_owner', reason },
  features: { kinds: many, networks: many, newPhones: many, recentPhones: many, recentNetworks: many },
})
const times = (count: number, one: ClosedCase) => Array.from({ length: count }, () => one)

describe('decided warnings in the fit', () => {
  it('weigh at most as one simulated world on each side, and half of it from 300 cases on', () => {
    const weightOf = (cases: ClosedCase[]) => examplesOfCases(cases).reduce((sum, { weight }) => sum + weight, 0)
    expect(weightOf(times(300, caseOf('copy', 9)))).toBeCloseTo(0.5)
    expect(weightOf([...times(300, caseOf('copy', 9)), ...times(900, caseOf('owner', 9))])).toBeCloseTo(1.25)
  })

  it('change nothing without cases, and say what mistakes and copies would change', { timeout: 60_000 }, () => {
    const samples = [drawSample(worlds[0]!, { honest: 20, copied: 8, units: 20 }, 1)]
    const none = compareWithCases(samples, [])
    expect(Object.values(none.weights).map(({ change }) => change)).toEqual([0, 0, 0, 0, 0])
    expect(none.thresholds.one_owner!['0.005']).toMatchObject({ change: 0 })
    const mistakes = compareWithCases(samples, times(2000, caseOf('mistake', 12)))
    expect(mistakes.mistakes).toMatchObject({ cases: 2000, weight: 0.87 })
    const total = ({ weights }: typeof none, at: 'before' | 'after') =>
      Object.values(weights).reduce((sum, weight) => sum + weight[at], 0)
    expect(total(mistakes, 'after')).toBeLessThan(total(mistakes, 'before'))
  })

  it('are read only in their own format', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'cases-')), 'cases.json')
    const write = (value: object) => writeFile(file, JSON.stringify(value))
    const cases = [caseOf('copy', 3)]
    await write({ format: 'assay-closed-cases/1', cases })
    expect(await readClosedCases(file)).toEqual(cases)
    await write({ format: 'assay-closed-cases/1', cases: [{ ...cases[0], merchant: 'Tea' }] })
    await expect(readClosedCases(file)).rejects.toThrow('merchant')
  })
})
