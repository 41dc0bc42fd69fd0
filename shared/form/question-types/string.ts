import type { QuestionType } from './question-type.ts'

export const stringType: QuestionType = { label: { enUS: 'Text', ruRU: 'Текст' } }
