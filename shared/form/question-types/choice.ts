import { defineProblems } from '#shared/core/api/problem.ts'
import { optionIssues, optionNames, optionSettings, type QuestionWithOptions } from './options.ts'
import type { QuestionType } from './question-type.ts'

const problems = defineProblems('submission', {
  badChoice: {
    status: 400,
    enUS: '{{question}}: please choose one of the options',
    ruRU: '{{question}}: выберите один из вариантов',
  },
})

/** One of several options. The answer is the id of the option. */
export const choiceType = {
  label: { enUS: 'One choice', ruRU: 'Один вариант' },
  settings: optionSettings,
  settingsIssues: optionIssues,
  problems,
  problem: ({ options = [] }: QuestionWithOptions, value: string) =>
    options.some(({ id }) => id === value) ? undefined : { kind: problems.badChoice },
  format: (question: QuestionWithOptions, value: string) => optionNames(question, [value]),
} satisfies QuestionType
