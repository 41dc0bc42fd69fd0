import type { Tx } from '#server/core/db/database.ts'
import { listedColumns } from '#server/core/db/listed-columns.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { rejectedWrite, type VersionedRow, versionsOf, type WriteResult } from '#server/core/db/write-result.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { contentHash } from '#server/core/http/idempotency.ts'
import { remainingQuota } from '#server/core/limits/quota.ts'
import { form, keptRevisions } from '#server/form/table.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type SubmissionInput, submissionProblems } from '#shared/submission/contract.ts'
import { submissionQuotas } from '#shared/submission/quotas.ts'
import { clampDeviceTime } from '#shared/sync/device-time.ts'
import { uuid7, uuid7Time } from '#shared/sync/uuid7.ts'
import { columnsOf, headerColumns } from './header.ts'
import { submission } from './table.ts'

/**
 * Creates submissions. A removed form still accepts submissions that were created with it offline, at the revision of the
 * device. A submission that arrives again is unchanged.
 */
export async function createSubmissions(
  tx: Tx,
  merchantId: string,
  inputs: readonly SubmissionInput[],
  confirmed = true,
): Promise<WriteResult[]> {
  const current = await formRevisions(tx, merchantId, inputs)
  const fresh = new Map<string, { hash: Buffer; row: NewRow }>()
  const wanted = inputs.map(({ id = uuid7(), formRevision, timeZone, ...input }) => {
    const revision = current.get(input.formId)
    const hash = contentHash(input)
    const isKnown = revision !== undefined && (formRevision ?? revision) <= revision
    if (isKnown && !fresh.has(id)) {
      const draftHash = `\\x${hash.toString('hex')}`
      fresh.set(id, {
        hash,
        row: { ...columnsOf(input), id, formRevision: formRevision ?? revision, timeZone, draftHash },
      })
    }
    return { id, hash, isKnown }
  })
  const { left, full } = await remainingQuota(tx, { merchantId, confirmed }, submissionQuotas.submissions, fresh.size)
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

const newColumns = listedColumns(submission, [
  'id',
  'formId',
  'formRevision',
  'timeZone',
  'draftHash',
  'createdAt',
  ...headerColumns,
])

type NewRow = { id: string } & Record<string, unknown>

/** Returns the versions of the inserted rows. An id that exists already is left out. */
async function insertSubmissions(tx: Tx, merchantId: string, rows: readonly NewRow[]): Promise<Map<string, number>> {
  const arrival = new Date()
  const dated = rows.map((row) => ({ ...row, createdAt: createdAtOf(row.id, arrival) }))
  const { rows: made } = await tx.execute<VersionedRow>(sql`
    insert into submission (merchant_id, ${newColumns.targets}) select ${merchantId}, ${newColumns.values}
    from ${newColumns.from(dated)} order by listed.id on conflict (id) do nothing returning id, ver`)
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
