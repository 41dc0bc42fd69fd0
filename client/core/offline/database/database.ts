import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { Operation } from '#shared/sync/operation.ts'
import type { FieldConflict, Fields } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

export type RecordKey = [entity: string, id: string]

/** A record as its user sees it: the server's state with what waits in the outbox on top. */
export type RecordRow = { entity: string; id: string; ver: number; data: Fields; gen: number }

/** The server's state of a record that has operations in the outbox; absent where the server knows none. */
export type ServerBaseRow = RecordRow

/** What the server said, or why the operation cannot be sent. */
export type Rejection = { code: string; message: string; details?: Record<string, unknown> }

/**
 * - ready: to be sent · held: a file has to be sent first
 * - attention: the server rejected it, or cannot read it: its user decides
 */
export type OperationState = 'ready' | 'held' | 'attention'

/** An operation that the server has not acknowledged. `at` is its position in the local order. */
export type OutboxRow = Operation & {
  at: number
  state: OperationState
  trouble?: Rejection
  /** Rejected operations that this operation replaces. */
  replaces: string[]
  /** Made at an older place: it has not left this device, whatever `frozen` says of that place. */
  fresh?: true
  /** Acknowledged before the server was set back, and sent again: the view holds it already. */
  replay?: true
}

/** What the server is told: nothing of what this database keeps beside it. */
export function operationOf({
  at: _,
  state: __,
  trouble: ___,
  replay: ____,
  replaces: _____,
  fresh: ______,
  ...row
}: OutboxRow): Operation {
  return row
}

/** Refused without an entry in the server's ledger, so that its number never arrives there. */
const codesWithoutLedgerEntry = /^(?:core\.|sync\.(?:invalid|damaged|reused|waits|file)$)/
export function neverReachesLedger({ state, trouble }: OutboxRow): boolean {
  return state !== 'attention' || codesWithoutLedgerEntry.test(trouble?.code ?? '')
}

export type Acknowledged = {
  operation: Operation
  ver: number
  clashes?: Readonly<Record<string, FieldConflict>>
  /** As in the outbox; absent where there are none. */
  replaces?: string[]
}
/** What one answer acknowledged; kept for as long as a server may be set back. `ackedAt` in the server's time. */
export type JournalRow = { at?: number; ackedAt: string; done: Acknowledged[] }

/** Taken out by its user; `discardedAt` in the server's time as far as it was known, undefined before any contact. */
export type DiscardedRow = { at?: number; opId: string; rows: OutboxRow[]; discardedAt: string | undefined }

/** Two values for one field, the server's and this user's, until the user has chosen. */
export type ConflictRow = FieldConflict & {
  opId: string
  path: string
  entity: string
  recordId: string
  payloadV: number
}

export type BlobRow = { sha256: string; size: number; content: Blob | Uint8Array<ArrayBuffer>; complete: boolean }

export type Meta = {
  /** `n` counts its operations; `dropped` those of them that the server will never hear of. */
  device: { deviceId: string; n: number; dropped: number }
  /** Everything up to this place may have been sent (`maybeSent`): it never changes again. */
  frozen: { at: number }
  /** How far the server's changes were followed. `gen` counts the times that everything was asked for anew. */
  cursor: { epoch: string; since: string; gen: number; starting: boolean }
  /** The tab that runs the sync. A tab that finds another token may no longer write pulled data. */
  drain: { token: string; beat: number }
  server: { time: string }
  ballast: { content: Blob | Uint8Array<ArrayBuffer> }
}
export type MetaRow = { [K in keyof Meta]: { key: K; value: Meta[K] } }[keyof Meta]

/** Counts the released versions of the database. */
export const schemaVersion = 2

export class OfflineDatabase extends Dexie {
  declare records: Table<RecordRow, RecordKey>
  declare shadow: Table<ServerBaseRow, RecordKey>
  declare outbox: EntityTable<OutboxRow, 'at'>
  declare journal: Table<JournalRow, number>
  declare discarded: Table<DiscardedRow, number>
  declare choices: Table<ConflictRow, [opId: string, path: string]>
  declare blobs: Table<BlobRow, string>
  declare meta: Table<MetaRow, string>

  constructor(name: string, options: DexieOptions = {}) {
    // Chrome acknowledges writes before they are on the disk unless told otherwise. What is read is what is stored.
    super(name, { ...options, chromeTransactionDurability: 'strict', cache: 'disabled' })
    // A released version is never changed: devices come back with it after a year. Add the next one below it.
    this.version(1).stores({
      records: '[entity+id], entity',
      shadow: '[entity+id]',
      outbox: '++at, &opId, state, [entity+recordId], *deps, *replaces',
      journal: '++at, ackedAt',
      discarded: '++at, opId',
      choices: '[opId+path], [entity+recordId]',
      blobs: 'sha256',
      meta: 'key',
    })
    // The key begins with the entity: an index of it is one more to write with every record.
    this.version(2).stores({ records: '[entity+id]' })
  }
}

export type Owner = { userId: string; merchantId: string }

/** One database for each user of a merchant: another who signs in on this device never meets it. */
export function databaseName({ userId, merchantId }: Owner): string {
  return `assay-${merchantId}-${userId}`
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

/** The device's identity, made with the first thing that it counts. */
export const newDevice = (): Meta['device'] => ({ deviceId: uuid7(), n: 0, dropped: 0 })
export const initialSentMarker = (): Meta['frozen'] => ({ at: 0 })
export const initialCursor = (): Meta['cursor'] => ({ epoch: '', since: '0', gen: 0, starting: true })
