import { defineProblems } from '#shared/core/api/problem.ts'
import type { AskedQuestion, QuestionType } from '#shared/form/question-types/question-type.ts'
import { type AttachmentExt, attachmentNames, readAttachments } from './attachment.ts'

const problems = defineProblems('submission', {
  badAudio: {
    status: 400,
    enUS: '{{question}}: please record a note of at most {{most}} seconds',
    ruRU: '{{question}}: запишите заметку не длиннее {{most}} секунд',
  },
})

export const maxAudioSeconds = 120
const kinds: readonly AttachmentExt[] = ['.webm', '.ogg', '.m4a']

/** A spoken note. It is for the people of the merchant only, because a voice is not encoded again. */
export const audioType = {
  label: { enUS: 'Audio note', ruRU: 'Аудиозаметка' },
  files: { kinds },
  isCaptured: true,
  isInternal: true,
  problems,
  problem(_: AskedQuestion, value: string) {
    const [file, ...others] = readAttachments(value) ?? []
    const isNote = file?.seconds !== undefined && file.seconds <= maxAudioSeconds && kinds.includes(file.ext)
    return isNote && others.length === 0 ? undefined : { kind: problems.badAudio, details: { most: maxAudioSeconds } }
  },
  format: (_: AskedQuestion, value: string) => attachmentNames(value),
} satisfies QuestionType
