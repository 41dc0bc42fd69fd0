import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<boolean>()

/** Marks everything that this function calls as part of a transaction. */
export const asOpenTransaction = <T>(run: () => Promise<T>): Promise<T> => open.run(true, run)

/**
 * Throws inside a transaction. Clients of other servers call it first: PostgreSQL ends a transaction that waits for a slow server,
 * and until then its locks and its connection are held.
 */
export function requireNoTransaction(call: string): void {
  if (open.getStore()) throw new Error(`${call}: called inside a transaction`)
}
