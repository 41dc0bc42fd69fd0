import { expect, test } from 'vitest'
import { median, runInterleaved } from './measure.ts'

test('returns the mean of the middle two values for an even count', () => {
  expect(median([9, 1, 3])).toBe(3)
  expect(median([9, 1, 3, 5])).toBe(4)
})

test('runs both sides in turn', async () => {
  const order: string[] = []
  const side = (name: string, values: number[]) => async () => {
    order.push(name)
    return values.shift()!
  }
  expect(await runInterleaved(3, side('ours', [3, 1, 2]), side('floor', [10, 30, 20]))).toEqual({ ours: 2, floor: 20 })
  expect(order).toEqual(['ours', 'floor', 'ours', 'floor', 'ours', 'floor'])
})
