import type { Actor } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { WriteResult } from '#server/core/db/write-result.ts'
import type { Services } from '#server/core/services.ts'
import type { Access } from '#shared/core/api/access.ts'
import type { Feature } from '#shared/core/api/features.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { Fields } from '#shared/sync/rules.ts'

/** The context of a push or pull, as entities use it. `origin` is an argument of `audit`. */
export type SyncCall = {
  tx: Tx
  actor: Actor
  merchantId: string
  origin: { id: string; actor: Actor | undefined }
  /** What the browser of the device says about itself. */
  userAgent: string
  services: Services
  /** The user's language, for problem messages. */
  language: Language
  /** The features that an administrator has enabled for the merchant; read once a call. */
  features(): Promise<readonly Feature[]>
  /**
   * The effects of this push so far. The ledger and the audit trail get them at the end, because the merchant's other
   * pushes wait from then on.
   */
  progress: PushProgress
}

type PushProgress = {
  /** Operations that took effect, by their ids. */
  operations: Map<string, Operation>
  /** The ids of those operations that met changes which their author had not seen. */
  concurrentWithUnseen: Set<string>
  auditEntries: { action: string; subject: string; data: Record<string, unknown> }[]
}
export const emptyProgress = (): PushProgress => ({
  operations: new Map(),
  concurrentWithUnseen: new Set(),
  auditEntries: [],
})

/**
 * Applies operations in the transaction of the call and returns one result for each record. The operations have the same
 * kind and belong to different records, so one statement should apply them all. When a handler throws, its effects are
 * undone and it is called again with half of the operations, until the failing operation is alone. That operation is
 * rejected with the thrown problem.
 */
type ApplyOperations = (call: SyncCall, operations: readonly Operation[]) => Promise<readonly WriteResult[]>

/** A removed record that may be restored has no data. */
export type SyncRow = { id: string; ver: number; data?: Fields | undefined }

/** An entity that devices edit offline: a table with `id`, `merchant_id` and `ver`, which has the entity's name. */
export type SyncEntity = {
  name: string
  /** The access that is needed to pull the records, and to change them. */
  reads: Access
  writes: Access
  /** Only merchants with this feature read and change the records. */
  feature?: Feature
  kinds: Readonly<Record<string, ApplyOperations>>
  /** The version of the shape of `rows`, from 1. When it changes, devices pull all records again. */
  recordV?: number
  /** The records with these ids as devices store them. A record that is left out is hidden from the device. */
  rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<readonly SyncRow[]>
  /** The ids of those corrections of applied create operations that change a field which only a create operation sets. */
  changesImmutable?(call: SyncCall, operations: readonly Operation[]): Promise<ReadonlySet<string>>
  /** Converts an older shape of `patch` to the newest one: a device may send its operations a year later. */
  upcast?(operation: Operation): Operation
}

export function defineSyncEntity(entity: SyncEntity): SyncEntity {
  return entity
}
