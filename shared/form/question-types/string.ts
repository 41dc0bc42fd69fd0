import type { QuestionType } from './question-type.ts'

export const stringType = { label: { enUS: 'Text', ruRU: 'Текст' } } satisfies QuestionType
