import type { Route } from '#shared/core/api/contract.ts'
import { refresh } from './query-client.ts'
import { useServerEvents } from './server-events.ts'

/** Reads routes again when the server reports one of the events, whose `types` are separated by spaces. */
export function useRefreshOnEvent(types: string, ...routes: readonly Route[]): void {
  useServerEvents(types, () => void refresh(...routes))
}
