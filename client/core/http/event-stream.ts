import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { growingPause } from '#client/core/async/growing-pause.ts'
import { serverReturn } from '#client/core/async/server-return.ts'
import { ensureToken } from '#client/core/session/refresh/refresh-session.ts'
import { hasSession } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { sessionHeaders, withTokenRefresh } from './authorized-fetch.ts'
import { readRetryAfter, sendRequest } from './request.ts'

export type ServerEvent = Pick<EventSourceMessage, 'event' | 'data' | 'id'>

/** Delays before reconnecting, ms: the first one after a stream that ended, then growing until an event arrives. */
const reconnectDelays = { first: 4000, max: 60_000 }
/** The maximum `Retry-After` that is followed, seconds. */
const maxRetryAfterSeconds = 300
/** The server sends this some seconds before it ends a stream. The next one is opened meanwhile, so that no event is missed. */
const renewEvent = 'renew'
/** The server keeps a stream open for longer than this after the event, ms. */
const renewWithinMs = 5000

type StreamState = {
  /** The id of the last received event. With it, the server reports that events may have been missed (`resync`). */
  lastId?: string
  /** Connections in a row that brought no event. */
  failures: number
  /** The stream that the server is going to end, until the next one is open. */
  ending?: { announcedAt: number; hasEnded: boolean } | undefined
}
type Receive = (event: ServerEvent) => void

/** Listens until the signal. Uses fetch, because EventSource cannot send a bearer token. */
export async function listenWithReconnect(signal: AbortSignal, receive: Receive): Promise<void> {
  const state: StreamState = { failures: 0 }
  while (!signal.aborted) {
    // A refresh that failed here is tried again by the request.
    await ensureToken().catch(() => undefined)
    const isAllowed = hasSession(session.getState())
    // A failure means that the connection was lost or the server is unreachable.
    const retryAfter = isAllowed ? await readEventStream(signal, state, receive).catch(() => undefined) : undefined
    if (retryAfter === 'renew') continue
    state.ending = undefined
    const growing = growingPause(isAllowed ? state.failures++ : 0, reconnectDelays)
    const retryAfterMs = Math.min(maxRetryAfterSeconds, retryAfter ?? 0) * 1000
    await pause(retryAfterMs + growing, { signal, endsOnline: retryAfterMs === 0 })
  }
}

/** Resolves after the time, as soon as the screens need no events any more, or with `endsOnline` when the network is back. */
function pause(ms: number, { signal, endsOnline }: { signal: AbortSignal; endsOnline: boolean }): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (endsOnline) window.addEventListener('online', end)
    if (signal.aborted) end()
  })
}

/**
 * Reads a stream until it ends, or until the server announces its end: its last events are then received while the next stream is
 * opened. Returns `renew` in this case, and otherwise the Retry-After header of an error response, in seconds.
 */
async function readEventStream(
  signal: AbortSignal,
  state: StreamState,
  receive: Receive,
): Promise<number | 'renew' | undefined> {
  const { ending } = state
  const response = await withTokenRefresh(() => {
    // Beside a stream that is still open, no event is missed.
    const lastId = ending ? undefined : state.lastId
    const headers = { ...sessionHeaders(), accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) }
    return sendRequest('/api/events', { headers, signal })
  })
  if (!response.ok || !response.body) return readRetryAfter(response)
  if (state.failures > 0) serverReturn.dispatchEvent(new Event('reached'))
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    state.failures = 0
    if (next.value.id) state.lastId = next.value.id
    if (state.ending) {
      if (hasGap(state.ending)) receive({ event: 'resync', data: '{}', id: undefined })
      state.ending = undefined
    }
    if (next.value.event === renewEvent) {
      state.ending = { announcedAt: Date.now(), hasEnded: false }
      void receiveRest(reader, state.ending, receive)
      return 'renew'
    }
    receive(next.value)
  }
}

/** Whether the stream before may have ended before the next one was open, for example while the device slept. */
const hasGap = ({ announcedAt, hasEnded }: NonNullable<StreamState['ending']>): boolean =>
  hasEnded || Date.now() - announcedAt > renewWithinMs

async function receiveRest(
  reader: ReadableStreamDefaultReader<ServerEvent>,
  ending: NonNullable<StreamState['ending']>,
  receive: Receive,
): Promise<void> {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) receive(next.value)
  } catch {
    // The connection was lost, or no screen needs events any more.
  }
  ending.hasEnded = true
}
