import { refreshAll } from '#client/core/data.ts'
import { useEvents } from '#client/core/events.ts'
import { offline } from '#client/core/offline/records.ts'

/** The server could not tell what happened meanwhile: everything on screen is read again. */
export function useResync(): void {
  useEvents('resync', readAgain)
}

function readAgain(): void {
  void refreshAll()
  void offline.getState().engine?.sendNow()
}
