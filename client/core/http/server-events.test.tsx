import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '#client/core/session/session-state.ts'
import { useServerEvents } from './server-events.ts'

afterEach(() => {
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
