import { useEffect, useEffectEvent } from 'react'
import { listenWithReconnect, type ServerEvent } from './event-stream.ts'

type EventHandler = (data: Record<string, unknown>) => void

const handlers = new Map<string, Set<EventHandler>>()
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
  void listenWithReconnect(controller.signal, dispatch)
  return controller
}

function dispatch({ event, data }: ServerEvent): void {
  if (!event || !data) return
  for (const receive of handlers.get(event) ?? []) receive(JSON.parse(data) as Record<string, unknown>)
}
