import { answerWords, dateTimeWords, rangeWords, useLanguage } from '#client/core/answer-words.ts'
import { useText } from '#client/core/i18n.ts'
import type { ChoiceRow, OfflineDatabase } from '#client/core/offline/database.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import { useReading } from '#client/core/offline/reading.ts'
import type { Structure } from '#shared/form/contract.ts'
import { type FormView, formEntity, structureAt } from '#shared/form/record.ts'
import { logisticEntity } from '#shared/logistic/record.ts'
import type { Range } from '#shared/submission/contract.ts'
import { answerPath, rangePath, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { shownValue } from './record-name.ts'

/** A field as the screen of its record calls it, and how it writes a value; without a name where that is not known here. */
export type ClashingField = { name: string | undefined; words: (value: unknown) => string }

/** The field that two people filled in without knowing of each other. */
export function useClashingField(engine: Offline, { entity, recordId, path }: ChoiceRow): ClashingField {
  const language = useLanguage()
  const submission = useText('submission')
  const shipment = useText('logistic')
  const reading = { key: undefined, read: (db: OfflineDatabase) => structureOf(db, entity, recordId) }
  const structure = useReading(engine.db, reading, entity, recordId)
  const moment = (value: unknown) => dateTimeWords(String(value), language)

  if (entity === logisticEntity) {
    const names: Readonly<Record<string, string>> = {
      identifier: shipment('identifier'),
      recipient: shipment('recipient'),
      note: shipment('note'),
      manufacturer_id: shipment('sensor'),
      shipped_at: shipment('shippedAt'),
      delivered_at: shipment('deliveredAt'),
      logging_ended_at: shipment('loggingEnded'),
    }
    return { name: names[path], words: path.endsWith('_at') ? moment : shownValue }
  }
  if (entity !== submissionEntity) return { name: undefined, words: shownValue }
  if (path === 'date') return { name: submission('date'), words: moment }
  if (path === 'custom_id') return { name: structure?.custom_id_label || submission('identifier'), words: shownValue }
  for (const { id, name, questions, sensors } of structure?.sections ?? []) {
    const question = questions.find((one) => answerPath(one.id) === path)
    if (question) return { name: question.name, words: (value) => answerWords(String(value), question, language) }
    const sensor = sensors.find((one) => rangePath(id, one.id) === path)
    if (sensor) {
      const words = (value: unknown) => rangeWords(value as Range, language)
      return { name: `${name} · ${submission('sensor', { name: sensor.id })}`, words }
    }
  }
  return { name: undefined, words: shownValue }
}

/** The form that a submission was begun with, as far as this device has it. */
async function structureOf(db: OfflineDatabase, entity: string, id: string): Promise<Structure | undefined> {
  const row = entity === submissionEntity ? await db.records.get([entity, id]) : undefined
  if (!row) return undefined
  const { formId, formRevision } = row.data as SubmissionView
  const [view, server] = await Promise.all([db.records.get([formEntity, formId]), db.shadow.get([formEntity, formId])])
  return structureAt(view?.data as FormView | undefined, server?.data as FormView | undefined, formRevision)
}
