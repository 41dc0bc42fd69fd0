import type { SyncCall, SyncEntity, SyncRow } from '#server/sync/entity.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type OpResult, syncProblems } from '#shared/sync/contract.ts'
import { operationHash } from '#shared/sync/operation.ts'
import { readField } from '#shared/sync/rules.ts'
import { appliedPredecessors, type HashedOperation, type LedgerEntry } from './ledger.ts'
import type { ProblemLocalizer } from './localize.ts'

/** What is answered already, and what is still to be decided. */
type Sorted = { answered: OpResult[]; open: HashedOperation[] }

/**
 * Sorts out operations that say the same thing in different words.
 *
 * - What was replaced by an operation that took effect comes too late.
 * - What comes together with the one that it replaces, or with another that replaces the same, waits until that one is
 *   decided.
 * - What replaces one that took effect, because another device sent that from a file, is the same once more, or a
 *   correction: a change of what stands there by now.
 */
export async function resolveSupersession(
  call: SyncCall,
  entities: readonly SyncEntity[],
  fresh: readonly HashedOperation[],
  /** Of the new operations, those that another one stands for already. */
  replaced: ReadonlySet<string>,
  wording: ProblemLocalizer,
): Promise<Sorted> {
  const answered: OpResult[] = []
  const open = new Map<string, HashedOperation>()
  const replacing: HashedOperation[] = []
  const ahead = new Set(fresh.map(({ opId }) => opId))
  for (const operation of fresh) {
    const { opId, supersedes } = operation
    if (replaced.has(opId)) answered.push(refusal(opId, 'rejected', syncProblems.replaced))
    else if (!supersedes) open.set(opId, operation)
    else if (ahead.has(supersedes)) answered.push(refusal(opId, 'blocked', syncProblems.waits))
    else {
      replacing.push(operation)
      ahead.add(supersedes)
    }
  }
  const before = await appliedPredecessors(call.tx, call.merchantId, replacing)
  for (const [name, group] of Map.groupBy(replacing, ({ entity }) => entity)) {
    const entity = entities.find((one) => one.name === name)
    if (entity) await sortGroup(entity, group)
    else for (const operation of group) open.set(operation.opId, operation)
  }
  // In their order, which is that of the records.
  return { answered, open: fresh.flatMap(({ opId }) => open.get(opId) ?? []) }

  async function sortGroup(entity: SyncEntity, group: readonly HashedOperation[]): Promise<void> {
    const standing = await statesOf(call, entity, group)
    const corrections: Correction[] = []
    for (const operation of group) {
      const { opId, kind, recordId } = operation
      const [entry, row] = [before.get(opId), standing.get(recordId)]
      const isCorrection = entry || (kind === 'create' && row?.data)
      if (!isCorrection) open.set(opId, operation)
      else if (entry && (await isSameContent(operation, entry)))
        answered.push({ ...entry.result, opId, status: 'duplicate' })
      else corrections.push({ operation, entry, row })
    }
    const fixed = await findImmutableChanges(call, entity, corrections)
    for (const correction of corrections) {
      const { opId } = correction.operation
      if (fixed.has(opId)) answered.push(refusal(opId, 'rejected', syncProblems.stands))
      else open.set(opId, toUpdate(correction))
    }
  }

  function refusal(opId: string, status: 'rejected' | 'blocked', kind: typeof syncProblems.stands): OpResult {
    return { opId, status, ...wording(new Problem(kind)) }
  }
}

/** `entry`: what is corrected, where this device knows it; `row`: what stands there. */
type Correction = { operation: HashedOperation; entry: LedgerEntry | undefined; row: SyncRow | undefined }

async function statesOf(
  { tx, merchantId }: SyncCall,
  entity: SyncEntity,
  operations: readonly HashedOperation[],
): Promise<Map<string, SyncRow>> {
  const ids = operations.map(({ recordId }) => recordId)
  return new Map((await entity.rows(tx, merchantId, ids)).map((row) => [row.id, row]))
}

/** Whether an operation differs from the one that it replaces in nothing but its number. */
async function isSameContent(
  { hash: _, supersedes: __, ...operation }: HashedOperation,
  entry: LedgerEntry,
): Promise<boolean> {
  return entry.hash === (await operationHash({ ...operation, opId: entry.result.opId, ...entry.sentAs }))
}

/** Corrections of a beginning that want to change what nothing can change. */
async function findImmutableChanges(
  call: SyncCall,
  entity: SyncEntity,
  corrections: readonly Correction[],
): Promise<ReadonlySet<string>> {
  const beginnings = corrections.flatMap(({ operation }) => (operation.kind === 'create' ? [operation] : []))
  if (beginnings.length === 0) return new Set()
  if (!entity.kinds.update) return new Set(beginnings.map(({ opId }) => opId))
  return (await entity.changesImmutable?.(call, beginnings)) ?? new Set()
}

/** Where nobody has touched the record since, people correct what they see. */
function toUpdate({ operation, entry, row }: Correction): HashedOperation {
  const kind = operation.kind === 'create' ? 'update' : operation.kind
  // What a beginning leaves empty says nothing of what stands there by now.
  const said = Object.entries(operation.patch).filter(([, { to }]) => operation.kind !== 'create' || !isEmpty(to))
  const data = entry && row?.ver === entry.result.ver ? row?.data : undefined
  if (!data) return { ...operation, kind, patch: Object.fromEntries(said) }
  const patch = Object.fromEntries(said.map(([path, { to }]) => [path, { from: readField(data, path), to }]))
  return { ...operation, kind, baseVer: row!.ver, patch }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
