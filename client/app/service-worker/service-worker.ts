import { cacheNames } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { keepReceived, receivedPath, shareField, sharePath } from '#client/core/files/received-file.ts'
import { syncTag } from '#client/core/offline/sync/triggers.ts'
import { serverPath } from '#shared/core/api/server-paths.ts'

type Worker = {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  clients: { matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: string): void }[]> }
  skipWaiting(): Promise<void>
  addEventListener(event: 'install', hear: (install: { addRoutes?(routes: readonly Route[]): unknown }) => void): void
  addEventListener(event: 'sync', hear: (sync: { tag: string; waitUntil(done: Promise<unknown>): void }) => void): void
  addEventListener(event: 'message', hear: (message: { data?: { type?: string } }) => void): void
}
/**
 * Requests that the browser sends without the service worker. https://w3c.github.io/ServiceWorker/#dictdef-routerrule
 */
type Route = { condition: { urlPattern: URLPatternInit }; source: 'network' | { cacheName: string } }
/** The global scope of a worker, which is not in the types of the DOM. */
declare const self: Worker

// The installation fails unless all files are cached; until then the previous worker stays active.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [serverPath] }))

// A share of the system is a form that only this worker receives: the file never leaves the device before the user chose its purpose.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === sharePath,
  async ({ request }) => {
    const file = (await request.formData()).get(shareField)
    if (file instanceof File) await keepReceived(file)
    return Response.redirect(receivedPath, 303)
  },
  'POST',
)

// A request through the worker takes some milliseconds longer, or more if the worker must start first. Browsers without this
// API still use it.
self.addEventListener('install', (install) => {
  void install.addRoutes?.([
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: cacheNames.precache } },
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  ])
})

// Only the user activates a new version.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// The network is available again: open windows sync. When none is open, the next start syncs.
self.addEventListener('sync', (sync) => {
  if (sync.tag === syncTag) sync.waitUntil(wakeWindows())
})

async function wakeWindows(): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(syncTag)
}
