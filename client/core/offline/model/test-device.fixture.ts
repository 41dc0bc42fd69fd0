import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { onTestFinished } from 'vitest'
import { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { databaseName } from '#client/core/offline/database/database-name.ts'
import { type Enqueued, type EnqueueInput, enqueue } from '#client/core/offline/outbox/enqueue.ts'
import { createSyncLoop, type SyncEnvironment } from '#client/core/offline/sync/sync-loop.ts'
import type { TransportResponse } from '#client/core/offline/sync/transport.ts'
import { memoryServer } from './memory-server.ts'
import type { Request, TestServer } from './test-server.ts'

export const owner = {
  userId: '0193a000-0000-7000-8000-000000000001',
  merchantId: '0193a000-0000-7000-8000-000000000009',
}
export const recordId = '0193a000-0000-7000-8000-000000000005'

type Options = {
  factory?: IDBFactory
  server?: TestServer
  respond?: (request: Request) => TransportResponse | undefined
  locks?: SyncEnvironment['locks']
}

/**
 * A device and its server. `respond` replaces the response of the server unless it returns undefined; `sent` contains
 * all requests.
 */
export function createTestDevice({
  factory = new IDBFactory(),
  server = memoryServer(),
  respond,
  locks,
}: Options = {}) {
  const sent: Request[] = []
  const time = { now: Date.parse('2026-11-21T08:00:00Z'), monotonic: 0 }
  const db = new OfflineDatabase(databaseName(owner), { indexedDB: factory, IDBKeyRange })
  onTestFinished(() => db.close())
  const clock = { now: () => time.now }
  const env: SyncEnvironment = {
    async transport(request) {
      sent.push(request)
      return respond?.(request) ?? server.handle(request, owner)
    },
    locks,
    ...clock,
    monotonic: () => time.monotonic,
    random: () => 1,
  }
  return {
    db,
    env,
    factory,
    server,
    sent,
    time,
    clock,
    syncLoop: createSyncLoop(db, env),
    save: (input: Partial<EnqueueInput> = {}): Promise<Enqueued> =>
      enqueue(db, owner, clock, { entity: 'thing', kind: 'create', payloadV: 1, ...input }),
    /** Ids of the operations in each push so far. */
    pushes: () =>
      sent
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => (body as { ops: { opId: string }[] }).ops.map(({ opId }) => opId)),
  }
}
