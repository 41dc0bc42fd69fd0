import { deviceTimeZone } from '#client/core/clock/time-zone.ts'
import type { OfflineDatabase, OutboxRow, RecordKey } from '#client/core/offline/database/database.ts'
import type { Owner } from '#client/core/offline/database/database-name.ts'
import {
  applyOperation,
  keyText,
  materialize,
  pendingOperations,
  serverBaseOf,
} from '#client/core/offline/database/materialize.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { sha256Hex } from '#shared/sync/operation.ts'
import { type Fields, isEqualData, joinPatches, type Patch, readField } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { type CaptureClock, captureTimes } from './capture-time.ts'
import { isMaybeSent } from './sent-marker.ts'
import { nextSequence } from './sequence.ts'
import { supersedeRejected } from './supersede.ts'

/** A change by the user. `set` contains the fields with their new values; `undefined` removes a field. */
export type EnqueueInput = {
  entity: string
  kind: string
  recordId?: string
  set?: Fields
  /** The record as displayed when the form was opened. When absent, its current state. */
  seen?: { ver: number; data: Fields }
  /** Operations that this change depends on. */
  deps?: readonly string[]
  /** Corrects a rejected operation. Its `deps` are added to those of the rejected one. */
  corrects?: true
  /** The server's state that the user saw beside the rejected change. The correction is compared with it. */
  onto?: { ver: number; data: Fields }
  files?: readonly FileContent[]
  formRev?: number
  payloadV: number
}
type FileContent = Blob | Uint8Array<ArrayBuffer>
export type Enqueued = { opId: string; recordId: string }

export type Clock = CaptureClock

/** Saves a change: the record as displayed and its operation, in one transaction. Resolves when both are durable. */
export async function enqueue(db: OfflineDatabase, owner: Owner, clock: Clock, input: EnqueueInput): Promise<Enqueued> {
  // IndexedDB closes a transaction that waits for any other work, so digests are computed first.
  const files = await Promise.all((input.files ?? []).map(hashFile))
  return db.transaction('rw', [db.records, db.serverBase, db.outbox, db.blobs, db.meta], async () => {
    const key: RecordKey = [input.entity, input.recordId ?? uuid7(clock.now())]
    const pending = (await pendingOperations(db, [key])).get(keyText(key)) ?? []
    const base = await serverBaseOf(db, key, pending)
    const view = pending.reduce<Fields | undefined>(applyOperation, base?.data)
    const patch = patchOf(input, input.seen?.data ?? view ?? {})
    const blobs = await storeFiles(db, files)

    // A change with dependencies becomes an operation of its own.
    const canCorrect = input.kind === 'update' && (input.corrects || !input.deps?.length)
    const rejected = canCorrect ? pending.find((row) => isCorrectable(row, input)) : undefined
    const written: [OutboxRow, ...OutboxRow[]] = rejected
      ? await supersedeRejected(db, rejected, pending, { ...input, patch, blobs: blobs.all, clock })
      : [
          (await mergeIntoLast(db, pending.at(-1), input, { patch, view: view ?? {} })) ??
            (await append(db, { owner, clock }, input, {
              recordId: key[1],
              patch,
              earlier: pending.at(-1),
              baseVer: base?.ver ?? 0,
              blobs,
            })),
        ]
    const rows = new Map([...pending, ...written].map((row) => [row.at, row]))
    await materialize(
      db,
      key,
      base,
      [...rows.values()].sort((a, b) => a.at - b.at),
    )
    const [{ opId, recordId }] = written
    return { opId, recordId }
  })
}

/**
 * Whether an edit can supersede an operation: a rejected removal contains no values to correct, and only the server can
 * convert fields of another `payloadV`, so one operation cannot contain both.
 */
function isCorrectable({ state, kind, payloadV }: OutboxRow, input: EnqueueInput): boolean {
  return state === 'attention' && kind !== 'remove' && payloadV === input.payloadV
}

/** An update contains only the changed fields: another user may have changed the others meanwhile. */
function patchOf({ set = {}, kind }: EnqueueInput, seen: Fields): Patch {
  const changes = Object.entries(set).map(([path, to]) => [path, { from: readField(seen, path), to }] as const)
  return Object.fromEntries(changes.filter(([, { from, to }]) => kind !== 'update' || !isEqualData(from, to)))
}

/** Merges an edit into the last operation, if that was certainly not sent. Returns undefined when it cannot. */
async function mergeIntoLast(
  db: OfflineDatabase,
  last: OutboxRow | undefined,
  input: EnqueueInput,
  { patch, view }: { patch: Patch; view: Fields },
): Promise<OutboxRow | undefined> {
  if (!last || input.kind !== 'update' || !['create', 'update'].includes(last.kind)) return undefined
  if (last.payloadV !== input.payloadV || last.formRev !== input.formRev) return undefined
  if (input.deps?.length || input.files?.length) return undefined
  // The form was opened before an earlier edit. Merged, the values that its person saw would be lost, and no conflict would be noticed.
  if (!Object.entries(patch).every(([path, { from }]) => isEqualData(from, readField(view, path)))) return undefined
  if (await isMaybeSent(db, last)) return undefined
  const row = { ...last, patch: joinPatches(last.patch, patch) }
  if (Object.keys(row.patch).length > syncLimits.patchFields) return undefined
  await db.outbox.put(row)
  return row
}

type NewOperation = {
  recordId: string
  patch: Patch
  /** The last pending operation of the record. */
  earlier: OutboxRow | undefined
  baseVer: number
  blobs: { all: string[]; missing: boolean }
}

async function append(
  db: OfflineDatabase,
  { owner, clock }: { owner: Owner; clock: Clock },
  { entity, kind, deps = [], seen, formRev, payloadV }: EnqueueInput,
  { recordId, patch, earlier, baseVer, blobs }: NewOperation,
): Promise<OutboxRow> {
  const { deviceId, n } = await nextSequence(db)
  const row: Omit<OutboxRow, 'at'> = {
    opId: uuid7(clock.now()),
    deviceId,
    n,
    ...owner,
    entity,
    recordId,
    kind,
    baseVer: seen?.ver ?? baseVer,
    patch,
    deps: [...new Set([...(earlier ? [earlier.opId] : []), ...deps])],
    blobs: blobs.all,
    ...(formRev !== undefined && { formRev }),
    payloadV,
    ...captureTimes(clock),
    tz: deviceTimeZone(),
    state: blobs.missing ? 'held' : 'ready',
    replaces: [],
  }
  const at = await db.outbox.add(row)
  return { ...row, at }
}

type HashedFile = { sha256: string; size: number; content: FileContent }

async function hashFile(content: FileContent): Promise<HashedFile> {
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(await content.arrayBuffer())
  return { sha256: await sha256Hex(bytes), size: bytes.length, content }
}

async function storeFiles(db: OfflineDatabase, files: readonly HashedFile[]) {
  const known = await db.blobs.bulkGet(files.map(({ sha256 }) => sha256))
  const fresh = files.filter((_, index) => !known[index])
  await db.blobs.bulkPut(fresh.map((file) => ({ ...file, complete: false })))
  return {
    all: files.map(({ sha256 }) => sha256),
    missing: fresh.length > 0 || known.some((row) => row?.complete === false),
  }
}
