import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { serverReturn } from '#client/core/async/server-return.ts'
import { session } from '#client/core/session/session-state.ts'
import { useServerEvents } from './server-events.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  session.setState({ status: 'signedOut', token: undefined })
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
  session.setState({ status: 'signedIn', token: 'token-1' })
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
  session.setState({ status: 'signedIn', token: 'token-1' })
  const received: string[] = []
  const { unmount } = renderHook(() => {
    useServerEvents('order', () => received.push('order'))
    useServerEvents('resync', () => received.push('resync'))
  })
  onTestFinished(unmount)
  await vi.advanceTimersByTimeAsync(0)
  return {
    /** The types of the events of the listeners. */
    received,
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

test('connects again at once when the network is back, and tells that the server responds', async () => {
  const reached = vi.fn()
  serverReturn.addEventListener('reached', reached)
  onTestFinished(() => serverReturn.removeEventListener('reached', reached))
  const { requestsAfter } = await connectTo(
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => new Response('event: hello\ndata: {}\n\n'),
  )
  expect([await requestsAfter(1), reached.mock.calls.length]).toEqual([[1], 0])
  window.dispatchEvent(new Event('online'))
  expect([await requestsAfter(0.1), reached.mock.calls.length]).toEqual([[2], 1])
})

test('does not connect before the end of Retry-After', async () => {
  const { requestsAfter } = await connectTo(() => new Response('', { status: 429, headers: { 'retry-after': '30' } }))
  window.dispatchEvent(new Event('online'))
  expect(await requestsAfter(29, 6)).toEqual([1, 2])
})

/** A stream that the test writes to and ends. */
function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const send = (event: string) =>
    void writer.write(new TextEncoder().encode(`id: 7\nevent: ${event}\ndata: {"from":"${event}"}\n\n`))
  return { respond: () => new Response(readable), send, end: () => void writer.close() }
}

test('opens the next stream at once without a resync when the server announces the end of one', async () => {
  const [old, next] = [openStream(), openStream()]
  const { requestsAfter, lastIds, received } = await connectTo(old.respond, next.respond)
  old.send('hello')
  old.send('renew')
  expect(await requestsAfter(0.1)).toEqual([2])
  next.send('hello')
  old.send('order')
  await requestsAfter(0.1)
  old.end()
  next.send('order')
  expect(await requestsAfter(30)).toEqual([2])
  expect(lastIds()).toEqual([null, null])
  expect(received).toEqual(['order', 'order'])
})

test('asks for a resync when the stream has ended before the next one was open', async () => {
  const [old, next] = [openStream(), openStream()]
  const { requestsAfter, received } = await connectTo(old.respond, next.respond)
  old.send('renew')
  await requestsAfter(0.1)
  old.end()
  await requestsAfter(0.1)
  next.send('hello')
  await requestsAfter(0.1)
  expect(received).toEqual(['resync'])
})

test('sends the id of the last event when the next stream could not be opened before the announced end', async () => {
  const old = openStream()
  const { requestsAfter, lastIds } = await connectTo(old.respond, () => new Response(null, { status: 503 }))
  old.send('renew')
  expect(await requestsAfter(0.1, 5)).toEqual([2, 3])
  expect(lastIds()).toEqual([null, null, '7'])
})

test('connects again when waiting for a token fails', async () => {
  const { requestsAfter } = await connectTo(() => new Response('event: hello\ndata: {}\n\n'))
  const { refreshSession } = await import('#client/core/session/refresh/refresh-session.ts')
  const request = () => new Promise((_, reject) => void setTimeout(() => reject(new Error('no lock')), 5000))
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  session.setState({ token: undefined })
  const failing = refreshSession().catch(() => undefined)
  // The stream has ended, and the next one waits for the token.
  await requestsAfter(6)
  await failing
  session.setState({ token: 'token-2' })
  const [before, after] = await requestsAfter(5, 20)
  expect(after).toBeGreaterThan(before!)
})
