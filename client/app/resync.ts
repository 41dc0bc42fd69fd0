import { refreshAll } from '#client/core/data.ts'
import { useServerEvents } from '#client/core/events.ts'
import { offline } from '#client/core/offline/records.ts'

/** The server could not tell what happened meanwhile: everything on screen is read again. */
export function useResync(): void {
  useServerEvents('resync', refreshEverything)
}

function refreshEverything(): void {
  void refreshAll()
  void offline.getState().engine?.sendNow()
}
