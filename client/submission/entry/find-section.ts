import type { ConflictRow } from '#client/core/offline/database/database.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import type { FormSection } from '#shared/form/contract.ts'
import { answerPath, rangePath, type SubmissionView } from '#shared/submission/record.ts'

/** The index of the first section that contains one of these fields. */
export function sectionIndexOf(sections: readonly FormSection[], paths: Iterable<string>): number | undefined {
  const wanted = new Set(paths)
  const place = sections.findIndex(
    ({ id, questions, sensors }) =>
      questions.some((question) => wanted.has(answerPath(question.id))) ||
      sensors.some((sensor) => wanted.has(rangePath(id, sensor.id))),
  )
  return place === -1 ? undefined : place
}

/** The field that a rejection concerns. */
function rejectedPath({ rejection }: OfflineRecord<SubmissionView>): string | undefined {
  const { questionId } = rejection?.details ?? {}
  return typeof questionId === 'string' ? answerPath(questionId) : undefined
}

/** The fields for which the user must make a decision. */
export function firstSectionToReview(
  sections: readonly FormSection[],
  saved: OfflineRecord<SubmissionView>,
  conflicts: readonly ConflictRow[],
): number | undefined {
  const path = rejectedPath(saved)
  return sectionIndexOf(sections, [...(path ? [path] : []), ...conflicts.map((choice) => choice.path)])
}
