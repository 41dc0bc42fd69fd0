import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { syncContract } from '#shared/sync/contract.ts'
import { sendSyncRequest } from './request.ts'
import type { Transport } from './transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const response = { status: 200, body: { offset: 0, complete: false } }
const sha256 = 'a'.repeat(64)
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns the result of a request, and the time until it ended (ms). */
async function ending(transport: Transport) {
  const from = Date.now()
  const ended = sendSyncRequest(transport, syncContract.blob, { params: { sha256 } }).then(
    () => ['answered', Date.now() - from],
    (reason: Error) => [reason.message, Date.now() - from],
  )
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(vi.getTimerCount()).toBe(0)
  return ended
}

test('fails a request after 30 s without data, even when it ignores its abort [OF03]', async () => {
  let abortReason: unknown
  expect(
    await ending(({ signal }) => {
      signal.addEventListener('abort', () => (abortReason = signal.reason))
      return new Promise(() => {})
    }),
  ).toEqual(['unreachable', 30_000])
  expect(abortReason).toMatchObject({ name: 'TimeoutError' })
})

test('waits for a slow response to its end [OF03]', async () => {
  expect(
    await ending(async ({ moves }) => {
      for (let part = 0; part < 9; part++) {
        await after(29_000)
        moves!()
      }
      return response
    }),
  ).toEqual(['answered', 9 * 29_000])
})

test('does not wait for data that arrives after the end', async () => {
  let timers: number | undefined
  const late: Transport = async ({ moves }) => {
    await after(31_000)
    moves!()
    timers = vi.getTimerCount()
    return response
  }
  expect(await ending(late)).toEqual(['unreachable', 30_000])
  expect(timers).toBe(0)
})

test('allows large bodies an upload rate of 64 kbit/s [OF03]', async () => {
  const sending = (ms: number) =>
    ending(async ({ moves }) => {
      moves!(4_000_000)
      await after(ms)
      return response
    })
  expect(await sending(500_000)).toEqual(['answered', 500_000])
  expect(await sending(550_000)).toEqual(['unreachable', 530_000])
})
