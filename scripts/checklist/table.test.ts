import { describe, expect, it } from 'vitest'
import { formatPage, testsByItem } from './table.ts'

const tests = [
  { file: 'b.test.ts', title: 'two at once [CO06 CO07]', passed: true },
  { file: 'a.test.ts', title: 'the road > CO06 a <list>', passed: false },
  { file: 'a.test.ts', title: 'nothing that is asked for [CO99]', passed: true },
]

describe('the requirement coverage page', () => {
  it('lists the tests of every item, and the items without tests', () => {
    const proof = testsByItem(tests)
    expect(proof.CO06).toHaveLength(2)
    expect(proof.CO07.map(({ title }) => title)).toEqual(['two at once [CO06 CO07]'])
    expect(proof.SH01).toEqual([])
    const text = formatPage(proof)
    expect(text).toContain(
      '- ✗ `a.test.ts` — the road \\> CO06 a \\<list\\>\n- ✓ `b.test.ts` — two at once \\[CO06 CO07\\]',
    )
    expect(text).toMatch(/Without a test: SH01, /)
  })

  it('lists a step of a test under the requirements of the step', () => {
    const walk = { file: 'c.e2e.ts', title: 'the walk [AU02]', passed: true, steps: ['registers [BU01]'] }
    const proof = testsByItem([walk])
    expect(proof.AU02.map(({ title }) => title)).toEqual(['the walk [AU02]'])
    expect(proof.BU01.map(({ title }) => title)).toEqual(['the walk [AU02] › registers [BU01]'])
  })

  it('is the same for the same tests in another order', () => {
    expect(formatPage(testsByItem(tests.toReversed()))).toBe(formatPage(testsByItem(tests)))
  })
})
