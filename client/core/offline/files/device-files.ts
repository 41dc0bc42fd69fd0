import { Dexie } from 'dexie'
import { type DeviceFileRow, type OfflineDatabase, viewedFile } from '#client/core/offline/database/database.ts'
import { sha256Hex } from '#shared/sync/operation.ts'

type Bytes = DeviceFileRow['content']

/** Files that were only looked at are removed above this total, those that nobody opened for longest first. */
const viewedBytes = 50 * 1024 * 1024

/**
 * Stores a captured file, and returns its digest when it is durable: a browser that is killed then has it. It stays until the input
 * of its record is saved or discarded.
 *
 * @param owner the id of the record
 */
export async function keepCapturedFile(db: OfflineDatabase, owner: string, content: Bytes): Promise<string> {
  const sha256 = await sha256Hex(content)
  await db.files.put({ owner, sha256, size: content.length, content, usedAt: Date.now() })
  return sha256
}

/** A file on this device: captured, in the outbox, or looked at before. */
export async function readDeviceFile(db: OfflineDatabase, sha256: string): Promise<Bytes | undefined> {
  const found = await db.files.where('sha256').equals(sha256).first()
  if (found) {
    if (found.owner === viewedFile) await db.files.update([viewedFile, sha256], { usedAt: Date.now() })
    return found.content
  }
  const sent = await db.blobs.get(sha256)
  if (!sent) return undefined
  return sent.content instanceof Uint8Array ? sent.content : new Uint8Array(await sent.content.arrayBuffer())
}

/** Keeps a file that was read from the server, within the limit of all such files. On a full disk it is only shown. */
export async function keepViewedFile(db: OfflineDatabase, sha256: string, content: Bytes): Promise<void> {
  const row = { owner: viewedFile, sha256, size: content.length, content, usedAt: Date.now() }
  await db.files.put(row).catch(() => undefined)
  await db.transaction('rw', [db.files], async () => {
    const removed: [string, string][] = []
    let total = 0
    // Reads the keys of the index, not the contents.
    await db.files
      .where('[owner+usedAt+size]')
      .between([viewedFile, Dexie.minKey], [viewedFile, Dexie.maxKey])
      .reverse()
      .eachKey((key, { primaryKey }) => {
        total += (key as unknown as [string, number, number])[2]
        if (total > viewedBytes) removed.push(primaryKey)
      })
    await db.files.bulkDelete(removed)
  })
}

/** The captured files of a record that its input names no more: its outbox has them, or the person has removed them. */
export async function releaseCapturedFiles(
  db: OfflineDatabase,
  owner: string,
  isReleased: (sha256: string) => boolean = () => true,
): Promise<void> {
  const keys = await db.files
    .where('[owner+sha256]')
    .between([owner, Dexie.minKey], [owner, Dexie.maxKey])
    .primaryKeys()
  await db.files.bulkDelete(keys.filter(([, sha256]) => isReleased(sha256)))
}
