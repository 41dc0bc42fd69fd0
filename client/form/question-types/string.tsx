import { LuType } from 'react-icons/lu'
import { TextAnswer } from './text-answer.tsx'
import type { QuestionTypeView } from './view.ts'

export const stringView: QuestionTypeView = { icon: LuType, Field: TextAnswer }
