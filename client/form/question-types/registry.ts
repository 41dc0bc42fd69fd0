import type { Datatype } from '#shared/form/question-types/registry.ts'
import { barcodeView } from './barcode.tsx'
import { choiceView } from './choice.tsx'
import { choicesView } from './choices.tsx'
import { dateView } from './date.tsx'
import { noteView } from './note.tsx'
import { numberView } from './number.tsx'
import { stringView } from './string.tsx'
import { timeView } from './time.tsx'
import { uniqueView } from './unique.tsx'
import type { QuestionTypeView } from './view.ts'

export const questionTypeViews: Readonly<Record<Datatype, QuestionTypeView>> = {
  string: stringView,
  number: numberView,
  choice: choiceView,
  choices: choicesView,
  date: dateView,
  time: timeView,
  barcode: barcodeView,
  unique: uniqueView,
  note: noteView,
}
