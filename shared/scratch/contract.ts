import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Instant } from '#shared/core/fields/fields.ts'

/** For this time an opening is known to be by the visitor who repeats it, unless a new day (UTC) has begun. */
export const sameVisitorHours = 24

/** The first opening of a code with its scratch code. */
export const ShownOpening = z
  .object({
    at: Instant,
    /** ISO 3166 alpha-2; null if unknown. */
    country: z.string().nullable(),
    /** As the database of network locations names it; null if unknown. */
    city: z.string().nullable(),
    /** Whether it was opened today from the connection and browser of this call. */
    isOwn: z.boolean(),
  })
  .meta({ id: 'Opening' })
export type ShownOpening = z.infer<typeof ShownOpening>

/**
 * - first: opened by this call, for the first time · own: opened by the same visitor today · before: opened earlier, by
 *   anybody; the scratch code is right
 */
export const openingOutcomes = ['first', 'own', 'before'] as const

const Word = z.string().max(1000)
/** The code with its secret as for `GET /api/tag/verify`, and the letters under the scratch layer. */
export const OpenInput = z.object({ a: Word, p: Word.optional(), scratch: z.string().max(100) })
export type OpenInput = z.infer<typeof OpenInput>

export const OpenResult = z
  .object({ outcome: z.enum(openingOutcomes), opening: ShownOpening })
  .meta({ id: 'OpenResult' })
export type OpenResult = z.infer<typeof OpenResult>

/** Public calls, as shoppers make them. */
export const scratchContract = defineContract({
  open: {
    method: 'POST',
    path: '/tag/open',
    access: 'public',
    summary: 'Open a code with its scratch code: the first opening is stored, later ones return it',
    body: OpenInput,
    answer: OpenResult,
    idempotency: 'optional',
    perMinute: 60,
  },
})

export const scratchProblems = defineProblems('scratch', {
  noCode: {
    status: 404,
    enUS: 'This code is not valid, so it cannot be opened. Scan the code on the item again.',
    ruRU: 'Этот код недействителен, поэтому вскрыть его нельзя. Отсканируйте код на товаре ещё раз.',
  },
  noScratch: {
    status: 409,
    enUS: 'The label of this code has no scratch layer.',
    ruRU: 'На этикетке с этим кодом нет стираемого слоя.',
  },
  notActive: {
    status: 409,
    enUS: 'This code is not active, so it cannot be opened. Nothing was recorded.',
    ruRU: 'Этот код не активен, поэтому вскрыть его нельзя. Ничего не записано.',
  },
  mistyped: {
    status: 400,
    enUS: 'A letter of the scratch code is missing or wrong. It has 8 letters and digits. Nothing was recorded: compare it with the label and try again.',
    ruRU: 'В скрытом коде не хватает знака, или знак неверен. В нём 8 букв и цифр. Ничего не записано: сравните код с этикеткой и повторите.',
  },
  wrong: {
    status: 400,
    enUS: 'This is not the scratch code of this item. Nothing was recorded: compare both codes with the label and try again.',
    ruRU: 'Это не скрытый код этого товара. Ничего не записано: сравните оба кода с этикеткой и повторите.',
  },
})
