import type { SubmissionFacts } from '#shared/activation/payload.ts'
import type { SubmissionDetail, SubmissionPreview } from '#shared/submission/contract.ts'

/** Questions that are asked, and those that were answered while they were; every sensor, recorded or not. */
export function previewOf({
  form,
  custom_id,
  sections,
  answers,
  sensorAnswers,
  complete,
  missing,
}: SubmissionDetail): SubmissionPreview {
  const given = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  return {
    custom_id_label: form.custom_id_label,
    custom_id,
    answers: sections.flatMap(({ name: section_name, questions }) =>
      questions
        .filter(({ id, active }) => active || given.get(id))
        .map(({ id, name, datatype, prefix, suffix }) => ({
          ...{ questionId: id, question: name, answer: given.get(id) ?? '' },
          ...{ datatype, prefix, suffix, section_name },
        })),
    ),
    sensorAnswers: sections.flatMap(({ id: sectionId, name: section_name, sensors }) =>
      sensors.map(({ id: sensorId }) => {
        const range = sensorAnswers.find((one) => one.sectionId === sectionId && one.sensorId === sensorId)
        const { start_time = null, end_time = null } = range ?? {}
        return { sensorId, sectionId, section_name, start_time, end_time }
      }),
    ),
    complete,
    missing,
  }
}

/** What the form shares with shoppers: answers with their prefix and suffix, and finished recordings. */
export function sharedOf({ form, custom_id, sections, answers, sensorAnswers }: SubmissionDetail): SubmissionFacts {
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
