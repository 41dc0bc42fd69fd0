import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Instant } from '#shared/core/fields/fields.ts'

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
    /** When its first owner claimed the item; null without an owner. */
    claimedAt: Instant.nullable(),
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

/** `key`: a new random one for each claim or transfer. A call that is sent again with it gets the same link. */
const NewLink = z.object({ key: z.uuid() })
const Code = z.object({ a: Word, p: Word.optional() })
const OwnerSecret = z.string().max(100)
export const ClaimInput = OpenInput.extend(NewLink.shape)
/** `secret`: that of the owner's link, or the recovery code. */
export const TransferInput = Code.extend({ secret: OwnerSecret }).extend(NewLink.shape)
export type TransferInput = z.infer<typeof TransferInput>
export const OwnerQuery = Code.extend({ o: OwnerSecret.optional() })

/** What an owner keeps. It is not stored, so nobody can show it again. */
export const OwnerLink = z
  .object({
    /** Opens the page that says that the reader has the owner's link. */
    link: z.string(),
    /** Makes a new link if this one is lost. */
    recovery: z.string(),
    claimedAt: Instant,
  })
  .meta({ id: 'OwnerLink' })
export type OwnerLink = z.infer<typeof OwnerLink>

/** The owner of an item, without a name: `isOwner` is true for a call with the secret of the newest link. */
export const Ownership = z
  .object({ claimedAt: Instant.nullable(), linkedAt: Instant.nullable(), isOwner: z.boolean() })
  .meta({ id: 'Ownership' })
export type Ownership = z.infer<typeof Ownership>

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
  claim: {
    method: 'POST',
    path: '/tag/owner',
    access: 'public',
    summary: 'Claim an item as its first owner, with its scratch code',
    body: ClaimInput,
    answer: OwnerLink,
    perMinute: 60,
  },
  transfer: {
    method: 'POST',
    path: '/tag/owner/transfer',
    access: 'public',
    summary: "Make a new owner's link with the present one or its recovery code, which end",
    body: TransferInput,
    answer: OwnerLink,
    perMinute: 60,
  },
  ownership: {
    method: 'GET',
    path: '/tag/owner',
    access: 'public',
    summary: 'Read whether an item has an owner, and whether the caller has the link',
    query: OwnerQuery,
    answer: Ownership,
    perMinute: 600,
  },
})

/** What a merchant's people learn about a scratch code. The check opens nothing. */
export const ScratchCheck = z
  .object({
    isRight: z.boolean(),
    /** When the code was opened, and claimed by its first owner; null if it was not opened. */
    opening: z.object({ at: Instant, claimedAt: Instant.nullable() }).nullable(),
  })
  .meta({ id: 'ScratchCheck' })
export type ScratchCheck = z.infer<typeof ScratchCheck>

const Totals = z.object({ opened: z.number().int(), claimed: z.number().int() }).meta({ id: 'OpeningTotals' })

/** Calls of merchants: numbers, a check that opens nothing, and the reset of an owner for their support. */
export const openingContract = defineContract({
  totals: {
    method: 'GET',
    path: '/scratch/order/:id',
    access: 'officeOrPartner',
    scope: 'codes:read',
    summary: 'Count the opened codes of an order, and those with an owner',
    params: ById,
    answer: Totals,
  },
  check: {
    method: 'POST',
    path: '/scratch/check',
    access: 'anyMerchantRole',
    // It counts as a guess, so it is no reading.
    scope: 'codes:write',
    summary: 'Check a scratch code of an own item without opening it. Wrong ones count as guesses',
    body: z.object({ code: Word, scratch: z.string().max(100) }),
    answer: ScratchCheck,
    perMinute: 60,
  },
  resetOwner: {
    method: 'POST',
    path: '/scratch/reset-owner',
    access: 'confirmedMerchant',
    summary:
      'Remove the owner of a code: the link and recovery code end, and the holder of the scratch code can claim the item again',
    body: z.object({ code: Word }),
    answer: Done,
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
  hasOwner: {
    status: 409,
    enUS: 'This item already has an owner. Its owner can pass it on with the owner’s link.',
    ruRU: 'У этого товара уже есть владелец. Передать товар он может по своей ссылке.',
  },
  notOwner: {
    status: 400,
    enUS: 'This link or recovery code is not valid: it is mistyped, or a newer link was made. Nothing was changed.',
    ruRU: 'Эта ссылка или код восстановления недействительны: есть опечатка или сделана более новая ссылка. Ничего не изменено.',
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
