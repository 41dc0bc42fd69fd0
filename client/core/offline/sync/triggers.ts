import { serverReturn } from '#client/core/async/server-return.ts'

/** Interval of automatic syncs, ms. */
const syncIntervalMs = 30_000

type TriggerHandlers = { sync(options?: { now?: boolean }): void; check(): void }

/**
 * Events that suggest that the server is reachable again: they end the pause before the next attempt. `online` is only a hint; the
 * timer retries anyway. Returns a function that unsubscribes.
 */
export function listenForTriggers({ sync, check }: TriggerHandlers, scope: Window = window): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const visible = () => {
    if (scope.document.visibilityState === 'visible') sync({ now: true })
  }
  scope.addEventListener('online', () => sync({ now: true }), { signal })
  serverReturn.addEventListener('reached', () => sync({ now: true }), { signal })
  scope.addEventListener('pageshow', () => sync(), { signal })
  scope.document.addEventListener('visibilitychange', visible, { signal })
  scope.navigator.serviceWorker?.addEventListener('message', ({ data }) => data === syncTag && sync({ now: true }), {
    signal,
  })
  const timer = scope.setInterval(() => {
    check()
    sync()
  }, syncIntervalMs)
  signal.addEventListener('abort', () => scope.clearInterval(timer))
  return () => stop.abort()
}

/** The message of the service worker to open windows when the browser has a network again. */
export const syncTag = 'assay-sync'

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Asks the browser to start the service worker when there is a network, which not all browsers support. Repeated with every save.
 */
export async function requestBackgroundSync(
  container: ServiceWorkerContainer | undefined = globalThis.navigator?.serviceWorker,
) {
  const registration = (await container?.getRegistration()) as SyncRegistration | undefined
  await registration?.sync?.register(syncTag).catch(() => undefined)
}
