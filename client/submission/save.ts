import { findLastPending } from '#client/core/offline/database/materialize.ts'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import type { SubmissionFields } from '#shared/submission/contract.ts'
import { type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import type { Fields } from '#shared/sync/rules.ts'
import type { AnswerUpdate } from './entry/unsaved-answers.ts'

const payloadV = 1

/**
 * Creates a submission. If its form has unsent changes, the submission depends on them and gets the revision that they
 * will create. Returns its id.
 *
 * @param answers the first answers, by the paths of the record
 */
export async function createSubmission(
  form: OfflineRecord<FormView>,
  fields: SubmissionFields,
  answers: Fields = {},
): Promise<string> {
  const { id: formId, state } = form
  const formRev = await revisionOf(form)
  const engine = requireEngine()
  const { recordId } = await engine.enqueue({
    entity: submissionEntity,
    kind: 'create',
    payloadV,
    set: {
      formId,
      ...fields,
      ...(formRev !== undefined && { formRevision: formRev }),
      ...answers,
    },
    ...(formRev !== undefined && { formRev }),
    ...(state === 'waiting' && { deps: await findLastPending(engine.db, [formEntity, formId]) }),
  })
  return recordId
}

/**
 * If the change of a form was rejected, the server's revision applies. While a change is unacknowledged, the revision
 * is unknown.
 */
async function revisionOf({ id, state, data }: OfflineRecord<FormView>): Promise<number | undefined> {
  if (state === 'sent') return data.revision
  if (state === 'waiting') return undefined
  const server = await requireEngine().db.serverBase.get([formEntity, id])
  return (server?.data as FormView | undefined)?.revision
}

/** @param opened the submission as it was when editing began */
export async function updateSubmission(opened: OfflineRecord<SubmissionView>, set: SubmissionFields): Promise<void> {
  await update(opened, { set, seen: opened.data })
}

export async function saveAnswers(saved: OfflineRecord<SubmissionView>, ready: AnswerUpdate): Promise<void> {
  await update(saved, ready)
}

async function update({ id, ver, data }: OfflineRecord<SubmissionView>, { set, seen }: AnswerUpdate): Promise<void> {
  const { formRevision } = data
  await requireEngine().enqueue({
    entity: submissionEntity,
    kind: 'update',
    recordId: id,
    payloadV,
    set,
    seen: { ver, data: seen },
    ...(formRevision !== undefined && { formRev: formRevision }),
  })
}
