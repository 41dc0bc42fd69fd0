import type { Tx } from '#server/core/db.ts'
import { Problem } from '#shared/core/problem.ts'
import { type OpResult, syncProblems } from '#shared/sync/contract.ts'
import { operationHash } from '#shared/sync/operation.ts'
import { readField } from '#shared/sync/rules.ts'
import type { SyncCall, SyncEntity, SyncRow } from './entity.ts'
import { type Entry, type Hashed, recall, replaced } from './ledger.ts'
import type { Wording } from './wording.ts'

/** What is answered already, and what is still to be decided. */
type Sorted = { answered: OpResult[]; open: Hashed[] }

/**
 * What was replaced by an operation that took effect comes too late. What replaces one that took effect, because another
 * device sent that from a file, is the same once more, or a correction: a change of what stands there by now.
 */
export async function sortRivals(
  { tx, merchantId }: Pick<SyncCall, 'tx' | 'merchantId'>,
  entities: readonly SyncEntity[],
  fresh: readonly Hashed[],
  wording: Wording,
): Promise<Sorted> {
  const successors = fresh.flatMap(({ supersedes }) => supersedes ?? [])
  const before = await recall(tx, merchantId, successors)
  const ids = fresh.map(({ opId }) => opId)
  const late = await replaced(tx, merchantId, ids)
  const sorted: Sorted = { answered: [], open: [] }
  const corrections: Correction[] = []
  for (const operation of fresh) {
    const { opId, supersedes = '' } = operation
    const entry = before.get(supersedes)
    if (late.has(opId)) {
      sorted.answered.push({ opId, status: 'rejected', ...wording(new Problem(syncProblems.replaced)) })
    } else if (!entry || entry.result.status === 'rejected') {
      sorted.open.push(operation)
    } else {
      const entity = entities.find(({ name, kinds }) => name === operation.entity && kinds.update)
      const isAgain = !entity || (await saysTheSame(operation, entry))
      if (isAgain) sorted.answered.push({ ...entry.result, opId, status: 'duplicate' })
      else corrections.push({ operation, entity, ver: entry.result.ver ?? 0 })
    }
  }
  sorted.open.push(...(await asChanges(tx, merchantId, corrections)))
  return sorted
}

/** Whether an operation differs from the one that it replaces in nothing but its number. */
async function saysTheSame({ hash: _, supersedes: __, ...operation }: Hashed, entry: Entry): Promise<boolean> {
  return entry.hash === (await operationHash({ ...operation, opId: entry.result.opId, ...entry.sentAs }))
}

/** `ver` is the version that what is corrected made. */
type Correction = { operation: Hashed; entity: SyncEntity; ver: number }

/** Where nobody has touched the record since, people correct what they see. */
async function asChanges(tx: Tx, merchantId: string, corrections: readonly Correction[]): Promise<Hashed[]> {
  const states = new Map<string, SyncRow>()
  for (const [entity, group] of Map.groupBy(corrections, (one) => one.entity)) {
    const ids = group.map(({ operation }) => operation.recordId)
    for (const row of await entity.rows(tx, merchantId, ids)) states.set(row.id, row)
  }
  return corrections.map(({ operation, ver }) => {
    const kind = operation.kind === 'create' ? 'update' : operation.kind
    // What a beginning leaves empty says nothing of what stands there by now.
    const said = Object.entries(operation.patch).filter(([, { to }]) => operation.kind !== 'create' || !isEmpty(to))
    const row = states.get(operation.recordId)
    const data = row?.ver === ver ? row.data : undefined
    if (!data) return { ...operation, kind, patch: Object.fromEntries(said) }
    const patch = Object.fromEntries(said.map(([path, { to }]) => [path, { from: readField(data, path), to }]))
    return { ...operation, kind, baseVer: ver, patch }
  })
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
