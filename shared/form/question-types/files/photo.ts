import { z } from 'zod'
import { defineProblems } from '#shared/core/api/problem.ts'
import type {
  AnswerProblem,
  AskedQuestion,
  QuestionType,
  SettingsIssue,
} from '#shared/form/question-types/question-type.ts'
import { attachmentNames, readAttachments } from './attachment.ts'

const problems = defineProblems('submission', {
  badPhoto: { status: 400, enUS: '{{question}}: please take a photo', ruRU: '{{question}}: сделайте фотографию' },
  tooManyPhotos: {
    status: 400,
    enUS: '{{question}}: at most {{most}} photos',
    ruRU: '{{question}}: не больше {{most}} фотографий',
  },
})

export const maxPhotos = 10
type PhotoQuestion = AskedQuestion & { photos?: number | undefined }

/** Photos, each a JPEG. */
export const photoType = {
  label: { enUS: 'Photo', ruRU: 'Фотография' },
  settings: { photos: z.number().meta({ minimum: 1, maximum: maxPhotos }).optional() },
  settingsIssues: ({ photos = maxPhotos }: PhotoQuestion): SettingsIssue[] =>
    Number.isInteger(photos) && photos >= 1 && photos <= maxPhotos
      ? []
      : [{ path: ['photos'], message: 'Please enter a number from 1 to 10' }],
  files: { kinds: ['.jpg'] },
  isCaptured: true,
  problems,
  problem({ photos = maxPhotos }: PhotoQuestion, value: string): AnswerProblem | undefined {
    const files = readAttachments(value)
    const digests = new Set(files?.map(({ digest }) => digest))
    if (!files || digests.size !== files.length || !files.every(({ ext, width }) => ext === '.jpg' && width)) {
      return { kind: problems.badPhoto }
    }
    return files.length > photos ? { kind: problems.tooManyPhotos, details: { most: photos } } : undefined
  },
  format: (_: AskedQuestion, value: string) => attachmentNames(value),
} satisfies QuestionType
