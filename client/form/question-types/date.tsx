import { LuCalendar } from 'react-icons/lu'
import { DateTimeInput } from './date-time-input.tsx'
import { AnswerFrame } from './text-answer.tsx'
import type { QuestionTypeView } from './view.ts'

export const dateView: QuestionTypeView = {
  icon: LuCalendar,
  Field: ({ question, value, error, onChange }) => (
    <AnswerFrame question={question} error={error}>
      <DateTimeInput label={question.name} value={value} onChange={onChange} />
    </AnswerFrame>
  ),
}
