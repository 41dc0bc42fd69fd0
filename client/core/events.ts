import { useEffect } from 'react'
import { asUser, sessionHeaders } from './http.ts'
import { session, tokenAwaited } from './session.ts'

type Receive = (data: Record<string, unknown>) => void

const receivers = new Map<string, Set<Receive>>()
/** Between two attempts to listen again, ms. */
const pauseMs = 3000
let connection: AbortController | undefined

/** Hears the live events of the caller's merchant while the component is on screen: `order`, `activation`, `progress` … */
export function useEvents(type: string, receive: Receive): void {
  useEffect(() => {
    const group = receivers.get(type) ?? new Set()
    receivers.set(type, group.add(receive))
    connection ??= connect()
    return () => {
      group.delete(receive)
      if (group.size === 0) receivers.delete(type)
      if (receivers.size === 0) {
        connection?.abort()
        connection = undefined
      }
    }
  }, [type, receive])
}

function connect(): AbortController {
  const controller = new AbortController()
  void listen(controller.signal)
  return controller
}

/** EventSource carries no bearer token, hence fetch. What is missed meanwhile is made good by polling. */
async function listen(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await tokenAwaited()
      const { status, standing } = session.getState()
      if (status === 'in' && standing !== 'ended') await hear(signal)
    } catch {
      // Cut off, or the server is away: heard again after the pause.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function hear(signal: AbortSignal): Promise<void> {
  const answer = await asUser(() => {
    const headers = { ...sessionHeaders(), accept: 'text/event-stream' }
    return fetch('/api/events', { headers, signal })
  })
  if (!answer.ok || !answer.body) return
  let kept = ''
  for await (const chunk of readChunks(answer.body.pipeThrough(new TextDecoderStream()))) {
    const messages = (kept + chunk).split('\n\n')
    kept = messages.pop()!
    for (const message of messages) deliver(message)
  }
}

async function* readChunks(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** One message of text/event-stream: lines of `field: value`. */
function deliver(message: string): void {
  const fields = new Map(
    message.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
    }),
  )
  const type = fields.get('event')
  const data = fields.get('data')
  if (!type || !data) return
  for (const receive of receivers.get(type) ?? []) receive(JSON.parse(data) as Record<string, unknown>)
}
