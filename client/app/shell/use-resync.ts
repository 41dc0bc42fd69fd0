import { refreshAll } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { offline } from '#client/core/offline/read/queries.ts'

/** The server could not tell what happened meanwhile: everything on screen is read again. */
export function useResync(): void {
  useServerEvents('resync', refreshEverything)
}

function refreshEverything(): void {
  void refreshAll()
  void offline.getState().engine?.sendNow()
}
