import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import type { WriteResult as DomainOutcome } from '#server/core/db/write-result.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import {
  applied,
  defineSyncEntity,
  merged,
  type OperationOutcome,
  type SyncCall,
  type SyncRow,
} from '#server/sync/entity.ts'
import {
  applyBatch,
  type BaseVersion,
  editBeatsRemoval,
  partialResult,
  removalBaseVersion,
  withStoredValues,
} from '#server/sync/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { SubmissionDraft, submissionProblems, type TimeRange } from '#shared/submission/contract.ts'
import { type SubmissionRecord, submissionEntity } from '#shared/submission/record.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { applyPatch } from '#shared/sync/rules.ts'
import { lockSubmissions } from './lock.ts'
import { type ParsedPatch, parsePatch, pathOf } from './parse-patch.ts'
import { createSubmissions, removeSubmissions, saveAnswers, updateSubmissions } from './service.ts'

export const submissionSync = defineSyncEntity({
  name: submissionEntity,
  reads: 'reader',
  writes: 'dealer',
  feature: 'temperature',
  kinds: { create, update, remove },
  rows,
})

/** What became of a record's header, and of each of its parts. */
type Result = DomainOutcome & { refusedParts?: readonly { part: string; problem: Problem }[]; writes: number }
type Draft = { said: ParsedPatch & { id: string }; begun: SubmissionDraft | undefined }

async function create(call: SyncCall, operations: readonly Operation[]) {
  return applyDrafts(call, operations, 'submission.create', (operation) => {
    const { recordId: id, patch, formRev } = operation
    const { formRevision, ...fields } = applyPatch({}, patch)
    const revision = formRev || formRevision || undefined
    const begun = safeParseInput(SubmissionDraft, { ...fields, id, formRevision: revision }, call.language)
    if (begun instanceof Problem) return begun
    const said = parsePatch(patch, call.language)
    return { begun, said: { ...said, id } }
  })
}

async function update(call: SyncCall, operations: readonly Operation[]) {
  return applyDrafts(call, operations, 'submission.update', ({ recordId, patch }) => {
    const said = parsePatch(patch, call.language)
    const [problem] = said.refused.values()
    if (problem && said.refused.size === said.asked) return problem
    return { begun: undefined, said: { ...said, id: recordId } }
  })
}

async function applyDrafts(
  call: SyncCall,
  operations: readonly Operation[],
  action: string,
  read: (operation: Operation) => Draft | Problem,
) {
  const drafts = new Map<string, Draft>()
  const outcomes = await applyBatch(call, operations, {
    action,
    read(operation) {
      const draft = read(operation)
      if (!(draft instanceof Problem)) drafts.set(operation.opId, draft)
      return draft
    },
    run: (list) => saveDrafts(call, list),
    answer: (operation, result, seen) => outcomeOf(operation, drafts.get(operation.opId)!.said, result as Result, seen),
  })
  return withStoredValues(call, rows, operations, outcomes)
}

/** Beginnings, then headers, then answers: three lists for the domain, whatever their number. */
async function saveDrafts({ tx, merchantId, actor }: SyncCall, drafts: readonly Draft[]): Promise<Result[]> {
  const results = new Map<string, Result>()
  // Heads and answers are locked one after the other: each list would have its order, all of them have one.
  const ids = drafts.filter(({ begun }) => !begun).map(({ said }) => said.id)
  if (ids.length > 1) await lockSubmissions(tx, merchantId, ids)
  const begun = drafts.flatMap((draft) => draft.begun ?? [])
  add(begun.length > 0 ? await createSubmissions(tx, merchantId, begun, actor.confirmed) : [])
  const headed = drafts.filter(({ begun, said }) => !begun && (hasHeader(said) || !hasParts(said)))
  add(
    headed.length > 0
      ? await updateSubmissions(
          tx,
          merchantId,
          headed.map(({ said }) => said),
        )
      : [],
  )
  const answering = drafts.filter(({ said }) => hasParts(said) && results.get(said.id)?.state !== 'refused')
  const made = new Set(begun.flatMap(({ id = '' }) => (results.get(id)?.state === 'applied' ? [id] : [])))
  const said = answering.map(({ said }) => said)
  const answered = answering.length > 0 ? await saveAnswers(tx, merchantId, said, made) : []
  add(answered.map(withPaths))
  return drafts.map(({ said }) => results.get(said.id)!)

  function add(outcomes: readonly DomainOutcome[]): void {
    for (const outcome of outcomes) results.set(outcome.id, mergeResults(results.get(outcome.id), outcome))
  }
}

const hasHeader = ({ fields }: ParsedPatch) => Object.keys(fields).length > 0
const hasParts = ({ answers, sensorAnswers }: ParsedPatch) => answers.length + sensorAnswers.length > 0

/** The domain names answers and ranges by their parts, devices by their paths. */
function withPaths(outcome: DomainOutcome): DomainOutcome {
  return outcome.state === 'refused' ? outcome : { ...outcome, clashes: (outcome.clashes ?? []).map(pathOf) }
}

/** Two steps of one record as one; what clashed is named by its path. */
function mergeResults(before: Result | undefined, outcome: DomainOutcome): Result {
  const writes = (before?.writes ?? 0) + (outcome.state === 'applied' || outcome.state === 'merged' ? 1 : 0)
  if (!before || before.state === 'refused' || outcome.state === 'refused') return { ...outcome, writes }
  const clashes = [...(before.clashes ?? []), ...(outcome.clashes ?? [])]
  const states = [before.state, outcome.state]
  const state = states.includes('merged') ? 'merged' : states.includes('applied') ? 'applied' : 'unchanged'
  return { ...outcome, state, clashes, writes }
}

function outcomeOf(
  operation: Operation,
  said: ParsedPatch,
  result: Result,
  seen: BaseVersion,
): OperationOutcome | undefined {
  if (result.state === 'refused') return undefined
  const refused = new Map([
    ...said.refused,
    ...(result.refusedParts ?? []).map(({ part, problem }) => [pathOf(part), problem] as const),
  ])
  const clashes = result.clashes ?? []
  if (refused.size + clashes.length > 0)
    return partialResult(operation, result.version, { clashes, refused }, said.asked)
  const alone = result.version <= seen(operation) + result.writes
  return alone || result.state === 'unchanged' ? applied(operation, result.version) : merged(operation, result.version)
}

function remove(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'submission.remove',
    read: (operation, seen) => ({ id: operation.recordId, version: removalBaseVersion(operation, seen) }),
    run: (removals) => removeSubmissions(call.tx, call.merchantId, removals),
    answer: editBeatsRemoval(submissionProblems.changed),
  })
}

type Stored = Omit<SubmissionRecord, 'createdAt' | 'date'> & {
  id: string
  ver: number
  removed: boolean
  date: Date
  createdAt: Date
}

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const { rows } = await tx.execute<Stored>(sql`
    select s.id, s.ver, s.removed_at is not null as removed, s.form_id as "formId", s.form_revision as "formRevision",
      s.date, s.custom_id, s.created_at as "createdAt",
      (select coalesce(jsonb_object_agg(a.question_id, a.value), '{}') from submission_answer a
        where a.merchant_id = s.merchant_id and a.submission_id = s.id and a.value <> '') as answers,
      (select coalesce(jsonb_object_agg(r.section_id || ':' || r.sensor_id,
          jsonb_build_object('start_time', r.start_time, 'end_time', r.end_time)), '{}') from submission_range r
        where r.merchant_id = s.merchant_id and r.submission_id = s.id
          and coalesce(r.start_time, r.end_time) is not null) as ranges
    from submission s where s.merchant_id = ${merchantId} and s.id = any(${uuidArray(ids)})`)
  return rows.map(({ id, ver, removed, ...row }) => ({ id, ver, data: removed ? undefined : recordOf(row) }))
}

function recordOf({ date, createdAt, ranges, ...row }: Omit<Stored, 'id' | 'ver' | 'removed'>): SubmissionRecord {
  const times = Object.entries(ranges).map(([key, range]) => [key, inUtc(range)])
  return {
    ...row,
    ranges: Object.fromEntries(times),
    date: new Date(date).toISOString(),
    createdAt: new Date(createdAt).toISOString(),
  }
}

const iso = (time: string | null) => time && new Date(time).toISOString()
const inUtc = ({ start_time, end_time }: TimeRange): TimeRange => ({
  start_time: iso(start_time),
  end_time: iso(end_time),
})
