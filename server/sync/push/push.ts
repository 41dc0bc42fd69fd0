import { sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { findMissingBlobs } from '#server/sync/blobs.ts'
import { emptyProgress, type SyncCall, type SyncEntity } from '#server/sync/entity.ts'
import { readableEntities, readSyncEpoch } from '#server/sync/epoch.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type OpResult, type Push, type PushResponse, syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { syncQuotas } from '#shared/sync/quotas.ts'
import { writeAuditEntries } from './audit.ts'
import { withChangeAuthors } from './change-author.ts'
import { decide } from './decide.ts'
import { applyInDependencyOrder } from './dependency-order.ts'
import {
  appliedOrSuperseded,
  findLedgerEntries,
  type HashedOperation,
  type LedgerEntry,
  lockDevices,
  recordResults,
} from './ledger.ts'
import { localizeProblem, type ProblemLocalizer } from './localize.ts'
import { toOpResult } from './op-result.ts'
import { resolveSupersession } from './supersession.ts'
import { validateOperations } from './validate-ops.ts'

/** Decides the operations of a push, in the transaction of the call. The merchant's commit counter is locked last. */
export async function push(
  given: Omit<SyncCall, 'progress'>,
  entities: readonly SyncEntity[],
  body: Push,
): Promise<PushResponse> {
  if (body.protocol !== syncLimits.protocol) throw new Problem(syncProblems.update)
  const call: SyncCall = { ...given, progress: emptyProgress() }
  const { tx, merchantId, language } = call
  const localize = (problem: Problem) => localizeProblem(problem, language, call.origin.id)
  const { valid, results } = validateOperations(call, body, localize)

  await lockDevices(tx, merchantId, valid)
  const ledger = await findLedgerEntries(
    call,
    valid.map(({ opId }) => opId),
  )
  const fresh = valid.filter(({ opId }) => !ledger.has(opId))
  const rejected = [...ledger.values()].filter(({ result }) => result.status === 'rejected')
  const ids = [...fresh.flatMap(({ opId, deps }) => [opId, ...deps]), ...rejected.map(({ result }) => result.opId)]
  const effects = await appliedOrSuperseded(tx, merchantId, call.actor.id, [...new Set(ids)])
  for (const operation of valid) {
    const entry = ledger.get(operation.opId)
    if (entry) results.set(operation.opId, replayResult(operation, entry, effects, localize))
  }
  const { answered, open } = await resolveSupersession(call, entities, fresh, { superseded: effects, localize })
  const byId = new Map(fresh.map((operation) => [operation.opId, operation]))
  const outcomes = [...answered, ...(await decideAll(call, entities, open, { effects, localize }))]
  const decided = await withChangeAuthors(call, byId, outcomes)
  await recordDevice(call, body, [...results.values(), ...decided].filter(leavesOutbox).length)
  const epoch = await readSyncEpoch(tx, merchantId, await readableEntities(call, entities))
  await writeAuditEntries(call)
  const seq = await recordResults(call, byId, decided)
  for (const result of decided) results.set(result.opId, tookEffect(result) && seq ? { ...result, seq } : result)

  const sentIds = new Set(body.ops.map(({ opId }) => opId))
  return {
    epoch,
    serverTime: new Date().toISOString(),
    results: [...sentIds].map((opId) => results.get(opId)!),
  }
}

/** The result of an operation that was decided before. */
export function replayResult(
  { opId, hash }: Pick<HashedOperation, 'opId' | 'hash'>,
  entry: LedgerEntry,
  effects: ReadonlySet<string>,
  localize: ProblemLocalizer,
): OpResult {
  const reject = (kind: typeof syncProblems.reused) =>
    ({ opId, status: 'rejected', ...localize(new Problem(kind)) }) as const
  if (entry.hash !== undefined && entry.hash !== hash) return reject(syncProblems.reused)
  if (entry.result.status !== 'rejected') return { ...entry.result, status: 'duplicate' }
  return effects.has(opId) ? reject(syncProblems.replaced) : entry.result
}

async function decideAll(
  call: SyncCall,
  entities: readonly SyncEntity[],
  fresh: readonly HashedOperation[],
  { effects, localize }: { effects: ReadonlySet<string>; localize: ProblemLocalizer },
): Promise<OpResult[]> {
  const { tx, merchantId } = call
  const results: OpResult[] = []
  const block = (opId: string, kind: typeof syncProblems.waits) =>
    results.push({ opId, status: 'blocked', ...localize(new Problem(kind)) })

  const missing = await findMissingBlobs(tx, merchantId, [...new Set(fresh.flatMap(({ blobs }) => blobs))])
  await applyInDependencyOrder(
    fresh,
    effects,
    async (group) => {
      const [whole, waiting] = [group.filter(hasFiles), group.filter((operation) => !hasFiles(operation))]
      for (const { opId } of waiting) block(opId, syncProblems.waitsForFile)
      if (whole.length === 0) return new Set()
      const entity = entities.find(({ name }) => name === whole[0]!.entity)
      const decided = await decide(call, entity, whole)
      const effective = new Set<string>()
      for (const decision of decided) {
        const { operation } = decision
        const result = toOpResult(decision, localize)
        results.push(result)
        if (!tookEffect(result)) continue
        effective.add(operation.opId)
        call.progress.operations.set(operation.opId, operation)
        if (result.status === 'merged' && result.ver! > operation.baseVer + 1)
          call.progress.concurrentWithUnseen.add(operation.opId)
      }
      return effective
    },
    ({ opId }) => void block(opId, syncProblems.waits),
  )
  return results

  function hasFiles({ blobs }: Operation): boolean {
    return !blobs.some((sha256) => missing.has(sha256))
  }
}

function tookEffect({ status }: Pick<OpResult, 'status'>): boolean {
  return status === 'applied' || status === 'merged'
}

/** Whether the device removes the operation from its outbox when it gets this result. */
function leavesOutbox({ status, code }: OpResult): boolean {
  return ['applied', 'merged', 'duplicate'].includes(status) || code === syncProblems.replaced.code
}

/** `accepted`: how many of the operations that the device counts as unsent were accepted by this push. */
async function recordDevice(
  { tx, merchantId, actor, userAgent }: SyncCall,
  { deviceId, maxN, discarded, about, ...body }: Push,
  accepted: number,
): Promise<void> {
  const pending = Math.max(0, body.pending - accepted)
  const { app = null, oldestAt = null, usedBytes = null, quotaBytes = null } = about ?? {}
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    insert into sync_device as known (merchant_id, device_id, user_id, max_n, pending, discarded, sign_in, user_agent, app,
      oldest_at, used_bytes, quota_bytes)
    values (${merchantId}, ${deviceId}, ${actor.id}, ${maxN}, ${pending}, ${discarded}, ${actor.signIn?.id ?? null},
      ${userAgent}, ${app}, ${oldestAt}, ${usedBytes}, ${quotaBytes})
    on conflict (merchant_id, device_id) do update set user_id = excluded.user_id, pending = excluded.pending,
      discarded = excluded.discarded, max_n = greatest(known.max_n, excluded.max_n), sign_in = excluded.sign_in,
      user_agent = excluded.user_agent, app = excluded.app, oldest_at = excluded.oldest_at,
      used_bytes = excluded.used_bytes, quota_bytes = excluded.quota_bytes, last_seen = now()
    returning xmax = 0 as "isNew"`)
  // The row of the new device exists already, so the quota check needs no extra one.
  if (rows[0]?.isNew) await assertQuota(tx, quotaOwnerOf(actor), syncQuotas.devices, 0)
}
