import { findLastPending } from '#client/core/offline/database/materialize.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import type { Enqueued } from '#client/core/offline/outbox/enqueue.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import type { PackKind } from '#shared/pack/contract.ts'
import { type PackRecord, packEntity } from '#shared/pack/record.ts'

export type SavedPack = OfflineRecord<PackRecord>

/** The payload version of these operations. */
const operationBase = { entity: packEntity, payloadV: 1 } as const

type NewPack = {
  kind: PackKind
  /** The codes as they were read; the ids, SSCCs or numbers of cases. */
  contents: readonly string[]
  /** The number of codes, as far as the device knows it. */
  quantity: number
  /** Packages of this device that the new one contains. */
  caseIds?: readonly string[]
}

/** Stores a package on the device. It is sent after the cases that it contains; then it gets its number. */
export async function enqueuePack(
  { db, enqueue }: Pick<OfflineEngine, 'db' | 'enqueue'>,
  { kind, contents, quantity, caseIds = [] }: NewPack,
  now = new Date(),
): Promise<Enqueued> {
  const record: PackRecord = {
    ...{ kind, contents, quantity },
    cases: kind === 'pallet' ? contents.length : 0,
    pallet_id: null,
    packed_at: now.toISOString(),
    unpacked_at: null,
    unpack_reason: null,
    createdAt: now.toISOString(),
  }
  const deps = await Promise.all(caseIds.map((id) => findLastPending(db, [packEntity, id])))
  return enqueue({ ...operationBase, kind: 'create', set: record, deps: deps.flat() })
}

/** Takes a package apart. One that the server rejected and never stored is only removed from this device. */
export async function unpack(
  { enqueue, discard }: Pick<OfflineEngine, 'enqueue' | 'discard'>,
  { id, ver, data, state, opId }: SavedPack,
  reason: string,
  now = new Date(),
): Promise<void> {
  if (ver === 0 && state === 'attention' && opId) return void (await discard(opId))
  await enqueue({
    ...operationBase,
    kind: 'update',
    recordId: id,
    seen: { ver, data },
    set: { unpack_reason: reason, unpacked_at: now.toISOString() },
    // An operation of its own: a package that was not sent yet is still packed first.
    ...(opId && { deps: [opId] }),
  })
}

/** Sends a rejected package again with other contents. */
export function resubmitContents(
  { enqueue }: Pick<OfflineEngine, 'enqueue'>,
  { id, data }: SavedPack,
  contents: readonly string[],
): Promise<Enqueued> {
  const isPallet = data.kind === 'pallet'
  const counts = isPallet ? { cases: contents.length } : { quantity: contents.length }
  return enqueue({ ...operationBase, kind: 'update', recordId: id, set: { contents, ...counts } })
}
