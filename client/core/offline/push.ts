import { syncContract, syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { operationHash } from '#shared/sync/operation.ts'
import { type Batch, nextBatch } from './batch.ts'
import {
  newDevice,
  nothingPulled,
  type OfflineDatabase,
  operationOf,
  readMeta,
  type Trouble,
  unfrozen,
  writeMeta,
} from './database.ts'
import { exchange } from './exchange.ts'
import { settle } from './settle.ts'
import { Stopped, type Transport } from './transport.ts'
import { keyText } from './view.ts'

const inFlight = 2

/** Refused so often by the server for want of something that this device does not have either. */
const patience = 3

/** What a device remembers between drains, until it is closed. */
export type Memory = {
  /** Operations in one request: fewer after a server or a proxy found a request too large. */
  limit: number
  most: number
  /** How often an operation came back undecided. */
  undecided: Map<string, number>
  /** Operations that the server acknowledged or rejected. */
  settled: number
}
export const newMemory = (most: number = syncLimits.pushOps): Memory => ({
  limit: most,
  most,
  undecided: new Map(),
  settled: 0,
})

/** Sends what may be sent, until the server has answered to all of it or cannot be reached. */
export async function pushAll(db: OfflineDatabase, transport: Transport, memory: Memory): Promise<void> {
  const sending = new Map<Batch, Promise<void>>()
  const deferred = new Set<string>()
  const failures: unknown[] = []

  async function exchanged(batch: Batch): Promise<void> {
    try {
      await sendBatch(db, transport, memory, batch, deferred)
    } catch (error) {
      failures.push(error)
    } finally {
      sending.delete(batch)
    }
  }

  for (;;) {
    while (failures.length === 0 && sending.size < inFlight) {
      const next = await nextBatch(db, busyWith([...sending.keys()], deferred), memory.limit)
      const batch = await freeze(db, next)
      if (batch.length === 0) break
      sending.set(batch, exchanged(batch))
    }
    if (sending.size === 0) break
    await Promise.race(sending.values())
  }
  if (failures.length > 0) throw failures[0]
}

function busyWith(batches: readonly Batch[], deferred: ReadonlySet<string>) {
  const rows = batches.flat()
  return {
    opIds: new Set(rows.map(({ opId }) => opId)),
    records: new Set(rows.map(({ entity, recordId }) => keyText([entity, recordId]))),
    deferred,
  }
}

/** From before the first byte leaves, nothing is added to these operations: a copy may be with the server for good. */
async function freeze(db: OfflineDatabase, batch: Batch): Promise<Batch> {
  if (batch.length === 0) return batch
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    const rows = await db.outbox.bulkGet(batch.map(({ at }) => at))
    const ready = rows.filter((row) => row?.state === 'ready') as typeof batch
    const { at } = await readMeta(db, 'frozen', unfrozen)
    const newest = Math.max(at, ...ready.map((row) => row.at))
    if (newest > at) await writeMeta(db, 'frozen', { at: newest })
    return ready
  })
}

async function sendBatch(
  db: OfflineDatabase,
  transport: Transport,
  memory: Memory,
  batch: Batch,
  deferred: Set<string>,
): Promise<void> {
  const answer = await exchange(transport, syncContract.push, { body: await bodyOf(db, batch) })
  if ('refused' in answer) {
    const { error: code, message } = answer.refused
    if (batch.length === 1) await setAside(db, batch, { code, message })
    else memory.limit = Math.ceil(batch.length / 2)
    return
  }
  memory.limit = Math.min(memory.most, memory.limit * 2)
  const results = answer.results.filter(({ opId }) => batch.some((row) => row.opId === opId))
  const judged = results.filter(({ code }) => code !== syncProblems.foreign.code)
  const undecided = await settle(db, judged, answer)
  memory.settled += judged.length - undecided.length
  for (const { opId } of undecided) memory.undecided.set(opId, (memory.undecided.get(opId) ?? 0) + 1)
  // What this answer does not settle waits for the next drain.
  for (const { opId } of batch) deferred.add(opId)
  await giveUp(db, memory, undecided)
  // Somebody else is signed in by now: the operations stay with their owner.
  if (judged.length < results.length) throw new Stopped({ why: 'signIn' })
}

async function bodyOf(db: OfflineDatabase, batch: Batch) {
  const { deviceId, n, dropped } = await readMeta(db, 'device', newDevice)
  const { epoch } = await readMeta(db, 'cursor', nothingPulled)
  return {
    protocol: syncLimits.protocol,
    deviceId,
    epoch,
    maxN: n,
    pending: await db.outbox.count(),
    discarded: dropped,
    ops: await Promise.all(batch.map(async (row) => ({ ...operationOf(row), hash: await operationHash(row) }))),
  }
}

async function setAside(db: OfflineDatabase, batch: Batch, trouble: Trouble): Promise<void> {
  await db.outbox.bulkUpdate(batch.map(({ at }) => ({ key: at, changes: { state: 'attention', trouble } })))
}

/** An operation that waits for something nobody has any more is shown to its user instead of waiting for ever. */
async function giveUp(
  db: OfflineDatabase,
  { undecided }: Memory,
  answers: Awaited<ReturnType<typeof settle>>,
): Promise<void> {
  for (const { opId, code } of answers) {
    if (code !== syncProblems.waits.code || undecided.get(opId)! < patience) continue
    undecided.delete(opId)
    const row = await db.outbox.where('opId').equals(opId).first()
    if (row) await setAside(db, [row], { code, message: '' })
  }
}
