import { expect, it } from 'vitest'
import type { Measure } from '#scripts/verdict/evaluation/detection.ts'
import type { SimulatedItem, Step, WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import type { Category } from '#shared/verdict/settings.ts'
import { usualByCategory } from './thresholds.ts'

const scoreOf: Measure = ({ scans }) => scans - 100
/** One item for each score. */
const items = (category: Category, scores: readonly number[]): SimulatedItem[] =>
  scores.map((score) => ({ kind: 'any', category, weight: 1, steps: [{ scans: 100 + score } as Step] }))
const world = (honest: SimulatedItem[]) => ({ honest, copied: [] }) as unknown as WorldSample
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

it('says what usual items reach, also without those like copies, in the world where it is most', () => {
  // 100 items of which five have a score of at least 0.
  const quiet = world(items('one_owner', range(-105, -5)))
  const usual = world(items('one_owner', range(-95, 5)))
  expect(usualByCategory([quiet, usual], scoreOf).one_owner).toEqual({ all: -6, rest: -15 })
})

it('compares no other items where more than one in ten look like copies', () => {
  const usual = usualByCategory([world([...items('display', range(-40, 60))])], scoreOf)
  expect(usual.display).toEqual({ all: 49 })
})
