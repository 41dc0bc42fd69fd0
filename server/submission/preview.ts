import type { SubmissionPayload } from '#shared/activation/payload.ts'
import type { AnswerFormats } from '#shared/form/question-types/question-type.ts'
import type { SubmissionDetail, SubmissionPreview } from '#shared/submission/contract.ts'
import { answerText, previewRows } from '#shared/submission/rules.ts'

/** Dates as they are stored: what is anchored does not depend on a time zone. */
const storedFormats: AnswerFormats = { date: (value) => value }

export function previewOf(found: SubmissionDetail): SubmissionPreview {
  const { form, custom_id, sections, complete, missing } = found
  const { answers, sensorAnswers } = previewRows(sections, found.answers, found.sensorAnswers)
  return {
    custom_id_label: form.custom_id_label,
    custom_id,
    answers: answers.map(({ section_name, question, value }) => {
      const { id: questionId, name, datatype, prefix, suffix } = question
      const answer = answerText({ ...question, prefix: '', suffix: '' }, value, storedFormats)
      return { questionId, question: name, answer, datatype, prefix, suffix, section_name }
    }),
    sensorAnswers,
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
        .map((question) => ({
          question: question.name,
          answer: answerText(question, given.get(question.id)!, storedFormats),
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
