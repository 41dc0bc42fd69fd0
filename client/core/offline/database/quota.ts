import { Dexie } from 'dexie'
import { type OfflineDatabase, viewedFile, writeMeta } from './database.ts'
import { StorageFullError } from './storage-full.ts'

/** Bytes that are freed when the disk is full, so that the current save still fits. */
const reserveBytes = 10 * 1024 * 1024

function isQuotaError(error: unknown): boolean {
  for (let at = error; at instanceof Error || at instanceof DOMException; at = causeOf(at)) {
    if (at.name === 'QuotaExceededError') return true
  }
  return false
}

function causeOf(error: Error | DOMException): unknown {
  return (error as { inner?: unknown }).inner ?? error.cause
}

/** Runs a write. When the disk is full, it frees the reserve and the files that were only looked at, and tries again. Throws `StorageFullError` if that fails, too. */
export async function withQuota<T>(db: OfflineDatabase, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  await db.files.where('[owner+sha256]').between([viewedFile, Dexie.minKey], [viewedFile, Dexie.maxKey]).delete()
  await db.meta.delete('ballast')
  return write().catch((error) => {
    throw isQuotaError(error) ? Object.assign(new StorageFullError(), { cause: error }) : error
  })
}

/** Allocates the reserve again when there is space. Returns false when there is none. */
export async function allocateReserve(db: OfflineDatabase, bytes: number = reserveBytes): Promise<boolean> {
  if (await db.meta.get('ballast')) return true
  try {
    await writeMeta(db, 'ballast', { content: randomBytes(bytes) })
    return true
  } catch (error) {
    if (!isQuotaError(error)) throw error
    return false
  }
}

/** Random bytes, which no disk can compress. */
function randomBytes(bytes: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(content.subarray(at, Math.min(bytes, at + 65_536)))
  return content
}

/** Whether the browser has granted persistent storage and the reserve is allocated. Does not ask for permission. */
export async function isPersisted(
  db: OfflineDatabase,
  storage: StorageManager | undefined = globalThis.navigator?.storage,
): Promise<boolean> {
  // A browser that cannot answer may delete the data, so it counts as not granted.
  const promised = await storage?.persisted?.().catch(() => false)
  return promised === true && (await db.meta.get('ballast')) !== undefined
}

/** Asks the browser to keep this origin's data when space runs out. Returns true when it is granted. */
export async function requestPersistence(
  storage: StorageManager | undefined = globalThis.navigator?.storage,
): Promise<boolean> {
  try {
    return (await storage?.persisted?.()) || ((await storage?.persist?.()) ?? false)
  } catch {
    return false
  }
}
