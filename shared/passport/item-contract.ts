import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Count, Instant, MultiLine, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { passportLengths } from './contract.ts'

/** Of one call, and values of one item. */
export const mostItems = 1_000
export const mostItemPoints = 20

const missing = 'Please fill in this field'

/**
 * A value of one item, such as its state of health. It is never for everybody: the answer to a serial number would tell whether it is
 * that of an active code.
 */
export const ItemPoint = z.object({
  name: SingleLine(passportLengths.point, missing).min(1, missing),
  value: MultiLine(passportLengths.value).min(1, missing),
  unit: SingleLine(passportLengths.unit).default(''),
  tier: z.enum(['legitimate', 'authority']).default('legitimate'),
})
export type ItemPoint = z.infer<typeof ItemPoint>

/** The values replace those that the item had; an empty list removes them. */
const ItemValuesInput = z.object({
  /** As it is printed, as a URL or bare. */
  code: SingleLine(500).min(1, missing),
  points: z.array(ItemPoint).max(mostItemPoints),
})
export type ItemValuesInput = z.infer<typeof ItemValuesInput>

export const ItemValues = z
  .object({
    code: z.string(),
    serial_no: z.int(),
    points: z.array(ItemPoint),
    /** Counts the changes; part of the address of the credential of the item. */
    revision: Count,
    updatedAt: Instant,
  })
  .meta({ id: 'PassportItemValues' })
export type ItemValues = z.infer<typeof ItemValues>

/** `otherProduct`: a code of another product. */
export const itemRowProblems = [
  'unreadable',
  'unknown',
  'wrongSecret',
  'ambiguous',
  'duplicate',
  'otherProduct',
] as const
export type ItemRowProblem = (typeof itemRowProblems)[number]

export const passportItemContract = defineContract({
  items: {
    method: 'GET',
    path: '/passport/:id/items',
    access: 'officeOrPartner',
    scope: 'sku:read',
    summary: 'List the items of a product that have passport values of their own, or find one by its code',
    params: ById,
    query: PageQuery.pick({ page: true, limit: true, search: true }),
    answer: pageOf(ItemValues),
  },
  setItems: {
    method: 'PUT',
    path: '/passport/:id/items',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Set the passport values of single items of a product; one invalid row rejects all',
    params: ById,
    body: z.object({ items: z.array(ItemValuesInput).min(1).max(mostItems) }),
    /** How many items have other values than before. */
    answer: z.object({ changed: Count }),
    perMinute: 120,
  },
})

export const passportItemProblems = defineProblems('passportItem', {
  badRows: {
    status: 409,
    enUS: 'Rows that cannot be saved: {{count}}. Nothing was changed.',
    ruRU: 'Не удаётся сохранить строк: {{count}}. Ничего не изменено.',
  },
})
