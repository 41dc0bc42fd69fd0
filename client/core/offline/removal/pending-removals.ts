import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'

// A sign-out takes effect at once, while the removal of the account's data waits for the database: another tab may have it
// open, or the browser may be closed. Therefore the names of the databases are stored until their data is gone.

const key = 'assay.removals'

/** The databases of accounts that have left this device and whose records have not been removed yet. */
export function pendingRemovals(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** Requests the removal of the records of an account that leaves this device. */
export function requestRemoval(owner: Owner): void {
  store([...new Set([...pendingRemovals(), databaseName(owner)])])
}

/** Ends the request: the records are gone, or their owner has signed in again. */
export function endRemoval(name: string): void {
  store(pendingRemovals().filter((one) => one !== name))
}

function store(names: readonly string[]): void {
  try {
    if (names.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(names))
  } catch {
    // Without space, only this tab removes the records, immediately.
  }
}
