import { sql } from 'drizzle-orm'
import { assertRoom, ownerOf } from '#server/core/quota.ts'
import { Problem } from '#shared/core/problem.ts'
import { type OpResult, type Push, type PushAnswer, syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { Clash } from '#shared/sync/rules.ts'
import { missingBlobs } from './blobs.ts'
import { type Decision, decide } from './decide.ts'
import { nothingDone, type SyncCall, type SyncEntity } from './entity.ts'
import { epochOf, readable } from './epoch.ts'
import { read } from './judge.ts'
import { conclude, type Entry, effective, type Hashed, holdDevices, recall } from './ledger.ts'
import { sortRivals } from './rivals.ts'
import { writeTrail } from './trail.ts'
import { inWaves } from './waves.ts'
import { type Wording, wordingOf } from './wording.ts'

/** Decides what a device sent. Everything happens in the call's transaction, the merchant's counter last. */
export async function push(
  given: Omit<SyncCall, 'done'>,
  entities: readonly SyncEntity[],
  body: Push,
): Promise<PushAnswer> {
  if (body.protocol !== syncLimits.protocol) throw new Problem(syncProblems.update)
  const call: SyncCall = { ...given, done: nothingDone() }
  const { tx, merchantId, language } = call
  const wording = (problem: Problem) => wordingOf(problem, language, call.origin.id)
  const { sound, results } = read(call, body, wording)

  await holdDevices(tx, merchantId, sound)
  const ledger = await recall(
    tx,
    merchantId,
    sound.map(({ opId }) => opId),
  )
  const fresh = sound.filter(({ opId }) => !ledger.has(opId))
  const refused = [...ledger.values()].filter(({ result }) => result.status === 'rejected')
  const named = [...fresh.flatMap(({ opId, deps }) => [opId, ...deps]), ...refused.map(({ result }) => result.opId)]
  const effects = await effective(tx, merchantId, call.actor.id, [...new Set(named)])
  for (const operation of sound) {
    const entry = ledger.get(operation.opId)
    if (entry) results.set(operation.opId, answerAgain(operation, entry, effects, wording))
  }
  const { answered, open } = await sortRivals(call, entities, fresh, effects, wording)
  const decided = [...answered, ...(await decideAll(call, entities, open, effects, wording))]
  await noteDevice(call, body)
  const epoch = await epochOf(tx, merchantId, await readable(call, entities))
  await writeTrail(call)
  const seq = await conclude(call, new Map(fresh.map((operation) => [operation.opId, operation])), decided)
  for (const result of decided) results.set(result.opId, tookEffect(result) && seq ? { ...result, seq } : result)

  const ids = new Set(body.ops.map(({ opId }) => opId))
  return {
    epoch,
    serverTime: new Date().toISOString(),
    results: [...ids].map((opId) => results.get(opId)!),
  }
}

function answerAgain({ opId, hash }: Hashed, entry: Entry, effects: ReadonlySet<string>, wording: Wording): OpResult {
  const refuse = (kind: typeof syncProblems.reused) =>
    ({ opId, status: 'rejected', ...wording(new Problem(kind)) }) as const
  if (entry.hash !== hash) return refuse(syncProblems.reused)
  if (entry.result.status !== 'rejected') return { ...entry.result, status: 'duplicate' }
  return effects.has(opId) ? refuse(syncProblems.replaced) : entry.result
}

async function decideAll(
  call: SyncCall,
  entities: readonly SyncEntity[],
  fresh: readonly Hashed[],
  effects: ReadonlySet<string>,
  wording: Wording,
): Promise<OpResult[]> {
  const { tx, merchantId } = call
  const results: OpResult[] = []
  const block = (opId: string, kind: typeof syncProblems.waits) =>
    results.push({ opId, status: 'blocked', ...wording(new Problem(kind)) })

  const missing = await missingBlobs(tx, merchantId, [...new Set(fresh.flatMap(({ blobs }) => blobs))])
  await inWaves(
    fresh,
    effects,
    async (group) => {
      const [whole, waiting] = [group.filter(hasFiles), group.filter((operation) => !hasFiles(operation))]
      for (const { opId } of waiting) block(opId, syncProblems.waitsForFile)
      if (whole.length === 0) return new Set()
      const entity = entities.find(({ name }) => name === whole[0]!.entity)
      const decisions = await decide(call, entity, whole)
      results.push(...decisions.map((decision) => resultOf(decision, wording)))
      const effective = new Map(decisions.filter(tookEffect).map((decision) => [decision.opId, decision]))
      for (const operation of whole) {
        const decision = effective.get(operation.opId)
        if (!decision) continue
        call.done.operations.set(operation.opId, operation)
        if (decision.status === 'merged' && decision.ver > operation.baseVer + 1) call.done.beside.add(operation.opId)
      }
      return new Set(effective.keys())
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

function resultOf(decision: Decision, wording: Wording): OpResult {
  if ('problem' in decision) return { opId: decision.opId, status: decision.status, ...wording(decision.problem) }
  const { clashes, ...result } = decision
  if (!clashes) return result
  const worded = Object.entries(clashes).map(([path, { problem, ...clash }]): [string, Clash] => [
    path,
    { ...clash, ...(problem && { refused: wording(problem) }) },
  ])
  return { ...result, details: { clashes: Object.fromEntries(worded) } }
}

async function noteDevice({ tx, merchantId, actor }: SyncCall, body: Push): Promise<void> {
  const { deviceId, maxN, pending, discarded } = body
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    insert into sync_device as known (merchant_id, device_id, user_id, max_n, pending, discarded)
    values (${merchantId}, ${deviceId}, ${actor.id}, ${maxN}, ${pending}, ${discarded})
    on conflict (merchant_id, device_id) do update set user_id = excluded.user_id, pending = excluded.pending,
      discarded = excluded.discarded, max_n = greatest(known.max_n, excluded.max_n), last_seen = now()
    returning xmax = 0 as "isNew"`)
  // It is counted already.
  if (rows[0]?.isNew) await assertRoom(tx, ownerOf(actor), 'devices', 0)
}
