import { LuHash } from 'react-icons/lu'
import { TextAnswer } from './text-answer.tsx'
import type { QuestionTypeView } from './view.ts'

export const numberView: QuestionTypeView = {
  icon: LuHash,
  Field: (props) => <TextAnswer {...props} inputMode="decimal" />,
}
