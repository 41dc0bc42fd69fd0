import { z } from 'zod'
import { loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { toLocalInput } from '#client/core/format/datetime-input.ts'
import type { FormStructure, Question } from '#shared/form/contract.ts'
import { isTyped } from '#shared/form/question-types/registry.ts'
import { answerPath } from '#shared/submission/record.ts'
import { answerProblem } from '#shared/submission/rules.ts'
import { type Fields, readField } from '#shared/sync/rules.ts'

const LastAnswers = z.record(z.string(), z.string())
const lastAnswersOf = (formId: string) => `last-answers.${formId}`

const questionsOf = ({ sections }: Pick<FormStructure, 'sections'>) => sections.flatMap(({ questions }) => questions)

/** The default answers of a new submission, by the paths of its record. */
export function initialAnswers(formId: string, form: Pick<FormStructure, 'sections'>, now: Date): Fields {
  const last = loadDraft(lastAnswersOf(formId), LastAnswers) ?? {}
  const answers = questionsOf(form).flatMap((question) => {
    const answer = question.active && isTyped(question) ? initialAnswer(question, last, now) : ''
    // The last answer may no longer be one after a change of the form.
    return answer === '' || answerProblem(question, answer) ? [] : [[answerPath(question.id), answer] as const]
  })
  return Object.fromEntries(answers)
}

function initialAnswer({ id, datatype, initial }: Question, last: Record<string, string>, now: Date): string {
  switch (initial?.from) {
    case 'value':
      return initial.value ?? ''
    case 'last':
      return last[id] ?? ''
    case 'today':
      return toLocalInput(now.toISOString()).slice(0, 10)
    case 'now': {
      const clock = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
      return datatype === 'time' ? clock : new Date(new Date(now).setSeconds(0, 0)).toISOString()
    }
    default:
      return ''
  }
}

/** Keeps the saved answers that are the default answers of the next submission on this device. */
export function rememberAnswers(formId: string, form: Pick<FormStructure, 'sections'>, saved: Fields): void {
  const kept = questionsOf(form).flatMap(({ id, initial }) => {
    const answer = initial?.from === 'last' ? readField(saved, answerPath(id)) : undefined
    return typeof answer === 'string' && answer !== '' ? [[id, answer] as const] : []
  })
  if (kept.length === 0) return
  storeDraft(lastAnswersOf(formId), {
    ...loadDraft(lastAnswersOf(formId), LastAnswers),
    ...Object.fromEntries(kept),
  })
}
