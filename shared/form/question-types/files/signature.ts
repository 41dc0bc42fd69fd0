import { defineProblems } from '#shared/core/api/problem.ts'
import type { AskedQuestion, QuestionType } from '#shared/form/question-types/question-type.ts'
import { attachmentNames, readAttachments } from './attachment.ts'

const problems = defineProblems('submission', {
  badSignature: { status: 400, enUS: '{{question}}: please sign', ruRU: '{{question}}: поставьте подпись' },
})

/** A drawn or typed signature: one PNG with a transparent background. */
export const signatureType = {
  label: { enUS: 'Signature', ruRU: 'Подпись' },
  files: { kinds: ['.png'] },
  isCaptured: true,
  problems,
  problem(_: AskedQuestion, value: string) {
    const files = readAttachments(value)
    return files?.length === 1 && files[0]!.ext === '.png' && files[0]!.width
      ? undefined
      : { kind: problems.badSignature }
  },
  format: (_: AskedQuestion, value: string) => attachmentNames(value),
} satisfies QuestionType
