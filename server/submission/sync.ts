import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { type AcceptedWrite, mergedWrite, rejectedWrite, type WriteResult } from '#server/core/db/write-result.ts'
import { and, eq, getTableColumns, sql } from '#server/core/drizzle/orm.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from '#server/sync/entity.ts'
import {
  applyBatch,
  type BaseVersion,
  editBeatsRemoval,
  removalBaseVersion,
  withConcurrency,
} from '#server/sync/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { ZoneName } from '#shared/core/fields/query-time.ts'
import { omit } from '#shared/core/omit.ts'
import { SubmissionInput, submissionProblems } from '#shared/submission/contract.ts'
import { type SubmissionRecord, submissionEntity } from '#shared/submission/record.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { applyPatch } from '#shared/sync/rules.ts'
import { rangeInUtc } from './answers/answers.ts'
import { type ParsedPatch, parsePatch } from './answers/parse-patch.ts'
import { saveAnswers } from './answers/save-answers.ts'
import { createSubmissions } from './create.ts'
import { headerOf, updateSubmissions } from './header.ts'
import { lockSubmissions } from './lock.ts'
import { removeSubmissions } from './remove.ts'
import { submission } from './table.ts'

export const submissionSync = defineSyncEntity({
  name: submissionEntity,
  reads: 'anyMerchantRole',
  writes: 'merchantOrDealer',
  feature: 'temperature',
  kinds: { create, update, remove },
  rows,
})

type SubmissionWrite = { change: ParsedPatch & { id: string }; created: SubmissionInput | undefined }

function create(call: SyncCall, operations: readonly Operation[]) {
  return applyWrites(call, operations, 'submission.create', ({ recordId: id, patch, formRev, tz }) => {
    const { formRevision, timeZone = tz, ...fields } = applyPatch({}, patch)
    const revision = formRev || formRevision || undefined
    // A zone that only the browser of this device knows must not reject the record.
    const zone = ZoneName.safeParse(timeZone).data
    const created = safeParseInput(
      SubmissionInput,
      { ...fields, id, formRevision: revision, timeZone: zone },
      call.language,
    )
    if (created instanceof Problem) return created
    return { created, change: { ...parsePatch(patch, call.language), id } }
  })
}

function update(call: SyncCall, operations: readonly Operation[]) {
  return applyWrites(call, operations, 'submission.update', ({ recordId: id, patch }) => {
    const parsed = parsePatch(patch, call.language)
    const [first] = parsed.invalid
    if (first && parsed.invalid.length === parsed.valueCount) return first.problem
    return { created: undefined, change: { ...parsed, id } }
  })
}

function applyWrites(
  call: SyncCall,
  operations: readonly Operation[],
  action: string,
  parse: (operation: Operation) => SubmissionWrite | Problem,
) {
  const saved = new Map<string, SavedWrite>()
  return applyBatch(call, operations, {
    action,
    parse,
    async run(writes) {
      const results = await saveWrites(call, writes)
      for (const one of results) saved.set(one.result.id, one)
      return results.map(({ result }) => result)
    },
    adjust: (operation, result, baseVersion) =>
      result.status === 'rejected' ? undefined : resultOf(operation, saved.get(result.id)!, result, baseVersion),
  })
}

/** `steps`: how often the record was written. Each step counts a version. */
type SavedWrite = { write: SubmissionWrite; result: WriteResult; steps: number }

/** Saves created submissions, then headers, then answers: three lists for the domain, of any length. */
async function saveWrites(
  { tx, merchantId, actor }: SyncCall,
  writes: readonly SubmissionWrite[],
): Promise<SavedWrite[]> {
  const results = new Map<string, Pick<SavedWrite, 'result' | 'steps'>>()
  // The lists of headers and of answers differ. All records are locked first, in one order, so that pushes cannot deadlock.
  const ids = writes.filter(({ created }) => !created).map(({ change }) => change.id)
  if (ids.length > 1) await lockSubmissions(tx, merchantId, ids)

  const created = writes.flatMap((write) => write.created ?? [])
  if (created.length > 0) add(await createSubmissions(tx, merchantId, created, actor.confirmed))

  const isHeaderChange = ({ created, change }: SubmissionWrite) =>
    !created && (hasHeader(change) || !hasAnswers(change))
  const headers = writes.filter(isHeaderChange).map(({ change }) => change)
  if (headers.length > 0) add(await updateSubmissions(tx, merchantId, headers))

  const isRejected = (id: string) => results.get(id)?.result.status === 'rejected'
  const answers = writes.map(({ change }) => change).filter((one) => hasAnswers(one) && !isRejected(one.id))
  const inserted = created.flatMap(({ id = '' }) => (results.get(id)?.result.status === 'applied' ? [id] : []))
  if (answers.length > 0) add(await saveAnswers(tx, merchantId, answers, new Set(inserted)))
  return writes.map((write) => ({ write, ...results.get(write.change.id)! }))

  function add(list: readonly WriteResult[]): void {
    for (const result of list) {
      const { result: before, steps = 0 } = results.get(result.id) ?? {}
      const isWritten = result.status === 'applied' || result.status === 'merged'
      results.set(result.id, { result: joinResults(before, result), steps: steps + (isWritten ? 1 : 0) })
    }
  }
}

const hasHeader = ({ fields }: ParsedPatch) => Object.keys(fields).length > 0
const hasAnswers = ({ answers, sensorAnswers }: ParsedPatch) => answers.length + sensorAnswers.length > 0

/** The results of two steps on one record as one result. */
function joinResults(first: WriteResult | undefined, second: WriteResult): WriteResult {
  if (!first || first.status === 'rejected' || second.status === 'rejected') return second
  const isChanged = first.status !== 'unchanged' || second.status !== 'unchanged'
  return mergedWrite(second.id, second.version, isChanged, [...(first.conflicts ?? []), ...(second.conflicts ?? [])])
}

/** An operation is rejected if every value is; otherwise the rejected values are conflicts beside the written ones. */
function resultOf(
  operation: Operation,
  { write: { change }, steps }: SavedWrite,
  { id, version, status, conflicts: found = [] }: AcceptedWrite,
  baseVersion: BaseVersion,
): WriteResult {
  const conflicts = [...change.invalid, ...found]
  const problems = conflicts.flatMap(({ problem }) => problem ?? [])
  if (problems[0] && problems.length === change.valueCount) return rejectedWrite(id, problems[0])
  const result = mergedWrite(id, version, status !== 'unchanged', conflicts)
  return withConcurrency(result, baseVersion(operation) + steps)
}

function remove(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'submission.remove',
    parse: (operation, baseVersion) => ({
      id: operation.recordId,
      version: removalBaseVersion(operation, baseVersion),
    }),
    run: (removals) => removeSubmissions(call.tx, call.merchantId, removals),
    adjust: editBeatsRemoval(submissionProblems.changed),
  })
}

const columns = omit(getTableColumns(submission), 'merchantId', 'draftHash', 'updatedAt')
type StoredSubmission = Pick<typeof submission.$inferSelect, keyof typeof columns> &
  Pick<SubmissionRecord, 'answers' | 'ranges'>

const answers = sql<SubmissionRecord['answers']>`(
  select coalesce(jsonb_object_agg(a.question_id, a.value), '{}') from submission_answer a
  where a.merchant_id = submission.merchant_id and a.submission_id = submission.id and a.value <> '')`
const ranges = sql<SubmissionRecord['ranges']>`(
  select coalesce(jsonb_object_agg(r.section_id || ':' || r.sensor_id,
      jsonb_build_object('start_time', r.start_time, 'end_time', r.end_time)), '{}')
  from submission_range r
  where r.merchant_id = submission.merchant_id and r.submission_id = submission.id
    and coalesce(r.start_time, r.end_time) is not null)`

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const found = await tx
    .select({ ...columns, answers, ranges })
    .from(submission)
    .where(and(eq(submission.merchantId, merchantId), sql`${submission.id} = any(${uuidArray(ids)})`))
  return found.map((row) => ({ id: row.id, ver: row.ver, data: row.removedAt ? undefined : recordOf(row) }))
}

function recordOf({ answers, ranges, ...row }: StoredSubmission): SubmissionRecord {
  const { formId, formRevision, timeZone, createdAt } = row
  const times = Object.entries(ranges).map(([key, range]) => [key, rangeInUtc(range)])
  return {
    ...headerOf(row),
    formId,
    formRevision,
    timeZone,
    createdAt: createdAt.toISOString(),
    answers,
    ranges: Object.fromEntries(times),
  }
}
