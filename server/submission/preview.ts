import type { SubmissionPayload } from '#shared/activation/payload.ts'
import type { SubmissionDetail, SubmissionPreview } from '#shared/submission/contract.ts'
import { previewRows } from '#shared/submission/rules.ts'

export function previewOf(found: SubmissionDetail): SubmissionPreview {
  const { form, custom_id, sections, answers, sensorAnswers, complete, missing } = found
  return {
    custom_id_label: form.custom_id_label,
    custom_id,
    ...previewRows(sections, answers, sensorAnswers),
    complete,
    missing,
  }
}

/** The data that the form shares with shoppers: answers with their prefix and suffix, and complete sensor ranges. */
export function sharedOf({ form, custom_id, sections, answers, sensorAnswers }: SubmissionDetail): SubmissionPayload {
  const given = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  return {
    custom_id_label: form.custom_id_label,
    custom_id,
    answers: sections.flatMap(({ questions }) =>
      questions
        .filter(({ id, share }) => share && given.get(id))
        .map(({ id, name, prefix, suffix }) => ({
          question: name,
          answer: [prefix, given.get(id), suffix].filter(Boolean).join(' '),
        })),
    ),
    sensorAnswers: sections.flatMap(({ id, name: section_name, sensors }) =>
      sensorAnswers.flatMap(({ sectionId, sensorId, start_time, end_time }) => {
        const isShared = sectionId === id && sensors.some((sensor) => sensor.id === sensorId && sensor.share)
        return isShared && start_time && end_time ? [{ sensorId, section_name, start_time, end_time }] : []
      }),
    ),
  }
}
