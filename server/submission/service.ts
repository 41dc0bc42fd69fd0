import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import {
  mergedWrite,
  rejectedWrite,
  type VersionedRow,
  versionsOf,
  type WriteResult,
  withVersions,
} from '#server/core/db/write-result.ts'
import { contentHash } from '#server/core/http/idempotency.ts'
import { remainingQuota } from '#server/core/limits/quota.ts'
import { form, keptRevisions } from '#server/form/table.ts'
import type { SubmissionPayload } from '#shared/activation/payload.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type SubmissionDetail, type SubmissionDraft, submissionProblems } from '#shared/submission/contract.ts'
import { clampDeviceTime } from '#shared/sync/device-time.ts'
import { mergePatch, patchFrom } from '#shared/sync/rules.ts'
import { uuid7, uuid7Time } from '#shared/sync/uuid7.ts'
import {
  type AnswersChange,
  loadVersionedValues,
  mergeAnswer,
  mergeRange,
  type PendingWrites,
  revisionKey,
  saveVersionedValues,
  structuresOf,
  uniqueAnswers,
} from './answers.ts'
import { lockSubmissions, lockUniqueOf, releaseUnique, restoreSubmissions } from './lock.ts'
import { sharedOf } from './preview.ts'
import { selectSubmissions, viewSubmission } from './read.ts'
import { submission } from './table.ts'

/**
 * Creates submissions. A removed form still accepts submissions that were created with it offline, at the revision of the
 * device. A submission that arrives again is unchanged.
 */
export async function createSubmissions(
  tx: Tx,
  merchantId: string,
  inputs: readonly SubmissionDraft[],
  confirmed = true,
): Promise<WriteResult[]> {
  const current = await formRevisions(tx, merchantId, inputs)
  const fresh = new Map<string, { hash: Buffer; row: { id: string; [field: string]: unknown } }>()
  const wanted = inputs.map(({ id = uuid7(), formRevision, ...input }) => {
    const revision = current.get(input.formId)
    const hash = contentHash(input)
    const isKnown = revision !== undefined && (formRevision ?? revision) <= revision
    if (isKnown && !fresh.has(id)) {
      fresh.set(id, { hash, row: { id, ...input, revision: formRevision ?? revision, hash: hash.toString('hex') } })
    }
    return { id, hash, isKnown }
  })
  const { left, full } = await remainingQuota(tx, { merchantId, confirmed }, 'submissions', fresh.size)
  const before = left < fresh.size ? await hashesOf(tx, merchantId, [...fresh.keys()]) : new Map<string, unknown>()
  const excess = new Set([...fresh.keys()].filter((id) => !before.has(id)).slice(Math.max(0, left)))
  const inserted = await insertSubmissions(
    tx,
    merchantId,
    [...fresh].flatMap(([id, { row }]) => (excess.has(id) ? [] : [row])),
  )
  await refreshForms(tx, merchantId, [...inserted.keys()])
  const present = await hashesOf(
    tx,
    merchantId,
    wanted.map(({ id }) => id).filter((id) => !inserted.has(id)),
  )
  return wanted.map(({ id, hash, isKnown }): WriteResult => {
    const made = inserted.get(id)
    if (made && fresh.get(id)!.hash.equals(hash)) return { id, status: 'applied', version: made }
    const before = present.get(id)
    if (before?.hash.equals(hash)) return { id, status: 'unchanged', version: before.ver }
    if (excess.has(id)) return rejectedWrite(id, full)
    return rejectedWrite(id, new Problem(isKnown ? coreProblems.idTaken : submissionProblems.noForm))
  })
}

type Header = { date: string; custom_id: string }
export type SubmissionChange = {
  id: string
  fields: Partial<Record<keyof Header | 'formId', string | undefined>>
  /** The values of those fields that the sender had seen. Without it, the current values count as seen. */
  from?: Partial<Record<keyof Header, string | undefined>>
}

/** Changes date and custom id, field by field. A submission that was removed meanwhile is restored. */
export async function updateSubmissions(
  tx: Tx,
  merchantId: string,
  changes: readonly SubmissionChange[],
): Promise<WriteResult[]> {
  const locked = await lockSubmissions(
    tx,
    merchantId,
    changes.map(({ id }) => id),
  )
  const written = new Map<string, Header & { id: string }>()
  const restored: string[] = []
  const results = changes.map(({ id, fields: { formId, ...sent }, from = {} }): WriteResult => {
    const row = locked.get(id)
    if (!row) return rejectedWrite(id, new Problem(submissionProblems.notFound))
    if (formId !== undefined && formId !== row.formId)
      return rejectedWrite(id, new Problem(submissionProblems.formFixed))
    const stored = { date: row.date.toISOString(), custom_id: row.customId }
    const { fields, changed, conflicts } = mergePatch(
      stored,
      patchFrom(stored, normalizedHeader(sent), normalizedHeader(from)),
    )
    if (row.removedAt) restored.push(id)
    const isChanged = changed.length > 0 || row.removedAt !== null
    const result = mergedWrite(id, row.ver, isChanged, conflicts)
    if (!isChanged) return result
    locked.set(id, { ...row, date: new Date(fields.date), customId: fields.custom_id, removedAt: null })
    written.set(id, { id, ...fields })
    return result
  })
  await lockUniqueOf(tx, merchantId, [], restored)
  await restoreSubmissions(tx, merchantId, restored)
  const { rows } = await tx.execute<VersionedRow>(sql`
    update submission set date = listed.date, custom_id = listed.custom_id, updated_at = now()
    from ${recordset([...written.values()], 'id uuid, date timestamptz, custom_id text')}
    where submission.merchant_id = ${merchantId} and submission.id = listed.id returning submission.id, ver`)
  return withVersions(results, versionsOf(rows))
}

/** Converts equal times to equal texts. */
function normalizedHeader({ date, ...rest }: Partial<Record<keyof Header, string | undefined>>) {
  return { ...rest, ...(date !== undefined && { date: new Date(date).toISOString() }) }
}

/**
 * Saves answers and sensor ranges. Each is merged on its own: a rejected value (an answer of the wrong type, or one that
 * must be unique and is taken) is a conflict with a problem, and the other values are saved. A submission that was removed
 * meanwhile is restored.
 *
 * @param created ids of submissions that this transaction created: they have no answers yet, and their first answers
 *   belong to their first version
 */
export async function saveAnswers(
  tx: Tx,
  merchantId: string,
  changes: readonly AnswersChange[],
  created: ReadonlySet<string> = new Set(),
): Promise<WriteResult[]> {
  const ids = changes.map(({ id }) => id)
  const locked = await lockSubmissions(tx, merchantId, ids)
  const removed = [...locked.values()].filter(({ removedAt }) => removedAt).map(({ id }) => id)
  const structures = await structuresOf(tx, merchantId, [...locked.values()])
  const unique = uniqueAnswers(changes, locked, structures)
  const questions = unique.map(({ question_id }) => question_id)
  await lockUniqueOf(tx, merchantId, questions, removed)
  const restored = await restoreSubmissions(tx, merchantId, removed)
  const existing = changes.filter(({ id }) => !created.has(id))
  const stored = await loadVersionedValues(tx, merchantId, existing, unique)
  const written: PendingWrites = { answers: new Map(), ranges: new Map() }
  const touched = new Set<string>()
  const emptyEdits: string[] = []
  const results = changes.map((change): WriteResult => {
    const row = locked.get(change.id)
    if (!row) return rejectedWrite(change.id, new Problem(submissionProblems.notFound))
    const structure = structures.get(revisionKey(row))!
    const merges = [
      ...change.answers.map((sent) => mergeAnswer(change.id, sent, structure, stored, written)),
      ...change.sensorAnswers.map((sent) => mergeRange(change.id, sent, structure, stored, written)),
    ]
    const isChanged = merges.some(({ status }) => status === 'applied' || status === 'conflict')
    if (isChanged && !created.has(row.id)) touched.add(row.id)
    const conflicts = merges.flatMap(({ path, status, problem }) => {
      if (problem) return [{ path, problem }]
      return status === 'conflict' ? [{ path }] : []
    })
    if (row.removedAt && merges.every(({ problem }) => problem)) emptyEdits.push(row.id)
    return mergedWrite(row.id, row.ver, isChanged || removed.includes(row.id), conflicts)
  })
  const versions = await saveVersionedValues(tx, merchantId, written, touched)
  // An edit restores its submission before its values are checked. If every value was rejected, the removal stays.
  const removedAgain = await markRemoved(tx, merchantId, emptyEdits)
  return withVersions(results, new Map([...restored, ...versions, ...removedAgain]))
}

/** Removes submissions. A submission that was changed since `version` stays: an edit wins over a removal. */
export async function removeSubmissions(
  tx: Tx,
  merchantId: string,
  removals: readonly { id: string; version?: number | undefined }[],
): Promise<WriteResult[]> {
  const locked = await lockSubmissions(
    tx,
    merchantId,
    removals.map(({ id }) => id),
  )
  const removed: string[] = []
  const results = removals.map(({ id, version }): WriteResult => {
    const row = locked.get(id)
    if (!row) return rejectedWrite(id, new Problem(submissionProblems.notFound))
    if (row.removedAt) return { id, status: 'unchanged', version: row.ver }
    if (version !== undefined && version !== row.ver) {
      return rejectedWrite(id, new Problem(submissionProblems.changed, { version: row.ver }))
    }
    removed.push(id)
    locked.set(id, { ...row, removedAt: new Date() })
    return { id, status: 'applied', version: row.ver }
  })
  return withVersions(results, await markRemoved(tx, merchantId, removed))
}

/** Returns the new versions. */
async function markRemoved(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  await releaseUnique(tx, merchantId, ids)
  const { rows } = await tx.execute<VersionedRow>(sql`
    update submission set removed_at = now(), updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray(ids)}) returning id, ver`)
  return versionsOf(rows)
}

/** The submissions with these ids; unknown ids are left out. */
export async function findSubmissions(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, SubmissionDetail>> {
  const found = await selectSubmissions(tx, merchantId, sql`${submission.id} = any(${uuidArray(ids)})`)
  return new Map(found.map((one) => [one.row.id, viewSubmission(one)]))
}

export async function findSubmission(tx: Tx, merchantId: string, id: string): Promise<SubmissionDetail> {
  const found = (await findSubmissions(tx, merchantId, [id])).get(id)
  if (!found) throw new Problem(submissionProblems.notFound)
  return found
}

/** A complete submission, with which codes can be activated. */
export async function findComplete(tx: Tx, merchantId: string, id: string): Promise<SubmissionDetail> {
  const found = await findSubmission(tx, merchantId, id)
  if (!found.complete) {
    const fields = [...new Set(found.missing.map(({ name }) => name))].join(', ')
    throw new Problem(submissionProblems.incomplete, { fields, missing: found.missing })
  }
  return found
}

/** The data that a submission shares with shoppers. Also of a removed one, because an accepted list may refer to it. */
export async function sharedFacts(tx: Tx, merchantId: string, id: string): Promise<SubmissionPayload | undefined> {
  const [found] = await selectSubmissions(tx, merchantId, eq(submission.id, id), { removed: true })
  return found && sharedOf(viewSubmission(found))
}

async function formRevisions(
  tx: Tx,
  merchantId: string,
  inputs: readonly { formId: string }[],
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: form.id, revision: form.revision })
    .from(form)
    .where(
      and(eq(form.merchantId, merchantId), sql`${form.id} = any(${uuidArray(inputs.map(({ formId }) => formId))})`),
    )
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/**
 * Makes devices pull these forms again. A device stores the newest revisions of a form and those that submissions use, so an
 * older revision has to reach it when a submission uses it.
 */
async function refreshForms(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update form set updated_at = form.updated_at from submission s
    where s.merchant_id = ${merchantId} and s.id = any(${uuidArray(ids)}) and form.merchant_id = s.merchant_id
      and form.id = s.form_id and s.form_revision <= form.revision - ${keptRevisions}`)
}

/** Returns the versions of the inserted rows. An id that exists already is left out. */
async function insertSubmissions(
  tx: Tx,
  merchantId: string,
  rows: readonly { id: string }[],
): Promise<Map<string, number>> {
  const arrival = new Date()
  const dated = rows.map((row) => ({ ...row, createdAt: createdAtOf(row.id, arrival) }))
  const types =
    'id uuid, "formId" uuid, revision int, date timestamptz, custom_id text, hash text, "createdAt" timestamptz'
  const { rows: made } = await tx.execute<VersionedRow>(sql`
    insert into submission (id, merchant_id, form_id, form_revision, date, custom_id, draft_hash, created_at)
    select id, ${merchantId}, "formId", revision, date, custom_id, decode(hash, 'hex'), "createdAt"
    from ${recordset(dated, types)}
    order by id on conflict (id) do nothing returning id, ver`)
  return versionsOf(made)
}

async function hashesOf(tx: Tx, merchantId: string, ids: readonly string[]) {
  const rows = await tx
    .select({ id: submission.id, hash: submission.draftHash, ver: submission.ver })
    .from(submission)
    .where(and(eq(submission.merchantId, merchantId), sql`${submission.id} = any(${uuidArray(ids)})`))
  return new Map(rows.map((row) => [row.id, row]))
}

/** A version 7 id contains its creation time, so a submission that was sent late keeps its time. */
function createdAtOf(id: string, arrival: Date): Date {
  return id[14] === '7' ? clampDeviceTime(uuid7Time(id), arrival) : arrival
}
