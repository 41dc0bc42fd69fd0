// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CodeCheckResult } from '#client/scan/code-check.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { batchedCheck } from './batched-check.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const codeOf = (n: number) => ({
  address: `0f1e2d3c-4b5a-6978-8796-${n.toString(16).padStart(12, '0')}`,
  secret: 'K7M2XQ9PDW4HTZ3R',
})
const fine: CodeCheckResult = { status: 'own', acceptable: true }

test('checks codes that are scanned together in one request, and returns each its own result [OF04]', async () => {
  const requested: (readonly string[])[] = []
  const checkCode = batchedCheck(async (codes) => {
    requested.push(codes)
    return codes.map((code) =>
      code.startsWith(formatAddress(codeOf(2).address)) ? { status: 'unknown', acceptable: false } : fine,
    )
  }, 1000)
  const answers = Promise.all([checkCode(codeOf(1)), checkCode(codeOf(2))])
  await vi.advanceTimersByTimeAsync(0)
  expect(await answers).toEqual([fine, { status: 'unknown', acceptable: false }])
  expect(requested).toHaveLength(1)
  expect(requested[0]![0]).toBe(`${formatAddress(codeOf(1).address)}K7M2XQ9PDW4HTZ3R`)
})

test('waits between two requests, and collects codes meanwhile [OF04]', async () => {
  let questions = 0
  const checkCode = batchedCheck(async (codes) => {
    questions++
    return codes.map(() => fine)
  }, 1000)
  void checkCode(codeOf(1))
  await vi.advanceTimersByTimeAsync(0)
  void checkCode(codeOf(2))
  void checkCode(codeOf(3))
  await vi.advanceTimersByTimeAsync(999)
  expect(questions).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(questions).toBe(2)
})

test('fails only for the codes of the failed request [OF04]', async () => {
  let isReachable = false
  const checkCode = batchedCheck(async (codes) => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return codes.map(() => fine)
  }, 1000)
  const first = expect(checkCode(codeOf(1))).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(0)
  await first
  isReachable = true
  const second = checkCode(codeOf(1))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await second).toEqual(fine)
})
