import { LuFingerprint } from 'react-icons/lu'
import { TextAnswer } from './text-answer.tsx'
import type { QuestionTypeView } from './view.ts'

export const uniqueView: QuestionTypeView = { icon: LuFingerprint, Field: TextAnswer }
