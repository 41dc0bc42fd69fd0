import { refreshAll } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { offline } from '#client/core/offline/read/queries.ts'

/** Refetches all data on screen after events were missed. */
export function useResync(): void {
  useServerEvents('resync', refreshEverything)
}

function refreshEverything(): void {
  void refreshAll()
  void offline.getState().engine?.sendNow()
}
