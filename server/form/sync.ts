import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { type VersionedRow, versionsOf, type WriteResult, withVersions } from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from '#server/sync/entity.ts'
import { applyBatch, type BaseVersion } from '#server/sync/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { FormInput, type FormStructure, FormUpdate } from '#shared/form/contract.ts'
import { type FormRecord, formEntity } from '#shared/form/record.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { applyPatch } from '#shared/sync/rules.ts'
import { createForms, removeForms, updateForms } from './service.ts'
import { keptRevisions } from './table.ts'

export const formSync = defineSyncEntity({
  name: formEntity,
  reads: 'anyMerchantRole',
  writes: 'confirmedMerchant',
  feature: 'temperature',
  kinds: { create, update, remove },
  rows,
})

const Fields = FormUpdate.omit({ revision: true })

function create(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'form.create',
    parse: ({ recordId, patch }) =>
      safeParseInput(FormInput, { ...applyPatch({}, patch), id: recordId }, call.language),
    run: async (inputs) =>
      withRecordVersions(call, await createForms(call.tx, call.merchantId, inputs, call.actor.confirmed)),
  })
}

function update(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'form.update',
    parse: (operation, baseVersion) => {
      const fields = safeParseInput(Fields, applyPatch({}, operation.patch), call.language)
      return fields instanceof Problem ? fields : { fields, ...seenForm(operation, baseVersion) }
    },
    async run(inputs) {
      const revisions = await seenRevisions(call, inputs)
      const changes = inputs.map(({ id, fields }) => ({ id, ...fields, revision: revisions.get(id) ?? 0 }))
      return withRecordVersions(call, await updateForms(call.tx, call.merchantId, changes))
    },
  })
}

function remove(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'form.remove',
    parse: seenForm,
    async run(inputs) {
      const revisions = await seenRevisions(call, inputs)
      const removals = inputs.map(({ id }) => ({ id, revision: revisions.get(id) ?? 0 }))
      return withRecordVersions(call, await removeForms(call.tx, call.merchantId, removals))
    },
  })
}

type SeenForm = { id: string; ver: number }

/** The largest PostgreSQL integer: no version is higher. */
const newest = 2 ** 31 - 1
const seenForm = (operation: Operation, baseVersion: BaseVersion): SeenForm => ({
  id: operation.recordId,
  ver: Math.min(baseVersion(operation), newest),
})

/** The revisions that the senders had seen. */
async function seenRevisions({ tx, merchantId }: SyncCall, forms: readonly SeenForm[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; revision: number }>(sql`
    select listed.id, max(r.revision) as revision from ${recordset(forms, 'id uuid, ver int')}
    join form_revision r on r.merchant_id = ${merchantId} and r.form_id = listed.id and r.form_ver <= listed.ver
    group by listed.id`)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** The domain counts revisions of the form; devices count versions of the record. */
async function withRecordVersions(
  { tx, merchantId }: SyncCall,
  results: readonly WriteResult[],
): Promise<WriteResult[]> {
  const { rows } = await tx.execute<VersionedRow>(sql`
    select id, ver from form where merchant_id = ${merchantId} and id = any(${uuidArray(results.map(({ id }) => id))})`)
  return withVersions(results, versionsOf(rows))
}

type FormRow = {
  id: string
  ver: number
  revision: number
  createdAt: Date
  removedAt: Date | null
  structure: FormStructure
  revisions: FormRecord['revisions']
}

/**
 * A form with its newest revisions and the earlier ones of its submissions. Also a removed form, because the
 * submissions of a device, sent or not, need it.
 */
async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const { rows } = await tx.execute<FormRow>(sql`
    select f.id, f.ver, f.revision, f.created_at as "createdAt", f.removed_at as "removedAt", now.structure,
      (select coalesce(jsonb_object_agg(r.revision, r.structure), '{}') from form_revision r
        where r.merchant_id = f.merchant_id and r.form_id = f.id and r.revision < f.revision
          and (r.revision > f.revision - ${keptRevisions} or exists (
            select from submission s
            where s.merchant_id = r.merchant_id and s.form_id = r.form_id and s.form_revision = r.revision))) as revisions
    from form f join form_revision now
      on now.merchant_id = f.merchant_id and now.form_id = f.id and now.revision = f.revision
    where f.merchant_id = ${merchantId} and f.id = any(${uuidArray(ids)})`)
  return rows.map(({ id, ver, ...row }) => ({ id, ver, data: recordOf(row) }))
}

function recordOf({ structure, createdAt, removedAt, ...counted }: Omit<FormRow, 'id' | 'ver'>): FormRecord {
  const removal = removedAt && { removedAt: new Date(removedAt).toISOString() }
  return { ...structure, ...counted, createdAt: new Date(createdAt).toISOString(), ...removal }
}
