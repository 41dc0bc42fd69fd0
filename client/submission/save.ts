import { deviceTimeZone } from '#client/core/clock/time-zone.ts'
import type { DeviceFileRow } from '#client/core/offline/database/database.ts'
import { findLastPending } from '#client/core/offline/database/materialize.ts'
import { releaseCapturedFiles } from '#client/core/offline/files/device-files.ts'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import type { FormSection } from '#shared/form/contract.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import type { SubmissionFields } from '#shared/submission/contract.ts'
import { answerPath, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { attachmentsOf } from '#shared/submission/rules.ts'
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
      timeZone: deviceTimeZone(),
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

/** Files of one operation, so that an edit of a rejected one still fits into an operation with its own files. */
const filesAtOnce = 20

/**
 * Texts and files are operations of their own: an operation waits until its files are on the server, and typed answers must not
 * wait for photos.
 */
export async function saveAnswers(
  saved: OfflineRecord<SubmissionView>,
  { set, seen }: AnswerUpdate,
  sections: readonly FormSection[],
): Promise<void> {
  const { db } = requireEngine()
  const texts: Record<string, unknown> = {}
  const groups: { set: Record<string, unknown>; files: DeviceFileRow[] }[] = []
  const questions = new Map(sections.flatMap((section) => section.questions).map((one) => [answerPath(one.id), one]))
  for (const [path, value] of Object.entries(set)) {
    const question = questions.get(path)
    const named = question && typeof value === 'string' ? attachmentsOf(question, value) : []
    const keys = named.map(({ digest }): [string, string] => [saved.id, digest])
    const files = (await db.files.bulkGet(keys)).flatMap((row) => row ?? [])
    if (files.length === 0) {
      texts[path] = value
      continue
    }
    const last = groups.at(-1)
    const group = last && last.files.length + files.length <= filesAtOnce ? last : { set: {}, files: [] }
    if (group !== last) groups.push(group)
    Object.assign(group.set, { [path]: value })
    group.files.push(...files)
  }
  if (Object.keys(texts).length > 0) await update(saved, { set: texts, seen })
  for (const group of groups) await update(saved, { set: group.set, seen }, group.files)
  const sent = new Set(groups.flatMap(({ files }) => files.map(({ sha256 }) => sha256)))
  await releaseCapturedFiles(db, saved.id, (sha256) => sent.has(sha256))
}

async function update(
  { id, ver, data }: OfflineRecord<SubmissionView>,
  { set, seen }: AnswerUpdate,
  files: readonly DeviceFileRow[] = [],
): Promise<void> {
  const { formRevision } = data
  await requireEngine().enqueue({
    entity: submissionEntity,
    kind: 'update',
    recordId: id,
    payloadV,
    set,
    seen: { ver, data: seen },
    files: files.map(({ content }) => content),
    ...(formRevision !== undefined && { formRev: formRevision }),
  })
}
