/** The Cache that holds the file, which the service worker and the pages can reach, with or without a connection. */
const cacheName = 'assay-received'
const key = '/received-file'
const nameHeader = 'x-file-name'
/** A file that nobody used is removed after a day. Milliseconds. */
const maxAge = 24 * 3600 * 1000

/** The address to which a share of the system is posted, as the manifest says it, and the name of its field. */
export const sharePath = '/share'
export const shareField = 'file'
/** The screen that asks what the file is for. */
export const receivedPath = '/received'

/** Keeps a file that another app shared or opened with Assay, in place of the one before. */
export async function keepReceived(file: File): Promise<void> {
  const headers = { [nameHeader]: encodeURIComponent(file.name), date: new Date().toUTCString() }
  const cache = await caches.open(cacheName)
  await cache.put(key, new Response(await file.arrayBuffer(), { headers }))
}

/** The kept file, unless it is older than a day. */
export async function readReceived(): Promise<File | undefined> {
  const kept = await caches.match(key, { cacheName })
  if (!kept) return undefined
  if (Date.now() - Date.parse(kept.headers.get('date') ?? '') < maxAge)
    return new File([await kept.arrayBuffer()], decodeURIComponent(kept.headers.get(nameHeader) ?? ''), {
      type: 'text/csv',
    })
  await dropReceived()
  return undefined
}

export async function dropReceived(): Promise<void> {
  // Pages without HTTPS have no caches.
  await globalThis.caches?.delete(cacheName)
}
