import { randomBytes } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { databaseName, OfflineDatabase } from '#client/core/offline/database/database.ts'
import { type EnqueueInput, enqueue } from '#client/core/offline/outbox/enqueue.ts'
import { createSyncLoop } from '#client/core/offline/sync/sync-loop.ts'
import type { Transport } from '#client/core/offline/sync/transport.ts'
import { idsOf } from '#server/submission/submission.fixture.ts'
import type { Form } from '#shared/form/contract.ts'
import { answerPath } from '#shared/submission/record.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import type { Person } from './harness.ts'

export type FieldPhone = ReturnType<typeof fieldPhone>

/** The engine of the client with the network of this machine under it. `address` is where the server is at the moment. */
export function fieldPhone(person: Person, form: Form, address: () => string) {
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
  const drain = createSyncLoop(db, { transport, locks: undefined, ...clock })
  const { Picker, Weight } = idsOf(form) as Record<'Picker' | 'Weight', string>
  let round = 0

  async function save(draft: Omit<EnqueueInput, 'payloadV'>) {
    const kept = await enqueue(db, owner, clock, { payloadV: 1, ...draft })
    if (!saved.has(kept.opId)) saved.set(kept.opId, { entity: draft.entity, kind: draft.kind })
    return kept
  }

  return {
    db,
    person,
    saved,
    broken,
    drain: () => drain.run({ now: true }),
    /** A bit of work: records begun, changed and filled in, and now and then a file in two pieces. */
    async work(): Promise<void> {
      round += 1
      const custom_id = `${person.id}-${round}`
      const thing = { entity: 'thing', kind: 'create' }
      const submission = { entity: 'submission', kind: 'create', formRev: form.revision }
      const first = { formId: form.id, formRevision: form.revision, date: new Date().toISOString() }
      const begun = await save({ ...submission, set: { ...first, custom_id, [answerPath(Picker)]: 'Ada' } })
      const made = await save({ ...thing, set: { a: round } })
      for (let k = 0; k < 5; k++) await save({ ...thing, set: { a: k, b: round } })
      // After a first sending, which may have been cut off, each of these is an operation of its own.
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
      await save({ ...thing, set: { a: round, file: true }, deps: [begun.opId, made.opId], files })
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
      // A connection for each request, so that what happens to a connection happens to one request.
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
