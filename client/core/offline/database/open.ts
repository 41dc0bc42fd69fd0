import type { DexieOptions } from 'dexie'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import { OfflineDatabase, schemaVersion } from './database.ts'

/** Opening is tried so often before the person is shown how to save what is there. */
const maxAttempts = 3

/** This device's data cannot be opened; `readRawOutbox` still reads what was not sent. */
export class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError'
}

/** Opens. Dexie opens again by itself when the browser drops the connection; a newer version takes it over for good. */
export async function openOfflineDatabase(name: string, options: DexieOptions = {}): Promise<OfflineDatabase> {
  const db = new OfflineDatabase(name, options)
  db.on('versionchange', () => {
    // Dexie's own handler would let it open the newer database again with this old code.
    closeForNewerVersion(db)
    return false
  })
  for (let attempt = 1; ; attempt++) {
    try {
      await db.open()
      break
    } catch (cause) {
      if (attempt === maxAttempts) throw Object.assign(new DatabaseOpenError(), { cause })
    }
  }
  // Dexie counts in tenths, and opens a newer version without a word.
  if (db.backendDB().version <= schemaVersion * 10) return db
  closeForNewerVersion(db)
  throw new DatabaseOpenError()
}

function closeForNewerVersion(db: OfflineDatabase): void {
  db.close({ disableAutoOpen: true })
  offlineStatus.setState({ outdated: true })
}
