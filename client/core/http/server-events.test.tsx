import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { session } from '#client/core/session/session-state.ts'
import { useServerEvents } from './server-events.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  session.setState({ status: 'out', token: undefined })
})

test('receives an event whose bytes arrive in parts, and ignores comments and other event types', async () => {
  const text =
    'retry: 2000\n\nevent: order\ndata: {"name":"Чай"}\n\n: \n\nevent: other\ndata: {}\n\nevent: order\ndata: {"id":2}\n\n'
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 5) controller.enqueue(bytes.slice(at, at + 5))
    },
  })
  const fetched = vi.fn<typeof fetch>(async () => new Response(body))
  vi.stubGlobal('fetch', fetched)
  session.setState({ status: 'in', token: 'token-1' })
  const receive = vi.fn()
  const { unmount } = renderHook(() => useServerEvents('order', receive))
  await waitFor(() => expect(receive.mock.calls).toEqual([[{ name: 'Чай' }], [{ id: 2 }]]))
  expect(fetched.mock.calls[0]).toMatchObject([
    '/api/events',
    { headers: { accept: 'text/event-stream', authorization: 'Bearer token-1' } },
  ])
  unmount()
})

/** Connects while each request gets the next of these responses; the last one repeats. */
async function connectTo(...responses: (() => Response | Promise<Response>)[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  onTestFinished(() => void vi.mocked(Math.random).mockRestore())
  const fetched = vi.fn<typeof fetch>(async () => (responses.length > 1 ? responses.shift()! : responses[0]!)())
  vi.stubGlobal('fetch', fetched)
  session.setState({ status: 'in', token: 'token-1' })
  const { unmount } = renderHook(() => useServerEvents('order', () => undefined))
  onTestFinished(unmount)
  await vi.advanceTimersByTimeAsync(0)
  return {
    lastIds: () => fetched.mock.calls.map(([, options]) => new Headers(options?.headers).get('last-event-id')),
    /** The number of requests after each of these times, in seconds. */
    async requestsAfter(...seconds: number[]) {
      const counts: number[] = []
      for (const each of seconds) {
        await vi.advanceTimersByTimeAsync(each * 1000)
        counts.push(fetched.mock.calls.length)
      }
      return counts
    },
  }
}

test('sends the id of the last event when it connects again, so that the server reports missed events', async () => {
  const { lastIds, requestsAfter } = await connectTo(
    () => new Response('id: 7\nevent: hello\ndata: {}\n\n'),
    () => new Response(null, { status: 503 }),
  )
  expect(await requestsAfter(5, 9)).toEqual([2, 3])
  expect(lastIds()).toEqual([null, '7', '7'])
})

test('connects again at growing intervals when the server does not respond', async () => {
  const { requestsAfter } = await connectTo(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await requestsAfter(3.9, 0.2, 7.6, 0.4, 60)).toEqual([1, 2, 2, 3, 5])
})

test('does not connect before the end of Retry-After', async () => {
  const { requestsAfter } = await connectTo(() => new Response('', { status: 429, headers: { 'retry-after': '30' } }))
  expect(await requestsAfter(29, 6)).toEqual([1, 2])
})
