import { useSyncExternalStore } from 'react'

/** Whether the device has a network. A network without a server is noticed by the calls that fail. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine)
}

function watch(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
