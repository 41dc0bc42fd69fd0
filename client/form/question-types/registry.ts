import type { Datatype } from '#shared/form/question-types/registry.ts'
import { barcodeView } from './barcode.tsx'
import { choiceView } from './choice.tsx'
import { choicesView } from './choices.tsx'
import { dateView } from './date.tsx'
import { audioView } from './files/audio.tsx'
import { photoView } from './files/photo.tsx'
import { signatureView } from './files/signature.tsx'
import { locationView } from './location.tsx'
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
  photo: photoView,
  signature: signatureView,
  audio: audioView,
  location: locationView,
  note: noteView,
}
