import { AsyncLocalStorage } from 'node:async_hooks'

/** An object, because timers and connections that begin in a transaction keep it after the end of the transaction. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Marks everything that this function calls as part of a transaction, until its promise is settled. */
export async function asOpenTransaction<T>(run: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await current.run(transaction, run)
  } finally {
    transaction.isOpen = false
  }
}

/**
 * Throws inside a transaction. Clients of other servers call it first: PostgreSQL ends a transaction that waits for a slow server,
 * and until then its locks and its connection are held.
 *
 * @example
 * await asOpenTransaction(async () => requireNoTransaction('mail server')) // throws called inside a transaction
 */
export function requireNoTransaction(call: string): void {
  if (current.getStore()?.isOpen) throw new Error(`${call}: called inside a transaction`)
}
