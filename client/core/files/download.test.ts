import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { download } from './download.ts'

const saved = vi.hoisted(() => vi.fn())
vi.mock('./save-file.ts', () => ({ saveBlob: saved }))

const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '3' } })
const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
  saved.mockReset()
})

test('requests a file again when the server is busy, after the pause that the server asks for [CO05]', async () => {
  fetched.mockImplementationOnce(async () => busy()).mockImplementation(async () => new Response('codes'))
  const done = download('/api/tag/download/1', 'codes.csv')
  await vi.advanceTimersByTimeAsync(2900)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  await done
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(saved).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'codes.csv')
})

test('fails when the server stays busy, and at once for other errors [CO05]', async () => {
  fetched.mockImplementation(async () => busy())
  const failed = download('/api/tag/download/1', 'codes.csv').catch(({ status }) => status)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await failed).toBe(503)
  expect(fetched).toHaveBeenCalledTimes(5)
  fetched.mockImplementation(async () => new Response('{}', { status: 404 }))
  expect(await download('/api/tag/download/1', 'codes.csv').catch(({ status }) => status)).toBe(404)
  expect(fetched).toHaveBeenCalledTimes(6)
})
