import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id } from '#shared/core/fields/fields.ts'
import { limits, megabyte } from '#shared/core/limits/limits.ts'
import { Order } from './contract.ts'

/**
 * Why a serial number is not taken: by its own text (`letters`: invisible characters; `code`: a code of Assay), twice in the order,
 * or used by an item of an earlier order of the product.
 */
export const serialRowProblems = ['blank', 'tooLong', 'letters', 'code', 'duplicate', 'used'] as const
export const SerialError = z.object({
  /** Its place in the order, or in a list that is checked, from 1. */
  row: z.number().int(),
  serial: z.string(),
  problem: z.enum(serialRowProblems),
})
export type SerialError = z.infer<typeof SerialError>

/** A call reports at most this many rows; `count` has the number of all. */
export const maxSerialErrors = 1000

const Serials = z.array(z.string()).min(1).max(limits.ownSerialsPerCall)

export const serialContract = defineContract({
  check: {
    method: 'POST',
    path: '/order/serials/check',
    access: 'confirmedMerchant',
    scope: 'codes:write',
    summary: 'Check own serial numbers for a product without storing them',
    body: z.object({ skuId: Id, serials: Serials }),
    answer: z.object({ errors: z.array(SerialError) }),
    bodyBytes: 4 * megabyte,
  },
  add: {
    method: 'POST',
    path: '/order/:id/serials',
    access: 'confirmedMerchant',
    scope: 'codes:write',
    summary: 'Send the next own serial numbers of an order; the last ones start the generation of its codes',
    params: ById,
    body: z.object({
      /** The place of the first of these serial numbers in the order, from 1. */
      first: z.number().int().min(1).max(limits.ownSerials),
      serials: Serials,
    }),
    answer: Order,
    bodyBytes: 4 * megabyte,
  },
})

export const serialProblems = defineProblems('serial', {
  notOwn: {
    status: 409,
    enUS: 'This order was placed without own serial numbers',
    ruRU: 'Этот заказ оформлен без собственных серийных номеров',
  },
  gap: {
    status: 409,
    enUS: 'The serial numbers before these are missing. Continue with number {{next}}.',
    ruRU: 'Нет серийных номеров перед этими. Продолжайте с номера {{next}}.',
  },
  beyond: {
    status: 400,
    enUS: 'The order has {{quantity}} codes. Send exactly as many serial numbers.',
    ruRU: 'В заказе {{quantity}} кодов. Отправьте ровно столько же серийных номеров.',
  },
  other: {
    status: 409,
    enUS: 'Number {{row}} of this order was sent before with another serial. Send the same list again, or withdraw the order.',
    ruRU: 'Номер {{row}} этого заказа раньше был отправлен с другим серийным номером. Отправьте тот же список или отзовите заказ.',
  },
  badRows: {
    status: 409,
    enUS: 'Serial numbers that cannot be used: {{count}}. None of this call was stored.',
    ruRU: 'Серийных номеров, которые нельзя использовать: {{count}}. Из этого запроса ничего не сохранено.',
  },
})
