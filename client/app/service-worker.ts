import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

type Worker = {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  skipWaiting(): Promise<void>
  addEventListener(event: 'message', hear: (message: { data?: { type?: string } }) => void): void
}
/** A worker's global scope, of which the document's types know nothing. */
declare const self: Worker

/** What the server answers itself, as path and query: the API, the shopper's page, the mailbox, health. */
const served = /^\/(api|v|verify|verify-assets|health|mailbox)(\/|\.|\?|$)/i

// All of it or nothing: the worker before goes on until every file of this version is here.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [served] }))

// Only a person decides when the version before makes way.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
