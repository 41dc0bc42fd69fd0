import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie'
import { omit } from '#shared/core/omit.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { FieldConflict, Fields } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

export type RecordKey = [entity: string, id: string]

/** A record as its user sees it: the server's state with the operations of the outbox applied. */
export type RecordRow = { entity: string; id: string; ver: number; data: Fields; gen: number }

/** The server's state of a record that has operations in the outbox. Absent when the server has no such record. */
export type ServerBaseRow = RecordRow

/** The code and message of the server, or the reason why the operation cannot be sent. */
export type Rejection = { code: string; message: string; details?: Record<string, unknown> }

/**
 * - ready: can be sent · held: a file must be uploaded first
 * - attention: the server rejected it or cannot read it; its user decides
 */
type OperationState = 'ready' | 'held' | 'attention'

/** An operation that the server has not acknowledged. `at` is its position in the local order. */
export type OutboxRow = Operation & {
  at: number
  state: OperationState
  rejection?: Rejection
  /** Rejected operations that this operation replaces. */
  replaces: string[]
  /** What was added to the device's clock for `capturedAt`, ms; absent for a right clock. */
  clockOffset?: number
  /**
   * Replaces an older operation at the same position, and has itself not left this device, although `at` may be below
   * the `maybeSent` mark.
   */
  fresh?: true
  /**
   * Acknowledged before the server was restored from a backup, and sent again. `records` contains its effect already.
   */
  replay?: true
}

/** The fields that are sent to the server, without those that only this database needs. */
export function operationOf(row: OutboxRow): Operation {
  return omit(row, 'at', 'state', 'rejection', 'replay', 'replaces', 'fresh', 'clockOffset')
}

/**
 * Codes of rejections that have no entry in the server's ledger, so that the server never counts the operation's
 * number.
 */
const codesWithoutLedgerEntry = /^(?:core\.|sync\.(?:invalid|damaged|reused|waits|file)$)/
export function neverReachesLedger({ state, rejection }: OutboxRow): boolean {
  return state !== 'attention' || codesWithoutLedgerEntry.test(rejection?.code ?? '')
}

export type Acknowledged = {
  operation: Operation
  ver: number
  clashes?: Readonly<Record<string, FieldConflict>>
  /** The field of the same name of the outbox; absent when it is empty. */
  replaces?: string[]
}
/**
 * The operations that one response acknowledged, kept for as long as the server may be restored from a backup.
 * `ackedAt` is in server time.
 */
export type JournalRow = { at?: number; ackedAt: string; done: Acknowledged[] }

/**
 * Operations that the user discarded. `discardedAt` is in server time; undefined before the first contact with the
 * server.
 */
export type DiscardedRow = { at?: number; opId: string; rows: OutboxRow[]; discardedAt: string | undefined }

/** The server's value and this user's value of one field, until the user has chosen. */
export type ConflictRow = FieldConflict & {
  opId: string
  path: string
  entity: string
  recordId: string
  payloadV: number
  /** The user deleted the record, which stays because another user had changed it. Its path is empty. */
  removal?: true
}

export type BlobRow = { sha256: string; size: number; content: Blob | Uint8Array<ArrayBuffer>; complete: boolean }

/** The owner of files that were read from the server. They may be removed at any time. */
export const viewedFile = ''

/** A file outside of the outbox: captured for input that is not saved yet (`owner`: its record), or read from the server. */
export type DeviceFileRow = {
  owner: string
  sha256: string
  size: number
  content: Uint8Array<ArrayBuffer>
  /** By the clock of the device, ms. It orders only files that the server has. */
  usedAt: number
}

export type Meta = {
  /** `n` counts the operations of this device; `dropped` counts those of them that the server will never receive. */
  device: { deviceId: string; n: number; dropped: number }
  /** All operations up to this position may have been sent (`isMaybeSent`), so they never change again. */
  maybeSent: { at: number }
  /** The position in the server's changes. `gen` counts how often all records were read again. */
  cursor: { epoch: string; since: string; gen: number; starting: boolean }
  /** The tab that runs the sync. A tab that finds another token may no longer write pulled data. */
  syncRun: { token: string; beat: number }
  server: { time: string }
  ballast: { content: Blob | Uint8Array<ArrayBuffer> }
}
type MetaRow = { [K in keyof Meta]: { key: K; value: Meta[K] } }[keyof Meta]

/** The number of released versions of the database. */
export const schemaVersion = 2

export class OfflineDatabase extends Dexie {
  declare records: Table<RecordRow, RecordKey>
  declare serverBase: Table<ServerBaseRow, RecordKey>
  declare outbox: EntityTable<OutboxRow, 'at'>
  declare journal: Table<JournalRow, number>
  declare discarded: Table<DiscardedRow, number>
  declare conflicts: Table<ConflictRow, [opId: string, path: string]>
  declare blobs: Table<BlobRow, string>
  declare files: Table<DeviceFileRow, [owner: string, sha256: string]>
  declare meta: Table<MetaRow, string>

  constructor(name: string, options: DexieOptions = {}) {
    // By default Chrome acknowledges writes before they are on disk. The cache is disabled so that reads return stored
    // data.
    super(name, { ...options, chromeTransactionDurability: 'strict', cache: 'disabled' })
    // A released version is never changed: a device may open it a year later. Add the next version below it.
    this.version(1).stores({
      // The primary key begins with the entity, so a separate index would only be one more to write with every record.
      records: '[entity+id]',
      serverBase: '[entity+id]',
      outbox: '++at, &opId, state, [entity+recordId], *deps, *replaces',
      journal: '++at, ackedAt',
      discarded: '++at, opId',
      conflicts: '[opId+path], [entity+recordId]',
      blobs: 'sha256',
      meta: 'key',
    })
    this.version(2).stores({ files: '[owner+sha256], sha256, [owner+usedAt+size]' })
  }
}

export async function readMeta<K extends keyof Meta>(
  db: OfflineDatabase,
  key: K,
  absent: () => Meta[K],
): Promise<Meta[K]> {
  const row = await db.meta.get(key)
  return row ? (row.value as Meta[K]) : absent()
}

export async function writeMeta<K extends keyof Meta>(db: OfflineDatabase, key: K, value: Meta[K]): Promise<void> {
  await db.meta.put({ key, value } as MetaRow)
}

/** The identity of the device, created with its first operation. */
export const newDevice = (): Meta['device'] => ({ deviceId: uuid7(), n: 0, dropped: 0 })
export const initialSentMarker = (): Meta['maybeSent'] => ({ at: 0 })
export const initialCursor = (): Meta['cursor'] => ({ epoch: '', since: '0', gen: 0, starting: true })
