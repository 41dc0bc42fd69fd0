import { formatAnswer } from '#client/form/question-types/format-answer.ts'
import type { FormStructure } from '#shared/form/contract.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import { answersOf, beginningOf, type SubmissionView } from '#shared/submission/record.ts'
import { previewRows } from '#shared/submission/rules.ts'

/** Characters that are shown before and after the first match. */
const shownAround = 40

/** Whether the identifier of a submission or the name of its form contains a text. */
export const isHeadMatch = (data: SubmissionView, form: Pick<FormStructure, 'name'> | undefined, search: string) =>
  [data.custom_id, form?.name].some((word) => word?.toLowerCase().includes(search.toLowerCase()))

/** The first answer that contains a text as the preview shows it, with its question: an option by its name, not by its id. */
export function findAnswer(
  id: string,
  data: SubmissionView,
  { sections }: Pick<FormStructure, 'sections'>,
  search: string,
): string | undefined {
  const wanted = search.toLowerCase()
  for (const { question, value } of previewRows(sections, answersOf(data), [], beginningOf(id, data)).answers) {
    if (value === '' || questionTypeOf(question).files) continue
    const text = formatAnswer(value, question)
    const place = text.toLowerCase().indexOf(wanted)
    if (place !== -1) return `${question.name}: ${partOf(text, place, place + wanted.length)}`
  }
  return undefined
}

function partOf(text: string, from: number, to: number): string {
  const [start, end] = [Math.max(0, from - shownAround), Math.min(text.length, to + shownAround)]
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
