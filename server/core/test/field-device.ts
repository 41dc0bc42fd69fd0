import { randomBytes } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { databaseName } from '#client/core/offline/database/database-name.ts'
import { type EnqueueInput, enqueue } from '#client/core/offline/outbox/enqueue.ts'
import { createSyncLoop } from '#client/core/offline/sync/sync-loop.ts'
import type { Transport } from '#client/core/offline/sync/transport.ts'
import { idsOf } from '#server/submission/submission.fixture.ts'
import type { Form } from '#shared/form/contract.ts'
import { answerPath } from '#shared/submission/record.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import type { Person } from './harness.ts'

export type FieldDevice = ReturnType<typeof fieldDevice>

/** The offline engine of the client, with real HTTP requests. `address` returns the current address of the server. */
export function fieldDevice(person: Person, form: Form, address: () => string) {
  const owner = { userId: person.id, merchantId: person.merchantId! }
  const db = new OfflineDatabase(databaseName(owner), { indexedDB: new IDBFactory(), IDBKeyRange })
  const saved = new Map<string, { entity: string; kind: string }>()
  const broken = { count: 0 }
  const transport: Transport = async (request) => {
    try {
      return await exchange(address(), person.token, request)
    } catch (error) {
      broken.count += 1
      throw error
    }
  }
  const clock = { now: Date.now, monotonic: () => performance.now(), random: Math.random }
  const syncLoop = createSyncLoop(db, { transport, locks: undefined, ...clock })
  const { Picker, Weight } = idsOf(form) as Record<'Picker' | 'Weight', string>
  let round = 0

  async function save(input: Omit<EnqueueInput, 'payloadV'>) {
    const enqueued = await enqueue(db, owner, clock, { payloadV: 1, ...input })
    if (!saved.has(enqueued.opId)) saved.set(enqueued.opId, { entity: input.entity, kind: input.kind })
    return enqueued
  }

  return {
    db,
    person,
    saved,
    broken,
    sync: () => syncLoop.run({ now: true }),
    /** Creates and edits some records, every third time with a file of two chunks. */
    async work(): Promise<void> {
      round += 1
      const custom_id = `${person.id}-${round}`
      const thing = { entity: 'thing', kind: 'create' }
      const submission = { entity: 'submission', kind: 'create', formRev: form.revision }
      const first = { formId: form.id, formRevision: form.revision, date: new Date().toISOString() }
      const started = await save({ ...submission, set: { ...first, custom_id, [answerPath(Picker)]: 'Ada' } })
      const made = await save({ ...thing, set: { a: round } })
      for (let k = 0; k < 5; k++) await save({ ...thing, set: { a: k, b: round } })
      // After the first attempt to send, each of these edits is an operation of its own.
      const later = [thing.entity, submission.entity] as const
      for (const entity of later) {
        const known = await db.records.where('entity').equals(entity).reverse().limit(2).toArray()
        for (const { id } of known) {
          const set = entity === 'thing' ? { a: -round } : { [answerPath(Weight)]: String(round) }
          await save({ entity, kind: 'update', recordId: id, set })
        }
      }
      if (round % 3 > 0) return
      const files = [new Blob([randomBytes(syncLimits.chunkBytes + 1000)])]
      await save({ ...thing, set: { a: round, file: true }, deps: [started.opId, made.opId], files })
    },
  }
}

async function exchange(address: string, token: string, { method, url, body, signal }: Parameters<Transport>[0]) {
  const bytes = body instanceof Uint8Array
  const answer = await fetch(address + url, {
    method,
    signal,
    headers: {
      authorization: `Bearer ${token}`,
      // A new connection for each request, so that a fault of a connection affects one request.
      connection: 'close',
      ...(body && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: bytes ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  try {
    return { status: answer.status, body: JSON.parse(text) as unknown }
  } catch {
    return { status: answer.status, body: text as unknown }
  }
}
