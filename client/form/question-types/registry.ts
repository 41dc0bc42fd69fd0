import type { Datatype } from '#shared/form/question-types/registry.ts'
import { dateView } from './date.tsx'
import { numberView } from './number.tsx'
import { stringView } from './string.tsx'
import { uniqueView } from './unique.tsx'
import type { QuestionTypeView } from './view.ts'

export const questionTypeViews: Readonly<Record<Datatype, QuestionTypeView>> = {
  string: stringView,
  number: numberView,
  date: dateView,
  unique: uniqueView,
}
