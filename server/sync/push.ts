import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import type { Language } from '#shared/core/language.ts'
import { Problem } from '#shared/core/problem.ts'
import { type OpResult, type Push, type PushAnswer, syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { Operation, operationText } from '#shared/sync/operation.ts'
import type { Clash } from '#shared/sync/rules.ts'
import { missingBlobs } from './blobs.ts'
import { type Decision, decide } from './decide.ts'
import type { SyncCall, SyncEntity } from './entity.ts'
import { epochOf, readable } from './epoch.ts'
import { conclude, effective, enter, type Hashed, recall, replaced } from './ledger.ts'
import { inWaves } from './waves.ts'

/** Decides what a device sent. Everything happens in the call's transaction, the merchant's counter last. */
export async function push(call: SyncCall, entities: readonly SyncEntity[], body: Push): Promise<PushAnswer> {
  if (body.protocol !== syncLimits.protocol) throw new Problem(syncProblems.update)
  const { tx, merchantId, language } = call
  const wording = (problem: Problem) => wordingOf(problem, language, call.origin.id)
  const { sound, results } = read(call, body, wording)

  const entered = await enter(tx, merchantId, sound)
  const fresh = sound.filter(({ opId }) => entered.has(opId))
  const before = sound.filter(({ opId }) => !entered.has(opId))
  const ledger = await recall(
    tx,
    merchantId,
    before.map(({ opId }) => opId),
  )
  for (const operation of before) results.set(operation.opId, answerAgain(operation, ledger, wording))

  const rivals = await decideRivals(call, fresh, wording)
  const settled = new Set(rivals.map(({ opId }) => opId))
  const open = fresh.filter(({ opId }) => !settled.has(opId))
  const decided = [...rivals, ...(await decideAll(call, entities, open, wording))]
  const seq = await commitPlace(tx, merchantId)
  const numbered = decided.map((result) =>
    result.status === 'applied' || result.status === 'merged' ? { ...result, ...(seq && { seq }) } : result,
  )
  await conclude(tx, merchantId, numbered)
  for (const result of numbered) results.set(result.opId, result)
  await noteDevice(call, body)

  const ids = new Set(body.ops.map(({ opId }) => opId))
  return {
    epoch: await epochOf(tx, merchantId, await readable(call, entities)),
    serverTime: new Date().toISOString(),
    results: [...ids].map((opId) => results.get(opId)!),
  }
}

type Worded = { code: string; message: string; details?: Record<string, unknown> }
type Wording = (problem: Problem) => Worded

function wordingOf(problem: Problem, language: Language, reference: string): Worded {
  const { error, message, details } = problem.body(language, reference)
  return { code: error, message, ...(Object.keys(details).length > 0 && { details }) }
}

/** Splits what was sent into operations that may be decided and answers to those that may not. */
function read(call: SyncCall, { ops }: Push, wording: Wording) {
  const sound = new Map<string, Hashed>()
  const results = new Map<string, OpResult>()
  for (const { opId, verdict } of ops.map((sent) => ({ opId: sent.opId, verdict: judge(call, sent) }))) {
    const first = sound.get(opId)
    if (verdict instanceof Problem) results.set(opId, { opId, status: 'rejected', ...wording(verdict) })
    else if (!first) sound.set(opId, verdict)
  }
  return { sound: [...sound.values()].filter(({ opId }) => !results.has(opId)), results }
}

/**
 * These refusals depend on what was sent and by whom alone, so they are not entered: the ledger must not remember that
 * somebody else tried to send an operation.
 */
function judge({ actor, merchantId }: SyncCall, sent: Push['ops'][number]): Hashed | Problem {
  const parsed = Operation.safeParse(sent)
  if (!parsed.success) return new Problem(syncProblems.invalid)
  const operation = parsed.data
  if (operation.userId !== actor.id || operation.merchantId !== merchantId) return new Problem(syncProblems.foreign)
  const digest = hash('sha256', operationText(operation))
  return digest === sent.hash ? { ...operation, hash: digest } : new Problem(syncProblems.damaged)
}

function answerAgain({ opId, hash }: Hashed, ledger: Awaited<ReturnType<typeof recall>>, wording: Wording): OpResult {
  const entry = ledger.get(opId)
  if (!entry) return { opId, status: 'retry', ...wording(new Problem(syncProblems.failed)) }
  if (entry.hash !== hash) return { opId, status: 'rejected', ...wording(new Problem(syncProblems.reused)) }
  const { hash: _, ...result } = entry
  return entry.status === 'rejected' ? result : { ...result, status: 'duplicate' }
}

/** Of an operation and what replaces it only one takes effect: the one that does so first. */
async function decideRivals(
  { tx, merchantId }: SyncCall,
  fresh: readonly Hashed[],
  wording: Wording,
): Promise<OpResult[]> {
  const successors = fresh.flatMap(({ supersedes }) => supersedes ?? [])
  const before = await recall(tx, merchantId, successors)
  const late = await replaced(
    tx,
    merchantId,
    fresh.map(({ opId }) => opId),
  )
  return fresh.flatMap(({ opId, supersedes = '' }): OpResult[] => {
    if (late.has(opId)) return [{ opId, status: 'rejected', ...wording(new Problem(syncProblems.replaced)) }]
    const entry = before.get(supersedes)
    if (!entry || entry.status === 'rejected') return []
    const { hash: _, ...result } = entry
    return [{ ...result, opId, status: 'duplicate' }]
  })
}

async function decideAll(
  call: SyncCall,
  entities: readonly SyncEntity[],
  fresh: readonly Hashed[],
  wording: Wording,
): Promise<OpResult[]> {
  const { tx, merchantId } = call
  const results: OpResult[] = []
  const block = (opId: string, kind: typeof syncProblems.waits) =>
    results.push({ opId, status: 'blocked', ...wording(new Problem(kind)) })

  const missing = await missingBlobs(tx, merchantId, [...new Set(fresh.flatMap(({ blobs }) => blobs))])
  const effects = await effective(tx, merchantId, [...new Set(fresh.flatMap(({ deps }) => deps))])
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
      return new Set(decisions.filter(tookEffect).map(({ opId }) => opId))
    },
    ({ opId }) => void block(opId, syncProblems.waits),
  )
  return results

  function hasFiles({ blobs }: Operation): boolean {
    return !blobs.some((sha256) => missing.has(sha256))
  }
}

function tookEffect({ status }: Decision): boolean {
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

/** Fires the triggers that commit would fire, and reads the number that this transaction was given. */
async function commitPlace(tx: Tx, merchantId: string): Promise<number | undefined> {
  await tx.execute(sql`set constraints all immediate`)
  const { rows } = await tx.execute<{ place: string | null }>(
    sql`select current_setting('assay.sync_place', true) as place`,
  )
  const [owner, place] = rows[0]?.place?.split(' ') ?? []
  return owner === merchantId ? Number(place) : undefined
}

async function noteDevice({ tx, merchantId, actor }: SyncCall, body: Push): Promise<void> {
  const { deviceId, maxN, pending, discarded } = body
  await tx.execute(sql`
    insert into sync_device as known (merchant_id, device_id, user_id, max_n, pending, discarded)
    values (${merchantId}, ${deviceId}, ${actor.id}, ${maxN}, ${pending}, ${discarded})
    on conflict (merchant_id, device_id) do update set user_id = excluded.user_id, pending = excluded.pending,
      discarded = excluded.discarded, max_n = greatest(known.max_n, excluded.max_n), last_seen = now()`)
}
