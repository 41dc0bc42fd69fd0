import { cacheNames } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { syncTag } from '#client/core/offline/sync/triggers.ts'

type Worker = {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  clients: { matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: string): void }[]> }
  skipWaiting(): Promise<void>
  addEventListener(event: 'install', hear: (install: { addRoutes?(routes: readonly Route[]): unknown }) => void): void
  addEventListener(event: 'sync', hear: (sync: { tag: string; waitUntil(done: Promise<unknown>): void }) => void): void
  addEventListener(event: 'message', hear: (message: { data?: { type?: string } }) => void): void
}
/**
 * Requests that the browser answers without the service worker. https://w3c.github.io/ServiceWorker/#dictdef-routerrule
 */
type Route = { condition: { urlPattern: URLPatternInit }; source: 'network' | { cacheName: string } }
/** A worker's global scope, of which the document's types know nothing. */
declare const self: Worker

/** What the server answers itself, as path and query: the API, the shopper's page, the mailbox, health. */
const serverPaths = /^\/(api|v|verify|verify-assets|health|mailbox)(\/|\.|\?|$)/i

// All of it or nothing: the worker before goes on until every file of this version is here.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [serverPaths] }))

// Asking the worker costs every file some milliseconds, and every call its start. Browsers that cannot do without go on asking.
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

// The network is back: open windows send what waits. Without one, the next start does.
self.addEventListener('sync', (sync) => {
  if (sync.tag === syncTag) sync.waitUntil(wakeWindows())
})

async function wakeWindows(): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(syncTag)
}
