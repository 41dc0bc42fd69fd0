import { formatLocalDate } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { ConflictRow, OfflineDatabase } from '#client/core/offline/database/database.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { useLiveQuery } from '#client/core/offline/read/live-query.ts'
import { formatAnswer, formatRange } from '#client/form/question-types/format-answer.ts'
import { valueText } from '#client/sync/record-name.ts'
import type { FormStructure } from '#shared/form/contract.ts'
import { type FormView, formEntity, structureAt } from '#shared/form/record.ts'
import { logisticEntity } from '#shared/logistic/record.ts'
import type { TimeRange } from '#shared/submission/answers.ts'
import { SubmissionFields } from '#shared/submission/contract.ts'
import { answerPath, rangePath, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'

/**
 * The name of a field as on the screen of its record, and the formatter of its values. No name when the field is
 * unknown here.
 */
type ConflictField = { name: string | undefined; words: (value: unknown) => string }

/** The name and formatter of a field in conflict. */
export function useConflictField(engine: OfflineEngine, { entity, recordId, path }: ConflictRow): ConflictField {
  const submission = useText('submission')
  const shipment = useText('logistic')
  const query = { key: undefined, read: (db: OfflineDatabase) => structureOf(db, entity, recordId) }
  const structure = useLiveQuery(engine.db, query, entity, recordId)
  const moment = (value: unknown) => formatLocalDate(String(value))

  if (entity === logisticEntity) {
    const names: Readonly<Record<string, string>> = {
      identifier: shipment('identifier'),
      recipient: shipment('recipient'),
      note: shipment('note'),
      manufacturer_id: shipment('sensor'),
      minlimit: shipment('minlimit'),
      shipped_at: shipment('shippedAt'),
      delivered_at: shipment('deliveredAt'),
      receiver: shipment('receiver'),
      logging_ended_at: shipment('loggingEnded'),
    }
    return { name: names[path], words: path.endsWith('_at') ? moment : valueText }
  }
  if (entity !== submissionEntity) return { name: undefined, words: valueText }
  if (path === 'custom_id') return { name: structure?.custom_id_label || submission('identifier'), words: valueText }
  if (isSubmissionField(path)) return { name: submission(path), words: path === 'date' ? moment : valueText }
  for (const { id, name, questions, sensors } of structure?.sections ?? []) {
    const question = questions.find((one) => answerPath(one.id) === path)
    if (question) return { name: question.name, words: (value) => formatAnswer(String(value), question) }
    const sensor = sensors.find((one) => rangePath(id, one.id) === path)
    if (sensor) {
      const words = (value: unknown) => formatRange(value as TimeRange)
      return { name: `${name} · ${submission('sensor', { name: sensor.id })}`, words }
    }
  }
  return { name: undefined, words: valueText }
}

/** Whether the path is a field whose label is the text of the same name. */
function isSubmissionField(path: string): path is Exclude<keyof SubmissionFields, 'custom_id'> {
  return path !== 'custom_id' && Object.hasOwn(SubmissionFields.shape, path)
}

/** The revision of the form of a submission, if this device has it. */
async function structureOf(db: OfflineDatabase, entity: string, id: string): Promise<FormStructure | undefined> {
  const row = entity === submissionEntity ? await db.records.get([entity, id]) : undefined
  if (!row) return undefined
  const { formId, formRevision } = row.data as SubmissionView
  const [view, server] = await Promise.all([
    db.records.get([formEntity, formId]),
    db.serverBase.get([formEntity, formId]),
  ])
  return structureAt(view?.data as FormView | undefined, server?.data as FormView | undefined, formRevision)
}
