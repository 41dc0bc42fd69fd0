import { defineProblems } from '#shared/core/api/problem.ts'
import {
  chosenIds,
  optionIssues,
  optionNames,
  optionSettings,
  optionsFitInAnswer,
  type QuestionWithOptions,
} from './options.ts'
import type { QuestionType } from './question-type.ts'

const problems = defineProblems('submission', {
  badChoices: {
    status: 400,
    enUS: '{{question}}: please choose only from the options, each once',
    ruRU: '{{question}}: выберите варианты из списка, каждый один раз',
  },
})

/** Any number of options. The answer is their ids, separated by spaces. */
export const choicesType = {
  label: { enUS: 'Several choices', ruRU: 'Несколько вариантов' },
  settings: optionSettings,
  settingsIssues: (question: QuestionWithOptions) =>
    optionsFitInAnswer(question)
      ? optionIssues(question)
      : [{ path: ['options'], message: 'The ids of all options together are too long' as const }],
  problems,
  problem({ options = [] }: QuestionWithOptions, value: string) {
    const ids = value.split(' ')
    const isKnown = ids.every((id) => options.some((option) => option.id === id))
    return isKnown && new Set(ids).size === ids.length ? undefined : { kind: problems.badChoices }
  },
  format: (question: QuestionWithOptions, value: string) => optionNames(question, chosenIds(value)),
} satisfies QuestionType
