import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { useEffect, useEffectEvent } from 'react'
import { growingPause } from '#client/core/async/growing-pause.ts'
import { waitForToken } from '#client/core/session/session.ts'
import { session } from '#client/core/session/session-state.ts'
import { sessionHeaders, withTokenRefresh } from './authorized-fetch.ts'
import { readRetryAfter, sendRequest } from './request.ts'

type EventHandler = (data: Record<string, unknown>) => void

const handlers = new Map<string, Set<EventHandler>>()
/** Delays before reconnecting, ms: the first one after a stream that ended, then growing until an event arrives. */
const reconnectDelays = { first: 4000, max: 60_000 }
/** The maximum `Retry-After` that is followed, seconds. */
const maxRetryAfterSeconds = 300
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

type StreamState = {
  /** The id of the last received event. With it, the server reports that events may have been missed (`resync`). */
  lastId?: string
  /** Connections in a row that brought no event. */
  failures: number
}

/** Uses fetch, because EventSource cannot send a bearer token. */
async function listenWithReconnect(signal: AbortSignal): Promise<void> {
  const state: StreamState = { failures: 0 }
  while (!signal.aborted) {
    await waitForToken()
    const { status, serverSession } = session.getState()
    const isAllowed = status === 'in' && serverSession !== 'ended'
    // A failure means that the connection was lost or the server is unreachable.
    const retryAfter = isAllowed ? await readEventStream(signal, state).catch(() => undefined) : undefined
    const growing = growingPause(isAllowed ? state.failures++ : 0, reconnectDelays)
    await pause(Math.min(maxRetryAfterSeconds, retryAfter ?? 0) * 1000 + growing, signal)
  }
}

/** Resolves after the time, or as soon as the screens need no events any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** Reads a stream until it ends. Returns the Retry-After header of an error response, in seconds. */
async function readEventStream(signal: AbortSignal, state: StreamState): Promise<number | undefined> {
  const response = await withTokenRefresh(() => {
    const { lastId } = state
    const headers = { ...sessionHeaders(), accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) }
    return sendRequest('/api/events', { headers, signal })
  })
  if (!response.ok || !response.body) return readRetryAfter(response)
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    state.failures = 0
    if (next.value.id) state.lastId = next.value.id
    dispatchMessage(next.value)
  }
}

function dispatchMessage({ event, data }: EventSourceMessage): void {
  if (!event || !data) return
  for (const receive of handlers.get(event) ?? []) receive(JSON.parse(data) as Record<string, unknown>)
}
