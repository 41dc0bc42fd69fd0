import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openOfflineDatabase } from '#client/core/offline/database/open.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { discardOperation } from './discard.ts'
import { enqueue } from './enqueue.ts'

const owner = {
  userId: '0193a000-0000-7000-8000-000000000001',
  merchantId: '0193a000-0000-7000-8000-0000000000aa',
}

/** The parts of the offline engine that write, with an empty database and without a server. */
export type OutboxEngine = Pick<OfflineEngine, 'db' | 'enqueue' | 'discard'>

export async function openOutbox(): Promise<OutboxEngine> {
  const db = await openOfflineDatabase('test', { indexedDB: new IDBFactory(), IDBKeyRange })
  const clock = { now: () => Date.now() }
  return {
    db,
    enqueue: (input) => enqueue(db, owner, clock, input),
    discard: (opId) => discardOperation(db, clock, opId),
  }
}
