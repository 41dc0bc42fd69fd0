import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { rejectedWrite, type VersionedRow, versionsOf, type WriteResult } from '#server/core/db/write-result.ts'
import { and, eq, isNull, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { contentHash } from '#server/core/http/idempotency.ts'
import { type QuotaOwner, remainingQuota } from '#server/core/limits/quota.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { unmeetableConditions } from '#shared/form/conditions.ts'
import { type Form, type FormInput, type FormStructure, type FormUpdate, formProblems } from '#shared/form/contract.ts'
import { expressionIssues } from '#shared/form/expression-issues.ts'
import { formQuotas } from '#shared/form/quotas.ts'
import { completeStructure } from '#shared/form/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { FormParts } from './parts.ts'
import { form, formRevision } from './table.ts'

type StoredForm = typeof form.$inferSelect & { structure: FormStructure }
type Written = { id: string; revision: number; structure: FormStructure }

/** Adds forms. A form that was sent before stays unchanged, also when it has been changed since. */
export async function createForms(
  tx: Tx,
  merchantId: string,
  inputs: readonly FormInput[],
  confirmed = true,
): Promise<WriteResult[]> {
  await lockForms(tx, merchantId)
  const { left, full } = await remainingForms(tx, { merchantId, confirmed }, inputs.length)
  const wanted = inputs.map(({ id = uuid7(), ...input }) => ({
    id,
    hash: contentHash(input),
    structure: completeStructure(input, randomUUID),
  }))
  const present = await storedForms(tx, merchantId, wanted)
  const known = new Map([...present.values()].map(({ id, draftHash, revision }) => [id, { hash: draftHash, revision }]))
  const parts = await FormParts.load(
    tx,
    merchantId,
    wanted.map(({ structure }) => structure),
  )
  const fresh: typeof wanted = []
  const outcomes = wanted.map((one): WriteResult => {
    const before = known.get(one.id)
    if (before?.hash.equals(one.hash)) return { id: one.id, status: 'unchanged', version: before.revision }
    if (before) return rejectedWrite(one.id, new Problem(coreProblems.idTaken))
    if (fresh.length >= left) return rejectedWrite(one.id, full)
    const problem = sizeProblem(one.structure) ?? conditionProblem(one.structure) ?? parts.add(one.id, one.structure)
    if (problem) return rejectedWrite(one.id, problem)
    known.set(one.id, { hash: one.hash, revision: 1 })
    fresh.push(one)
    return { id: one.id, status: 'applied', version: 1 }
  })
  const inserted = await insertForms(tx, merchantId, fresh)
  await parts.save(tx, merchantId, new Set(inserted.keys()))
  const firstRevisions = fresh.filter(({ id }) => inserted.has(id)).map((one) => ({ ...one, revision: 1 }))
  await addRevisions(tx, merchantId, firstRevisions, inserted)
  return outcomes.map((outcome) =>
    known.has(outcome.id) && !present.has(outcome.id) && !inserted.has(outcome.id)
      ? rejectedWrite(outcome.id, new Problem(coreProblems.idTaken))
      : outcome,
  )
}

/** A form needs room for its first revision, too. */
async function remainingForms(tx: Tx, owner: QuotaOwner, adding: number) {
  const forms = await remainingQuota(tx, owner, formQuotas.forms, adding)
  const revisions = await remainingQuota(tx, owner, formQuotas.formRevisions, adding)
  return revisions.left < forms.left ? revisions : forms
}

/** A form that was larger before the limit existed may be reduced step by step. */
function sizeProblem(structure: FormStructure, before?: FormStructure): Problem | undefined {
  const bytes = sizeOf(structure)
  if (bytes <= limits.formBytes || (before && bytes < sizeOf(before))) return undefined
  return new Problem(formProblems.tooLarge, { most: limits.formBytes / 1024 })
}

function conditionProblem({ sections }: FormStructure): Problem | undefined {
  const [first] = unmeetableConditions(sections)
  if (first) return new Problem(formProblems.condition, { question: first.name, questionId: first.id })
  const [issue] = expressionIssues(sections)
  return issue && new Problem(formProblems.expression, { name: '', ...issue })
}

const sizeOf = (structure: FormStructure): number => Buffer.byteLength(JSON.stringify(structure))

type FormChange = { id: string } & FormUpdate

/** Changes forms. A change that is based on an older revision is rejected, unless it equals the current one. */
export async function updateForms(tx: Tx, merchantId: string, changes: readonly FormChange[]): Promise<WriteResult[]> {
  await lockForms(tx, merchantId)
  // Only accounts with a confirmed e-mail change forms.
  const { left, full } = await remainingQuota(
    tx,
    { merchantId, confirmed: true },
    formQuotas.formRevisions,
    changes.length,
  )
  const current = await storedForms(tx, merchantId, changes)
  const parts = await FormParts.load(tx, merchantId, [
    ...changes,
    ...[...current.values()].map(({ structure }) => structure),
  ])
  const written: Written[] = []
  const outcomes = changes.map(({ id, revision, ...changed }): WriteResult => {
    const before = current.get(id)
    if (!before || before.removedAt) return rejectedWrite(id, new Problem(formProblems.notFound))
    const structure = completeStructure(changedForm(before.structure, changed), randomUUID)
    if (contentHash(before.structure).equals(contentHash(structure))) {
      return { id, status: 'unchanged', version: before.revision }
    }
    if (revision !== undefined && before.revision !== revision) {
      return rejectedWrite(id, staleProblem(revision, before.revision))
    }
    if (written.length >= left) return rejectedWrite(id, full)
    const problem = sizeProblem(structure, before.structure) ?? conditionProblem(structure) ?? parts.add(id, structure)
    if (problem) return rejectedWrite(id, problem)
    const next = { ...before, structure, revision: before.revision + 1 }
    current.set(id, next)
    written.push(next)
    return { id, status: 'applied', version: next.revision }
  })
  await parts.save(tx, merchantId, new Set(current.keys()))
  const last = [...new Map(written.map((one) => [one.id, one])).values()]
  const { rows } = await tx.execute<VersionedRow>(sql`
    update form set name = listed.name, revision = listed.revision, updated_at = now()
    from ${recordset(
      last.map(({ id, revision, structure }) => ({ id, revision, name: structure.name })),
      'id uuid, revision int, name text',
    )}
    where form.merchant_id = ${merchantId} and form.id = listed.id returning form.id, ver`)
  await addRevisions(tx, merchantId, written, versionsOf(rows))
  return outcomes
}

function changedForm(before: FormStructure, { name, custom_id_label, sections }: Omit<FormUpdate, 'revision'>) {
  return {
    name: name ?? before.name,
    custom_id_label: custom_id_label ?? before.custom_id_label,
    sections: sections ?? before.sections,
  }
}

/** Removes forms from the list. Submissions, also those not yet sent, keep the revision that they were created with. */
export async function removeForms(
  tx: Tx,
  merchantId: string,
  removals: readonly { id: string; revision?: number | undefined }[],
): Promise<WriteResult[]> {
  await lockForms(tx, merchantId)
  const current = await storedForms(tx, merchantId, removals)
  const removedIds: string[] = []
  const outcomes = removals.map(({ id, revision }): WriteResult => {
    const before = current.get(id)
    if (!before) return rejectedWrite(id, new Problem(formProblems.notFound))
    if (before.removedAt) return { id, status: 'unchanged', version: before.revision }
    if (revision !== undefined && revision !== before.revision) {
      return rejectedWrite(id, staleProblem(revision, before.revision))
    }
    removedIds.push(id)
    current.set(id, { ...before, removedAt: new Date() })
    return { id, status: 'applied', version: before.revision }
  })
  await tx.execute(sql`
    update form set removed_at = now(), updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray(removedIds)})`)
  return outcomes
}

/** The current forms, without removed ones. */
export function selectForms(tx: Tx, merchantId: string, condition?: SQL) {
  return currentForms(tx).where(listedForms(merchantId, condition)).$dynamic()
}

/** Every form at its current revision. */
function currentForms(tx: Tx) {
  return tx
    .select({ row: form, structure: formRevision.structure })
    .from(form)
    .innerJoin(
      formRevision,
      and(
        eq(formRevision.merchantId, form.merchantId),
        eq(formRevision.formId, form.id),
        eq(formRevision.revision, form.revision),
      ),
    )
}

export const listedForms = (merchantId: string, condition?: SQL): SQL | undefined =>
  and(eq(form.merchantId, merchantId), isNull(form.removedAt), condition)

export function viewForm({ row, structure }: { row: typeof form.$inferSelect; structure: FormStructure }): Form {
  const { id, revision, createdAt, updatedAt } = row
  return { ...structure, id, revision, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** The current forms with these ids, without removed ones. */
async function findForms(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, Form>> {
  const found = await selectForms(tx, merchantId, sql`${form.id} = any(${uuidArray(ids)})`)
  return new Map(found.map((one) => [one.row.id, viewForm(one)]))
}

export async function findForm(tx: Tx, merchantId: string, id: string): Promise<Form> {
  const found = (await findForms(tx, merchantId, [id])).get(id)
  if (!found) throw new Problem(formProblems.notFound)
  return found
}

const staleProblem = (yours: number, current: number) => new Problem(formProblems.stale, { yours, current })

/** Serializes the changes of one merchant's forms, so that revisions and ids are checked against the current state. */
export async function lockForms(tx: Tx, merchantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`form:${merchantId}`}, 0))`)
}

async function storedForms(
  tx: Tx,
  merchantId: string,
  wanted: readonly { id: string }[],
): Promise<Map<string, StoredForm>> {
  const ids = uuidArray(wanted.map(({ id }) => id))
  const found = await currentForms(tx).where(and(eq(form.merchantId, merchantId), sql`${form.id} = any(${ids})`))
  return new Map(found.map(({ row, structure }) => [row.id, { ...row, structure }]))
}

/** Inserts the forms whose ids are free. Returns those ids with their versions. */
async function insertForms(
  tx: Tx,
  merchantId: string,
  forms: readonly { id: string; hash: Buffer; structure: FormStructure }[],
): Promise<Map<string, number>> {
  const rows = forms.map(({ id, hash, structure }) => ({ id, hash: hash.toString('hex'), name: structure.name }))
  const { rows: made } = await tx.execute<VersionedRow>(sql`
    insert into form (id, merchant_id, name, draft_hash)
    select id, ${merchantId}, name, decode(hash, 'hex') from ${recordset(rows, 'id uuid, name text, hash text')}
    on conflict (id) do nothing returning id, ver`)
  return versionsOf(made)
}

async function addRevisions(
  tx: Tx,
  merchantId: string,
  revisions: readonly Written[],
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = revisions.map(({ id, revision, structure }) => ({ id, revision, structure, ver: versions.get(id) }))
  await tx.execute(sql`
    insert into form_revision (merchant_id, form_id, revision, structure, form_ver)
    select ${merchantId}, id, revision, structure, ver
    from ${recordset(rows, 'id uuid, revision int, structure jsonb, ver int')}`)
}
