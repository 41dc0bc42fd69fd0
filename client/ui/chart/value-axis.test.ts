import { expect, test, vi } from 'vitest'
import { axisWidth } from './value-axis.tsx'

const format = vi.hoisted(() => vi.fn((count: number) => `${count / 1000}K`))
vi.mock('#client/core/format/number.ts', () => ({ formatNumber: format }))

test('leaves as much place beside a chart as its longest number needs [DB02]', () => {
  const ticks = [0, 200_000, 400_000, 600_000]
  const short = axisWidth(ticks)
  format.mockImplementation((count) => `${count / 1000} тыс.`)
  expect(axisWidth(ticks)).toBeGreaterThan(short)
  format.mockImplementation(String)
  expect(axisWidth([0, 1])).toBe(short)
})
