import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { useEffect, useEffectEvent } from 'react'
import { waitForToken } from '#client/core/session/session.ts'
import { session } from '#client/core/session/session-state.ts'
import { sessionHeaders, withTokenRefresh } from './authorized-fetch.ts'
import { sendRequest } from './request.ts'

type EventHandler = (data: Record<string, unknown>) => void

const handlers = new Map<string, Set<EventHandler>>()
/** Delay before reconnecting, ms. */
const reconnectDelayMs = 3000
let connection: AbortController | undefined

/**
 * Subscribes to live events of the caller's merchant while the component is mounted. `types` are separated by spaces:
 * `order activation`.
 */
export function useServerEvents(types: string, receive: EventHandler): void {
  const onEvent = useEffectEvent(receive)
  useEffect(() => {
    const handler: EventHandler = (data) => onEvent(data)
    for (const type of types.split(' ')) handlers.set(type, (handlers.get(type) ?? new Set()).add(handler))
    connection ??= connect()
    return () => {
      for (const [type, group] of handlers) if (group.delete(handler) && group.size === 0) handlers.delete(type)
      if (handlers.size === 0) {
        connection?.abort()
        connection = undefined
      }
    }
  }, [types])
}

function connect(): AbortController {
  const controller = new AbortController()
  void listenWithReconnect(controller.signal)
  return controller
}

/**
 * Uses fetch, because EventSource cannot send a bearer token. Polling covers events that are missed while disconnected.
 */
async function listenWithReconnect(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await waitForToken()
      const { status, serverSession } = session.getState()
      if (status === 'in' && serverSession !== 'ended') await readEventStream(signal)
    } catch {
      // The connection was lost or the server is unreachable: reconnects after the delay.
    }
    await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs))
  }
}

async function readEventStream(signal: AbortSignal): Promise<void> {
  const response = await withTokenRefresh(() => {
    const headers = { ...sessionHeaders(), accept: 'text/event-stream' }
    return sendRequest('/api/events', { headers, signal })
  })
  if (!response.ok || !response.body) return
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) dispatchMessage(next.value)
}

function dispatchMessage({ event, data }: EventSourceMessage): void {
  if (!event || !data) return
  for (const receive of handlers.get(event) ?? []) receive(JSON.parse(data) as Record<string, unknown>)
}
