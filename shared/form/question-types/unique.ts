import type { QuestionType } from './question-type.ts'

export const uniqueType = {
  label: { enUS: 'Unique text', ruRU: 'Неповторяющийся текст' },
  isUnique: true,
  // Longer texts do not fit in the unique index of answers.
  maxLength: 200,
} satisfies QuestionType
