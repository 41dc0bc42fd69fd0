import { useCallback } from 'react'
import type { Route } from '#shared/core/api/contract.ts'
import { refresh } from './query-client.ts'
import { useServerEvents } from './server-events.ts'

/** Reads a route again when the server reports the event. */
export function useRefreshOnEvent(event: string, route: Route): void {
  useServerEvents(
    event,
    useCallback(() => void refresh(route), [route]),
  )
}
