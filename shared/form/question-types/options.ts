import { z } from 'zod'
import { SingleLine } from '#shared/core/fields/fields.ts'
import { type AskedQuestion, maxAnswerLength, type SettingsIssue } from './question-type.ts'

export const maxOptions = 200
export const maxOptionLength = 200

/**
 * `id` is what an answer stores. It stays when the option gets another name or place, so that stored answers keep their meaning. It
 * has no space, because an answer with several options separates them by one.
 */
export const OptionId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
const Option = z.object({ id: OptionId, name: SingleLine(maxOptionLength) })
export type AnswerOption = z.infer<typeof Option>

export const optionSettings = { options: z.array(Option).max(maxOptions).optional() }
export type QuestionWithOptions = AskedQuestion & { options?: readonly AnswerOption[] | undefined }

export function optionIssues({ options = [] }: QuestionWithOptions): SettingsIssue[] {
  if (options.length === 0) return [{ path: ['options'], message: 'Please add an option' }]
  const isRepeated = (key: keyof AnswerOption, place: number) =>
    options.findIndex((other) => other[key] === options[place]![key]) < place
  return options.flatMap(({ name }, place): SettingsIssue[] => {
    if (isRepeated('id', place)) {
      return [{ path: ['options', place, 'id'], message: 'Every option needs an id of its own' }]
    }
    if (name === '') return [{ path: ['options', place, 'name'], message: 'Please fill in the name' }]
    if (!isRepeated('name', place)) return []
    return [{ path: ['options', place, 'name'], message: 'Every option needs a name of its own' }]
  })
}

/** An answer must be able to name all options at once. */
export function optionsFitInAnswer({ options = [] }: QuestionWithOptions): boolean {
  return options.map(({ id }) => id).join(' ').length <= maxAnswerLength
}

/** The ids of the options in an answer. */
export const chosenIds = (value: string): string[] => value.split(' ').filter(Boolean)

/** The names of chosen options in the order of the question. An id that the question does not have stands for itself. */
export function optionNames({ options = [] }: QuestionWithOptions, ids: readonly string[]): string {
  const known = options.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  const unknown = ids.filter((id) => !options.some((option) => option.id === id))
  return [...known, ...unknown].join(', ')
}
