import type { DexieOptions } from 'dexie'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import { OfflineDatabase, schemaVersion } from './database.ts'

/** Number of attempts to open, before the user is shown how to export the unsent data. */
const maxAttempts = 3

/** The data of this device cannot be opened. `readRawOutbox` can still read the unsent operations. */
class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError'
}

/**
 * Opens the database. Dexie reopens it when the browser drops the connection. After a newer version has opened it, it
 * stays closed here.
 */
export async function openOfflineDatabase(name: string, options: DexieOptions = {}): Promise<OfflineDatabase> {
  const db = new OfflineDatabase(name, options)
  db.on('versionchange', ({ newVersion }) => {
    // Dexie's own handler would open the newer database again with this old code.
    if (newVersion !== null) closeForNewerVersion(db)
    // Another tab deletes the database of an account that has signed out.
    else db.close({ disableAutoOpen: true })
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
  // Dexie multiplies its versions by ten, and opens a newer version without an error.
  if (db.backendDB().version <= schemaVersion * 10) return db
  closeForNewerVersion(db)
  throw new DatabaseOpenError()
}

function closeForNewerVersion(db: OfflineDatabase): void {
  db.close({ disableAutoOpen: true })
  offlineStatus.setState({ outdated: true })
}
