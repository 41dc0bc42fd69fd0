import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Id } from '#shared/core/fields/fields.ts'
import { ReviewStatus } from '#shared/review/status.ts'

/** The kinds of documents that administrators review. */
export const ReviewKind = z.enum(['business', 'trademark', 'certificate'])
export type ReviewKind = z.infer<typeof ReviewKind>

export const reviewContract = defineContract({
  undo: {
    method: 'PUT',
    path: '/review/undo',
    access: 'admin',
    summary: 'Undo a review decision of the caller before the merchant is notified',
    body: z.object({ kind: ReviewKind, id: Id }),
    answer: z.object({ status: ReviewStatus }),
  },
})

export const reviewProblems = defineProblems('review', {
  nothing: { status: 404, enUS: 'There is no decision of yours to undo', ruRU: 'Вашего решения для отмены нет' },
  tooLate: {
    status: 409,
    enUS: 'It is too late to undo: the merchant is being told. Decide again instead.',
    ruRU: 'Отменить уже нельзя: продавцу сообщают о решении. Примите новое решение.',
  },
  changed: {
    status: 409,
    enUS: 'The merchant changed it meanwhile: there is nothing to undo.',
    ruRU: 'Продавец успел внести изменения: отменять нечего.',
  },
})
