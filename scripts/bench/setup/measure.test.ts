import { expect, test } from 'vitest'
import { median, runInterleaved } from './measure.ts'

test('the median of an even count is between the middle two', () => {
  expect(median([9, 1, 3])).toBe(3)
  expect(median([9, 1, 3, 5])).toBe(4)
})

test('both sides run in turn', async () => {
  const order: string[] = []
  const side = (name: string, values: number[]) => async () => {
    order.push(name)
    return values.shift()!
  }
  expect(await runInterleaved(3, side('ours', [3, 1, 2]), side('floor', [10, 30, 20]))).toEqual({ ours: 2, floor: 20 })
  expect(order).toEqual(['ours', 'floor', 'ours', 'floor', 'ours', 'floor'])
})
