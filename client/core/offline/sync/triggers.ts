/** Interval of automatic syncs, ms. */
const syncIntervalMs = 30_000

type TriggerHandlers = { drain(options?: { now?: boolean }): void; check(): void }

/**
 * Events that suggest that the server is reachable again. `online` is only a hint; the timer retries anyway. Returns a
 * function that unsubscribes.
 */
export function listenForTriggers({ drain, check }: TriggerHandlers, scope: Window = window): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const visible = () => {
    if (scope.document.visibilityState === 'visible') drain({ now: true })
  }
  scope.addEventListener('online', () => drain({ now: true }), { signal })
  scope.addEventListener('pageshow', () => drain(), { signal })
  scope.document.addEventListener('visibilitychange', visible, { signal })
  scope.navigator.serviceWorker?.addEventListener('message', ({ data }) => data === syncTag && drain({ now: true }), {
    signal,
  })
  const timer = scope.setInterval(() => {
    check()
    drain()
  }, syncIntervalMs)
  signal.addEventListener('abort', () => scope.clearInterval(timer))
  return () => stop.abort()
}

/** The message of the service worker to open windows when the browser has a network again. */
export const syncTag = 'assay-sync'

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Asks the browser to wake the service worker when there is a network; not all browsers can. Repeated with every save.
 */
export async function requestBackgroundSync(
  container: ServiceWorkerContainer | undefined = globalThis.navigator?.serviceWorker,
) {
  const registration = (await container?.getRegistration()) as SyncRegistration | undefined
  await registration?.sync?.register(syncTag).catch(() => undefined)
}
