import type { SyncCall, SyncEntity, SyncRow } from '#server/sync/entity.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import { type OpResult, syncProblems } from '#shared/sync/contract.ts'
import { operationHash } from '#shared/sync/operation.ts'
import { readField } from '#shared/sync/rules.ts'
import { appliedPredecessors, type HashedOperation, type LedgerEntry } from './ledger.ts'
import type { ProblemLocalizer } from './localize.ts'

/** The operations that have a result already, and those that must still be decided. */
type Resolved = { answered: OpResult[]; open: HashedOperation[] }

type SupersessionState = {
  /** The new operations that an applied one supersedes. */
  superseded: ReadonlySet<string>
  localize: ProblemLocalizer
}

/**
 * Resolves operations that supersede each other.
 *
 * - An operation that was superseded by an applied one is rejected.
 * - An operation that arrives together with the one it supersedes, or with another one that supersedes the same, is blocked
 *   until that one is decided.
 * - An operation that supersedes an applied one (another device sent it from an export file) is a duplicate if their
 *   content is equal. Otherwise it is a correction: an update of the current record.
 */
export async function resolveSupersession(
  call: SyncCall,
  entities: readonly SyncEntity[],
  fresh: readonly HashedOperation[],
  { superseded, localize }: SupersessionState,
): Promise<Resolved> {
  const answered: OpResult[] = []
  const open = new Map<string, HashedOperation>()
  const superseding: HashedOperation[] = []
  const undecidedIds = new Set(fresh.map(({ opId }) => opId))
  for (const operation of fresh) {
    const { opId, supersedes } = operation
    if (superseded.has(opId)) answered.push(resultWith(opId, 'rejected', syncProblems.replaced))
    else if (!supersedes) open.set(opId, operation)
    else if (undecidedIds.has(supersedes)) answered.push(resultWith(opId, 'blocked', syncProblems.waits))
    else {
      superseding.push(operation)
      undecidedIds.add(supersedes)
    }
  }
  const before = await appliedPredecessors(call.tx, call.merchantId, superseding)
  for (const [name, group] of Map.groupBy(superseding, ({ entity }) => entity)) {
    const entity = entities.find((one) => one.name === name)
    if (entity) await resolveGroup(entity, group)
    else for (const operation of group) open.set(operation.opId, operation)
  }
  // In the sent order, because operations on one record take effect in this order.
  return { answered, open: fresh.flatMap(({ opId }) => open.get(opId) ?? []) }

  async function resolveGroup(entity: SyncEntity, group: readonly HashedOperation[]): Promise<void> {
    const current = await currentRows(call, entity, group)
    const corrections: Correction[] = []
    for (const operation of group) {
      const { opId, kind, recordId } = operation
      const [entry, row] = [before.get(opId), current.get(recordId)]
      const isCorrection = entry || (kind === 'create' && row?.data)
      if (!isCorrection) open.set(opId, operation)
      else if (entry && (await isSameContent(operation, entry)))
        answered.push({ ...entry.result, opId, status: 'duplicate' })
      else corrections.push({ operation, entry, row })
    }
    const immutable = await findImmutableChanges(call, entity, corrections)
    for (const correction of corrections) {
      const { opId } = correction.operation
      if (immutable.has(opId)) answered.push(resultWith(opId, 'rejected', syncProblems.stands))
      else open.set(opId, toUpdate(correction))
    }
  }

  function resultWith(opId: string, status: 'rejected' | 'blocked', kind: typeof syncProblems.stands): OpResult {
    return { opId, status, ...localize(new Problem(kind)) }
  }
}

/** `entry`: the corrected operation, if the ledger has it. `row`: the current record. */
type Correction = { operation: HashedOperation; entry: LedgerEntry | undefined; row: SyncRow | undefined }

async function currentRows(
  { tx, merchantId }: SyncCall,
  entity: SyncEntity,
  operations: readonly HashedOperation[],
): Promise<Map<string, SyncRow>> {
  const ids = operations.map(({ recordId }) => recordId)
  return new Map((await entity.rows(tx, merchantId, ids)).map((row) => [row.id, row]))
}

/** Whether an operation differs from the superseded one in its id and number only. Unknown, so false, for a compacted entry. */
async function isSameContent(sent: HashedOperation, entry: LedgerEntry): Promise<boolean> {
  const operation = omit(sent, 'hash', 'supersedes')
  if (entry.hash === undefined) return false
  return entry.hash === (await operationHash({ ...operation, opId: entry.result.opId, ...entry.sentAs }))
}

/** The ids of corrections of create operations that change an immutable field. */
async function findImmutableChanges(
  call: SyncCall,
  entity: SyncEntity,
  corrections: readonly Correction[],
): Promise<ReadonlySet<string>> {
  const creations = corrections.flatMap(({ operation }) => (operation.kind === 'create' ? [operation] : []))
  if (creations.length === 0) return new Set()
  if (!entity.kinds.update) return new Set(creations.map(({ opId }) => opId))
  return (await entity.changesImmutable?.(call, creations)) ?? new Set()
}

/** The correction as an update. If the record has not changed since the corrected operation, its current values count as seen. */
function toUpdate({ operation, entry, row }: Correction): HashedOperation {
  const kind = operation.kind === 'create' ? 'update' : operation.kind
  // An empty field of a create operation is no statement about the current value.
  const sent = Object.entries(operation.patch).filter(([, { to }]) => operation.kind !== 'create' || !isEmpty(to))
  const data = entry && row?.ver === entry.result.ver ? row?.data : undefined
  if (!data) return { ...operation, kind, patch: Object.fromEntries(sent) }
  const patch = Object.fromEntries(sent.map(([path, { to }]) => [path, { from: readField(data, path), to }]))
  return { ...operation, kind, baseVer: row!.ver, patch }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
