import type { Actor } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { Services } from '#server/core/services.ts'
import type { Access } from '#shared/core/api/access.ts'
import type { Feature } from '#shared/core/api/features.ts'
import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { FieldConflict, Fields } from '#shared/sync/rules.ts'

/** A call as entities see it. `origin` is what `audit` asks for. */
export type SyncCall = {
  tx: Tx
  actor: Actor
  merchantId: string
  origin: { id: string; actor: Actor | undefined }
  services: Services
  /** Of the person, for what they are told. */
  language: Language
  /** What an administrator has switched on for the merchant; asked for once a call. */
  features(): Promise<readonly Feature[]>
  /** What this push did so far; the ledger and the trail get it at the end, when the merchant's other pushes may wait. */
  done: PushProgress
}

export type PushProgress = {
  /** Operations that took effect, by their ids. */
  operations: Map<string, Operation>
  /** Those of them that met changes which their person had not seen. */
  concurrentWithUnseen: Set<string>
  /** What the trail is to say. */
  entries: { action: string; subject: string; data: Record<string, unknown> }[]
}
export const emptyProgress = (): PushProgress => ({
  operations: new Map(),
  concurrentWithUnseen: new Set(),
  entries: [],
})

/** A value that lost, and the rule that it would break if it is not for a person to choose. */
export type LosingValue = FieldConflict & { problem?: Problem }

export type OperationOutcome =
  | { opId: string; status: 'applied' | 'merged'; ver: number; clashes?: Readonly<Record<string, LosingValue>> }
  | { opId: string; status: 'rejected'; problem: Problem }

/**
 * Takes effect in the call's transaction and says what became of each operation. The operations are of one kind and on
 * different records: one statement should do for all. A handler that throws is called again with fewer of them, on a
 * clean transaction, until the one that cannot be is alone; it is then rejected with what was thrown.
 */
export type ApplyOperations = (call: SyncCall, operations: readonly Operation[]) => Promise<readonly OperationOutcome[]>

/** A record that was removed and may come back has no data. */
export type SyncRow = { id: string; ver: number; data?: Fields | undefined }

/** What may be captured offline: a table with `id`, `merchant_id` and `ver`, named like the entity. */
export type SyncEntity = {
  name: string
  /** Who pulls its records, and who may change them. */
  reads: Access
  writes: Access
  /** Only merchants with this feature read and change them. */
  feature?: Feature
  kinds: Readonly<Record<string, ApplyOperations>>
  /** Counts the shapes of `rows`, from 1: with another one devices read everything anew. */
  recordV?: number
  /** The records of these ids as devices keep them. One that is left out is hidden from the device. */
  rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<readonly SyncRow[]>
  /** Of corrections of beginnings that took effect, those that want to change what only a beginning sets. */
  changesImmutable?(call: SyncCall, operations: readonly Operation[]): Promise<ReadonlySet<string>>
  /** Makes the newest shape of `patch` of an older one: a phone may come back after a year. */
  upcast?(operation: Operation): Operation
}

export function defineSyncEntity(entity: SyncEntity): SyncEntity {
  return entity
}

export function applied({ opId }: Operation, ver: number): OperationOutcome {
  return { opId, status: 'applied', ver }
}

/** Took effect beside somebody else's change; the values that lost are kept in the answer, to choose from. */
export function merged(
  { opId }: Operation,
  ver: number,
  clashes: Readonly<Record<string, LosingValue>> = {},
): OperationOutcome {
  return { opId, status: 'merged', ver, ...(Object.keys(clashes).length > 0 && { clashes }) }
}

export function rejected(
  operation: Operation,
  kind: ProblemKind,
  details: Record<string, unknown> = {},
): OperationOutcome {
  return rejectedWith(operation, new Problem(kind, details))
}

export function rejectedWith({ opId }: Operation, problem: Problem): OperationOutcome {
  return { opId, status: 'rejected', problem }
}
