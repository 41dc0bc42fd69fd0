import type { z } from 'zod'
import {
  initialCursor,
  newDevice,
  type OfflineDatabase,
  type OutboxRow,
  operationOf,
  type Rejection,
  readMeta,
} from '#client/core/offline/database/database.ts'
import { keyText } from '#client/core/offline/database/materialize.ts'
import { withQuota } from '#client/core/offline/database/quota.ts'
import { runsOf } from '#client/core/offline/database/range-reads.ts'
import { markMaybeSent } from '#client/core/offline/outbox/sent-marker.ts'
import { type Push, type PushResponse, type ResultStatus, syncContract, syncProblems } from '#shared/sync/contract.ts'
import type { DeviceReport } from '#shared/sync/device.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { operationHash } from '#shared/sync/operation.ts'
import { isEqualData } from '#shared/sync/rules.ts'
import { uuid7Time } from '#shared/sync/uuid7.ts'
import { applyAcks } from './apply-acks.ts'
import { type BatchExclusions, isLargeOperation, nextBatch, type PushBatch } from './next-batch.ts'
import { type RequestRejected, sendSyncRequest } from './request.ts'
import { SyncStoppedError, type Transport } from './transport.ts'

const maxRequestsInFlight = 2

/** After this many undecided results, an operation whose dependency is also not on this device is shown to its user. */
const maxUndecidedResults = 3

/** State that a device keeps between syncs, until it is closed. */
export type PushState = {
  /** Operations in one request. Halved when a server or a proxy rejects a request as too large. */
  limit: number
  max: number
  /** How often the server could not decide an operation, by id. */
  undecided: Map<string, number>
  /** Operations that the server acknowledged or rejected. */
  decided: number
  /** The server accepts nothing until the user's e-mail is confirmed. */
  unconfirmed: boolean
  /** The counts of unsent and discarded operations that the server has; unknown before the first push. */
  reported?: DeviceCounts
  /** What the merchant sees of this device, without the unsent work. */
  about?: DeviceDescription
}
type DeviceCounts = { pending: number; discarded: number; oldestAt: string | null }
export type DeviceDescription = Omit<DeviceReport, 'oldestAt'>

export const newPushState = (max: number = syncLimits.pushOps): PushState => ({
  limit: max,
  max,
  undecided: new Map(),
  decided: 0,
  unconfirmed: false,
})

/** Sends all sendable operations until the server has responded to all of them or is unreachable. */
export async function pushAll(db: OfflineDatabase, transport: Transport, memory: PushState): Promise<void> {
  const sending = new Map<PushBatch, Promise<void>>()
  const deferred = new Set<string>()
  const failures: unknown[] = []
  /** Two requests were in flight, and the server may have stored the counts of the earlier one last. */
  let hasOverlapped = false

  async function exchanged(load: PushRequest): Promise<void> {
    try {
      await sendBatch(db, transport, load, { memory, deferred })
    } catch (error) {
      failures.push(error)
    } finally {
      sending.delete(load.batch)
    }
  }

  for (;;) {
    // A response that arrives while the outbox is read may unblock the next operation. So nothing is left only if no
    // request was in flight when the read began.
    const quiet = sending.size === 0
    const able = failures.length === 0 && sending.size < maxRequestsInFlight
    const load = able ? await takeBatch(db, exclusionsOf([...sending.keys()], deferred), memory) : undefined
    if (load) {
      hasOverlapped ||= sending.size > 0
      sending.set(load.batch, exchanged(load))
    } else if (quiet) break
    else if (sending.size > 0) await Promise.race(sending.values())
  }
  if (failures.length > 0) throw failures[0]
  await reportCounts(db, transport, memory, hasOverlapped)
}

/** Sends an empty push if the server has other counts of this device. They are only shown, so a failure has no effect. */
async function reportCounts(
  db: OfflineDatabase,
  transport: Transport,
  memory: PushState,
  isDoubtful: boolean,
): Promise<void> {
  if (!memory.reported) return
  const head = await envelopeOf(db, 0, memory)
  const counts = countsOf(head, 0)
  if (!isDoubtful && isEqualData(counts, memory.reported)) return
  try {
    await sendSyncRequest(transport, syncContract.push, { body: { ...head, ops: [] } })
    memory.reported = counts
  } catch (error) {
    if (!(error instanceof SyncStoppedError)) throw error
  }
}

function exclusionsOf(batches: readonly PushBatch[], deferred: ReadonlySet<string>) {
  const rows = batches.flat()
  return {
    opIds: new Set(rows.map(({ opId }) => opId)),
    records: new Set(rows.map(({ entity, recordId }) => keyText([entity, recordId]))),
    runs: runsOf(rows.map(({ at }) => at)),
    deferred,
  }
}

/** The content of one push. */
type PushRequest = { batch: PushBatch; head: Omit<z.input<typeof Push>, 'ops'> }

/**
 * Checks with an empty push whether the server accepts operations, because an operation that was sent can never be
 * changed again. Throws `SyncStoppedError`.
 */
export async function assertEmailConfirmed(
  db: OfflineDatabase,
  transport: Transport,
  memory: PushState,
): Promise<void> {
  if ((await db.outbox.count()) === 0) return
  await sendSyncRequest(transport, syncContract.push, { body: { ...(await envelopeOf(db, 0, memory)), ops: [] } })
}

/**
 * Selects the next operations and marks them as possibly sent in one transaction, before the first byte leaves: from
 * then on the server may have a copy, so they never change.
 */
function takeBatch(db: OfflineDatabase, busy: BatchExclusions, memory: PushState): Promise<PushRequest | undefined> {
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    const batch = await nextBatch(db, busy, memory.limit)
    if (batch.length === 0) return undefined
    await markMaybeSent(db, batch)
    return { batch, head: await envelopeOf(db, busy.opIds.size, memory) }
  })
}

/** `inFlight`: the number of operations in other requests, which count for the server as soon as it decides them. */
async function envelopeOf(db: OfflineDatabase, inFlight: number, { about }: PushState): Promise<PushRequest['head']> {
  const { deviceId, n: maxN, dropped: discarded } = await readMeta(db, 'device', newDevice)
  const { epoch } = await readMeta(db, 'cursor', initialCursor)
  const pending = Math.max(0, (await db.outbox.count()) - inFlight)
  // Ids begin with their time, so the oldest operation is found without reading any.
  const oldest = pending > 0 && about ? await db.outbox.orderBy('opId').firstKey() : undefined
  const oldestAt = oldest ? uuid7Time(String(oldest)).toISOString() : null
  const head = { protocol: syncLimits.protocol, deviceId, epoch, maxN, pending, discarded }
  return { ...head, ...(about && { about: { ...about, oldestAt } }) }
}

/** The counts that the server has after it accepted so many operations of a push. */
function countsOf({ pending, discarded, about }: PushRequest['head'], accepted: number): DeviceCounts {
  const left = Math.max(0, pending - accepted)
  return { pending: left, discarded, oldestAt: left > 0 ? (about?.oldestAt ?? null) : null }
}

async function sendBatch(
  db: OfflineDatabase,
  transport: Transport,
  { batch, head }: PushRequest,
  { memory, deferred }: { memory: PushState; deferred: Set<string> },
): Promise<void> {
  const response = await sendOperations(transport, batch, head)
  if ('rejected' in response) {
    // An older server, while a new version is being installed, does not know large operations yet.
    if (response.status === 404) return batch.forEach(({ opId }) => void deferred.add(opId))
    const { error: code, message, details } = response.rejected
    if (batch.length === 1) await markNeedsAttention(db, batch, { code, message, details })
    else memory.limit = Math.ceil(batch.length / 2)
    return
  }
  memory.limit = Math.min(memory.max, memory.limit * 2)
  const sent = new Set(batch.map(({ opId }) => opId))
  const results = response.results.filter(({ opId }) => sent.has(opId))
  const decided = results.filter(({ code }) => code !== syncProblems.foreign.code)
  const undecided = await withQuota(db, () => applyAcks(db, batch, decided, response))
  const accepted = decided.filter(({ status, code }) => accepts(status) || code === syncProblems.replaced.code).length
  memory.reported = countsOf(head, accepted)
  memory.decided += decided.length - undecided.length
  for (const { opId } of undecided) memory.undecided.set(opId, (memory.undecided.get(opId) ?? 0) + 1)
  // The next sync sends what this response did not decide.
  for (const { opId } of batch) deferred.add(opId)
  await rejectMissingDependencies(db, memory, undecided)
  // Another user is signed in: the operations stay with their owner.
  if (decided.length < results.length) throw new SyncStoppedError({ reason: 'signIn' })
}

/** Of a large operation only the name of its file is sent. While the file is not complete, the server answers `waitsForFile`. */
async function sendOperations(
  transport: Transport,
  batch: PushBatch,
  head: PushRequest['head'],
): Promise<PushResponse | RequestRejected> {
  const ops = await Promise.all(batch.map(withHash))
  const [first] = ops
  if (!first || !isLargeOperation(batch[0]!)) {
    return sendSyncRequest(transport, syncContract.push, { body: { ...head, ops } })
  }
  const { opId, hash: sha256 } = first
  return sendSyncRequest(transport, syncContract.pushLarge, { body: { ...head, opId, sha256 } })
}

function accepts(status: ResultStatus): boolean {
  return status === 'applied' || status === 'merged' || status === 'duplicate'
}

async function withHash(row: OutboxRow) {
  const operation = operationOf(row)
  return { ...operation, hash: await operationHash(operation) }
}

async function markNeedsAttention(db: OfflineDatabase, batch: PushBatch, rejection: Rejection): Promise<void> {
  await db.outbox.bulkUpdate(batch.map(({ at }) => ({ key: at, changes: { state: 'attention', rejection } })))
}

/**
 * Shows an operation to its user when its dependency is neither on the server nor on this device, instead of waiting
 * forever.
 */
async function rejectMissingDependencies(
  db: OfflineDatabase,
  { undecided }: PushState,
  results: Awaited<ReturnType<typeof applyAcks>>,
): Promise<void> {
  for (const { opId, code } of results) {
    if (code !== syncProblems.waits.code || undecided.get(opId)! < maxUndecidedResults) continue
    undecided.delete(opId)
    const row = await db.outbox.where('opId').equals(opId).first()
    if (row && !(await hasUnsent(db, row.deps))) await markNeedsAttention(db, [row], { code, message: '' })
  }
}

/** Whether one of these operations, or an operation that supersedes it, is in the outbox. */
async function hasUnsent(db: OfflineDatabase, ids: readonly string[]): Promise<boolean> {
  const [here, replaced] = [db.outbox.where('opId').anyOf(ids), db.outbox.where('replaces').anyOf(ids)]
  return (await here.count()) + (await replaced.count()) > 0
}
