import { defineProblems } from '#shared/core/api/problem.ts'
import { MultiLine } from '#shared/core/fields/fields.ts'
import type { QuestionType } from './question-type.ts'

export const maxNoteLength = 2000

const problems = defineProblems('submission', {
  noteAnswered: {
    status: 409,
    enUS: '{{question}}: this is a note, which takes no answer',
    ruRU: '{{question}}: это пояснение, на него не отвечают',
  },
})

/** A text between the questions, such as an instruction. */
export const noteType = {
  label: { enUS: 'Note without an answer', ruRU: 'Пояснение без ответа' },
  settings: { note: MultiLine(maxNoteLength).optional() },
  isNote: true,
  problems,
  problem: () => ({ kind: problems.noteAnswered }),
} satisfies QuestionType
