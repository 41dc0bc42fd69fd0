import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { features } from '#shared/core/api/features.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, PageQuery, pageOf } from '#shared/core/fields/fields.ts'

/** A merchant as administrators see it. */
export const Merchant = z
  .object({
    id: Id,
    /** Identifies the merchant in tokens, lists and files. */
    code: z.string(),
    name: z.string(),
    /** The features that an administrator has switched on. */
    features: z.array(z.enum(features)),
    createdAt: Instant,
  })
  .meta({ id: 'Merchant' })
export type Merchant = z.infer<typeof Merchant>

const FeatureSwitch = z.object({ feature: z.enum(features), on: z.boolean() })

export const merchantContract = defineContract({
  list: {
    method: 'GET',
    path: '/merchant',
    access: 'admin',
    summary: 'List all merchants',
    query: PageQuery,
    answer: pageOf(Merchant),
  },
  read: {
    method: 'GET',
    path: '/merchant/:id',
    access: 'admin',
    summary: 'Read one merchant',
    params: ById,
    answer: Merchant,
  },
  setFeature: {
    method: 'PUT',
    path: '/merchant/feature/:id',
    access: 'admin',
    summary: 'Switch a feature of a merchant on or off',
    params: ById,
    body: FeatureSwitch,
    answer: Merchant,
  },
})

export const merchantProblems = defineProblems('merchant', {
  notFound: { status: 404, enUS: 'Merchant not found', ruRU: 'Продавец не найден' },
})
