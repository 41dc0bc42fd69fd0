import type { QuestionType } from './question-type.ts'

export const stringType = { label: { enUS: 'Text', ruRU: 'Текст' }, isCalculable: true } satisfies QuestionType
