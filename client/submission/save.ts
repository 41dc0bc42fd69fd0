import { engineNow, type Saved } from '#client/core/offline/records.ts'
import { lastPending } from '#client/core/offline/view.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import type { SubmissionDraft } from '#shared/submission/contract.ts'
import { type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import type { Ready } from './typed.ts'

type Head = Pick<SubmissionDraft, 'date' | 'custom_id'>
const payloadV = 1

/** Begins a submission. One of a form that waits to be sent waits for it, and takes the revision that it then gets. */
export async function createSubmission(form: Saved<FormView>, { date, custom_id }: Head): Promise<void> {
  const { id: formId, state } = form
  const formRev = await revisionOf(form)
  const engine = engineNow()
  await engine.capture({
    ...{ entity: submissionEntity, kind: 'create', payloadV },
    set: { formId, date, custom_id, ...(formRev !== undefined && { formRevision: formRev }) },
    ...(formRev !== undefined && { formRev }),
    ...(state === 'waiting' && { deps: await lastPending(engine.db, [formEntity, formId]) }),
  })
}

/** Of a form whose change was refused, what the server has counts; of one that waits for an answer, nobody knows. */
async function revisionOf({ id, state, data }: Saved<FormView>): Promise<number | undefined> {
  if (state === 'sent') return data.revision
  if (state === 'waiting') return undefined
  const server = await engineNow().db.shadow.get([formEntity, id])
  return (server?.data as FormView | undefined)?.revision
}

/** @param opened the submission as it was when the person began */
export async function updateSubmission(opened: Saved<SubmissionView>, set: Head): Promise<void> {
  await update(opened, { set, seen: opened.data })
}

export async function saveAnswers(saved: Saved<SubmissionView>, ready: Ready): Promise<void> {
  await update(saved, ready)
}

async function update({ id, ver, data }: Saved<SubmissionView>, { set, seen }: Ready): Promise<void> {
  const { formRevision } = data
  await engineNow().capture({
    ...{ entity: submissionEntity, kind: 'update', recordId: id, payloadV, set, seen: { ver, data: seen } },
    ...(formRevision !== undefined && { formRev: formRevision }),
  })
}
